package dev.parley.engine.internal;

import dev.parley.engine.internal.Exploration.Explored;
import dev.parley.engine.internal.search.Found;
import java.util.List;

/** The third phase of a check: whether what the search took for granted of users' code is so. */
final class Audit {
  private Audit() {}

  /**
   * Audits; throws if steps changed statics, or if something depends on auxiliary content.
   *
   * @return what could not be made certain
   */
  static List<String> warnings(Explored explored, StaticState statics) {
    statics.requireUnchanged();
    if (explored.found().flatMap(Found::mistake).isEmpty()) {
      // A breach that the search met is told with the steps that lead there.
      explored.lab().space().auditRest();
      explored.lab().judges().requireDecomposed();
    }
    return explored.lab().space().auditLimited() || explored.lab().judges().auditLimited()
        ? List.of(
            "there are so many variants of auxiliary content that not all of them were checked to"
                + " make no difference")
        : List.of();
  }
}
