package dev.parley.engine.result;

import java.util.List;

/**
 * What a result rests on besides its own search.
 *
 * @param silencedCalls the methods of loggers that the code calls; these calls do nothing in a
 *     check
 * @param peers what was asked of external programs
 */
public record Basis(List<String> silencedCalls, List<PeerUse> peers) {
  /** Nothing else. */
  public static final Basis NONE = new Basis(List.of(), List.of());

  /** Keeps its own copies. */
  public Basis {
    silencedCalls = List.copyOf(silencedCalls);
    peers = List.copyOf(peers);
  }

  /** For code that calls these methods of loggers. */
  public static Basis of(List<String> silencedCalls) {
    return new Basis(silencedCalls, List.of());
  }
}
