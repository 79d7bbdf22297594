package dev.parley.engine.result;

import java.util.List;
import java.util.Optional;

/**
 * What a result rests on besides its own search.
 *
 * @param silencedCalls the methods of loggers that the code calls; these calls do nothing in a
 *     check
 * @param liveness how it was judged what happens in the end, if it was
 */
public record Basis(List<String> silencedCalls, Optional<Liveness> liveness) {
  /** Nothing else. */
  public static final Basis NONE = new Basis(List.of(), Optional.empty());

  /** Keeps its own copies. */
  public Basis {
    silencedCalls = List.copyOf(silencedCalls);
  }

  /** For code that calls these methods of loggers. */
  public static Basis of(List<String> silencedCalls) {
    return new Basis(silencedCalls, Optional.empty());
  }

  /** The same with what is known of liveness. */
  public Basis with(Optional<Liveness> known) {
    return new Basis(silencedCalls, known);
  }
}
