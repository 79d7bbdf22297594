package dev.parley.library;

/** Stands for a class of a library that is missing when protocols run. */
public final class Absent {
  /** A value that nobody gets, because the class is not found. */
  public static int value() {
    return 1;
  }

  private Absent() {}
}
