package dev.parley.engine.result;

import java.util.List;
import java.util.Optional;

/**
 * What a result rests on besides its own search.
 *
 * @param silencedCalls the methods of loggers that the code calls; these calls do nothing in a
 *     check
 * @param earlier the check that found it, if nothing has changed since and it was not searched
 *     again
 * @param peers what was asked of external programs
 * @param liveness how it was judged what happens in the end, if it was
 */
public record Basis(
    List<String> silencedCalls,
    Optional<EarlierCheck> earlier,
    List<PeerUse> peers,
    Optional<Liveness> liveness) {
  /** Nothing else. */
  public static final Basis NONE = of(List.of());

  /** Keeps its own copies. */
  public Basis {
    silencedCalls = List.copyOf(silencedCalls);
    peers = List.copyOf(peers);
  }

  /** For code that calls these methods of loggers. */
  public static Basis of(List<String> silencedCalls) {
    return new Basis(silencedCalls, Optional.empty(), List.of(), Optional.empty());
  }

  /** The same for a result that an earlier check has found. */
  public Basis of(EarlierCheck check) {
    return new Basis(silencedCalls, Optional.of(check), peers, liveness);
  }

  /** The same with what was asked of external programs. */
  public Basis with(List<PeerUse> asked) {
    return new Basis(silencedCalls, earlier, asked, liveness);
  }

  /** The same with what is known of liveness. */
  public Basis with(Optional<Liveness> known) {
    return new Basis(silencedCalls, earlier, peers, known);
  }
}
