package dev.parley.engine.model;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * The names of instances. Selection reads them from byte code and the check by reflection; both
 * must get the same name.
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
