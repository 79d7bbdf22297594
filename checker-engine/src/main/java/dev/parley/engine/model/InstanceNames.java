package dev.parley.engine.model;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * What an instance is called. Selection reads names from byte code and the check reads them by
 * reflection; both must come to the same.
 */
final class InstanceNames {
  private InstanceNames() {}

  /**
   * The declared name or, if that is empty, the method's with its arguments: {@code paxos(2,3)}.
   */
  static String of(String declared, String method, int[] with) {
    if (!declared.isEmpty()) {
      return declared;
    }
    return with.length == 0
        ? method
        : Arrays.stream(with)
            .mapToObj(Integer::toString)
            .collect(Collectors.joining(",", method + "(", ")"));
  }
}
