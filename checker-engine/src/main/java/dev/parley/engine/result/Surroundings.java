package dev.parley.engine.result;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What surrounded the nodes of an instance, as outputs show it.
 *
 * @param network the network's label
 * @param networkReplaced whether the network was chosen for this search, in place of the declared
 *     one
 * @param faults how often each fault was allowed, in the order of declaration
 * @param inboxesLost whether a crash empties the node's inbox
 * @param initialStates how many initial states the instance declares, equal ones included
 */
public record Surroundings(
    String network,
    boolean networkReplaced,
    List<FaultCount> faults,
    boolean inboxesLost,
    int initialStates) {
  private static final String UNORDERED = "unordered";

  /** The usual network, no faults, one initial state. */
  public static final Surroundings USUAL = new Surroundings(UNORDERED, List.of(), false, 1);

  /** Keeps its own copy. */
  public Surroundings {
    faults = List.copyOf(faults);
  }

  /** On the declared network. */
  public Surroundings(
      String network, List<FaultCount> faults, boolean inboxesLost, int initialStates) {
    this(network, false, faults, inboxesLost, initialStates);
  }

  /**
   * How often a fault may happen, or happened.
   *
   * @param fault what goes wrong, and to what: {@code lose Vote}
   * @param count how often
   */
  public record FaultCount(String fault, int count) {
    private static final List<String> NUMBERS =
        List.of("no", "one", "two", "three", "four", "five", "six");

    /** As a noun with its number: {@code two losses of Vote}. */
    public String text() {
      int space = fault.indexOf(' ');
      String verb = space < 0 ? fault : fault.substring(0, space);
      String what = space < 0 ? "" : fault.substring(space + 1);
      String number = count < NUMBERS.size() ? NUMBERS.get(count) : String.valueOf(count);
      return number + " " + noun(verb, count != 1) + (what.isEmpty() ? "" : " of " + what);
    }

    private static String noun(String verb, boolean several) {
      return switch (verb) {
        case "lose" -> several ? "losses" : "loss";
        case "duplicate" -> several ? "duplicates" : "duplicate";
        case "crash" -> several ? "crashes" : "crash";
        case "restart" -> several ? "restarts" : "restart";
        case "partition" -> several ? "partitions" : "partition";
        case "heal" -> several ? "ends of a partition" : "end of a partition";
        default -> verb;
      };
    }
  }

  /** Whether anything may go wrong. */
  public boolean hasFaults() {
    return !faults.isEmpty();
  }

  /**
   * What is unusual, in a few words: {@code ordered network, up to one loss and one crash}; empty if
   * nothing is.
   */
  public String text() {
    List<String> words = new ArrayList<>();
    if (!network.equals(UNORDERED) || networkReplaced) {
      words.add(network + " network" + (networkReplaced ? " in place of the declared one" : ""));
    }
    if (hasFaults()) {
      words.add(most());
    }
    if (inboxesLost) {
      words.add("inboxes of crashed nodes lost");
    }
    if (initialStates > 1) {
      words.add(initialStates + " initial states");
    }
    return String.join(", ", words);
  }

  /** All that may go wrong together: {@code up to one loss and two crashes}; empty if nothing. */
  public String most() {
    return faults.isEmpty() ? "" : "up to " + listed(faults);
  }

  /** Faults in words: {@code one crash and one restart}; {@code no fault} if there are none. */
  public static String listed(List<FaultCount> faults) {
    if (faults.isEmpty()) {
      return "no fault";
    }
    List<String> words = faults.stream().map(FaultCount::text).toList();
    int last = words.size() - 1;
    return last == 0
        ? words.get(0)
        : words.stream().limit(last).collect(Collectors.joining(", ")) + " and " + words.get(last);
  }
}
