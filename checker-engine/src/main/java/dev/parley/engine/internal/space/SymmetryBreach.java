package dev.parley.engine.internal.space;

/** Nodes that a search took for interchangeable are not. */
public final class SymmetryBreach extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String place;

  /**
   * A breach.
   *
   * @param place the handler or property that tells nodes apart
   * @param what how it does, as a sentence
   */
  public SymmetryBreach(String place, String what) {
    super(what);
    this.place = place;
  }

  /** The handler or property that tells nodes apart. */
  public String place() {
    return place;
  }
}
