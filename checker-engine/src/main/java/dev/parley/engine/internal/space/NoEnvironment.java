package dev.parley.engine.internal.space;

import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/** See {@link Environment#NONE}. */
final class NoEnvironment implements Environment {
  @Override
  public Independence independence() {
    return Independence.ALL;
  }

  @Override
  public int componentCount() {
    return 0;
  }

  @Override
  public String name(int component) {
    throw new IndexOutOfBoundsException(component);
  }

  @Override
  public int initial(int component, int layout) {
    throw new IndexOutOfBoundsException(component);
  }

  @Override
  public int valueCount(int component) {
    throw new IndexOutOfBoundsException(component);
  }

  @Override
  public String text(int component, int value) {
    throw new IndexOutOfBoundsException(component);
  }

  @Override
  public boolean enables(int[] state, int node) {
    return true;
  }

  @Override
  public boolean carries(int[] state, int from, int to) {
    return true;
  }

  @Override
  public void exposed(int[] state, BitSet into) {
    into.clear();
  }

  @Override
  public List<Change> actions(int[] state, Restarts restarts) {
    return List.of();
  }

  @Override
  public Optional<String> objectionTo(int[] image) {
    return Optional.empty();
  }

  @Override
  public void rename(int[] state, int[] image, int[] into) {}
}
