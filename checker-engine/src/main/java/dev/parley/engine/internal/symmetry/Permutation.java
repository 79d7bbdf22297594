package dev.parley.engine.internal.symmetry;

import java.util.BitSet;

/** Which node gets the name of which: a member of a {@link Group}. */
final class Permutation {
  private final Group group;
  private final int[] image;
  private long moved;
  private int code;

  Permutation(Group group) {
    this.group = group;
    image = new int[group.nodes()];
    reset();
  }

  Permutation(Permutation other) {
    group = other.group;
    image = other.image.clone();
    moved = other.moved;
    code = other.code;
  }

  /** Makes it the identity. */
  void reset() {
    for (int node = 0; node < image.length; node++) {
      image[node] = node;
    }
    moved = 0;
    code = 0;
  }

  /** Sets which node gets another's name; to be completed by {@link #finish}. */
  void set(int node, int becomes) {
    image[node] = becomes;
  }

  /** Completes it after its images were set. */
  Permutation finish() {
    moved = 0;
    for (int orbit = 0; orbit < group.orbits(); orbit++) {
      for (int node : group.orbit(orbit)) {
        if (image[node] != node) {
          moved |= 1L << group.member(node);
        }
      }
    }
    code = moved == 0 ? 0 : group.code(image);
    return this;
  }

  boolean isIdentity() {
    return moved == 0;
  }

  /** The node that a node becomes. */
  int of(int node) {
    return image[node];
  }

  int[] image() {
    return image;
  }

  /** A bit for each member of the group's nodes that becomes another. */
  long moved() {
    return moved;
  }

  /** The nodes that become others. */
  BitSet movedNodes() {
    BitSet nodes = new BitSet();
    for (int node = 0; node < image.length; node++) {
      nodes.set(node, image[node] != node);
    }
    return nodes;
  }

  /** A number for it, different from those of all others. */
  int code() {
    return code;
  }

  Permutation inverse() {
    Permutation inverse = new Permutation(group);
    for (int node = 0; node < image.length; node++) {
      inverse.image[image[node]] = node;
    }
    return inverse.finish();
  }
}
