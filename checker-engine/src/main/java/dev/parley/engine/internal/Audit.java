package dev.parley.engine.internal;

import dev.parley.engine.internal.Exploration.Explored;
import dev.parley.engine.internal.search.Found;
import dev.parley.engine.internal.search.Lab;
import dev.parley.engine.result.Decomposition;
import dev.parley.engine.result.Decomposition.Soundness;
import java.util.List;
import java.util.Optional;

/** The third phase of a check: whether what the search took for granted of users' code is so. */
final class Audit {
  private Audit() {}

  /**
   * What the audit came to.
   *
   * @param soundness what the search rests on; nothing if it left no auxiliary content out
   */
  record Audited(Optional<Soundness> soundness) {
    /** Whether it is not certain that auxiliary content makes no difference. */
    boolean assumes() {
      return soundness.filter(s -> s.basis() == Decomposition.Basis.ASSUMED).isPresent();
    }

    /** What could not be made certain. */
    List<String> warnings() {
      return soundness
          .filter(s -> assumes())
          .map(
              s ->
                  "that auxiliary content makes no difference is assumed, not proven. "
                      + s.reason())
          .stream()
          .toList();
    }
  }

  /** Audits; throws if something depends on auxiliary content. */
  static Audited of(Explored explored) {
    Lab lab = explored.lab();
    if (explored.found().flatMap(Found::mistake).isEmpty()) {
      // A breach that the search met is told with the steps that lead there.
      explored.auxiliary().audit(lab.space(), lab.judges());
    }
    return new Audited(
        explored
            .auxiliary()
            .soundness(
                lab.space(),
                lab.judges(),
                explored.snapshot().reductions(),
                explored.exhausted().isEmpty()));
  }
}
