package dev.parley.engine.internal.space;

import java.util.BitSet;

/** Nodes that a search took for interchangeable are not. */
public final class SymmetryBreach extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String place;
  private final transient BitSet nodes;

  /**
   * A breach.
   *
   * @param place the handler or property that tells nodes apart
   * @param what how it does, as a sentence
   * @param nodes nodes of which some are told from others
   */
  public SymmetryBreach(String place, String what, BitSet nodes) {
    super(what);
    this.place = place;
    this.nodes = (BitSet) nodes.clone();
  }

  /** Nodes of which some are told from others. */
  public BitSet nodes() {
    return (BitSet) nodes.clone();
  }

  /** The handler or property that tells nodes apart. */
  public String place() {
    return place;
  }
}
