package dev.parley.engine.internal.space;

/** A search with symmetry would take longer than one without. */
public final class SymmetryTooDear extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * An end of symmetry.
   *
   * @param why why it would, as a clause
   */
  public SymmetryTooDear(String why) {
    super(why, null, false, false);
  }
}
