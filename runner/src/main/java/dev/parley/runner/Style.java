package dev.parley.runner;

/** How a part of a line stands out on a console that has colours. It never says more than words. */
public enum Style {
  /** As everything else. */
  PLAIN,
  /** As it should be. */
  GOOD,
  /** To look at: neither proven nor wrong. */
  DOUBTFUL,
  /** Wrong. */
  BAD,
  /** What to read first. */
  STRONG;

  /** Puts text in a style, in whatever way a console does that. */
  @FunctionalInterface
  public interface Painter {
    /** A console without styles. */
    Painter NONE = (style, text) -> text;

    /**
     * The text in the style.
     *
     * @param style any but {@link Style#PLAIN}
     * @param text without control characters
     */
    String paint(Style style, String text);
  }
}
