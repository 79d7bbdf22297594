package dev.parley.engine.result;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
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
      String noun = noun(verb(), count != 1);
      return number() + " " + noun + (what().isEmpty() ? "" : " of " + what());
    }

    private String number() {
      return count < NUMBERS.size() ? NUMBERS.get(count) : String.valueOf(count);
    }

    private String verb() {
      int space = fault.indexOf(' ');
      return space < 0 ? fault : fault.substring(0, space);
    }

    /** What it happens to; empty if to anything. */
    private String what() {
      int space = fault.indexOf(' ');
      return space < 0 ? "" : fault.substring(space + 1);
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
   * What is unusual, in a few words: {@code ordered network, up to one loss and one crash}; empty
   * if nothing is.
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
    return faults.isEmpty() ? "" : upTo(faults);
  }

  /**
   * Faults that happened, in words: {@code one crash and one restart}; {@code no fault} if there
   * are none. What counts for a budget of its own also counts for the one of any such fault: {@code
   * two losses (one of Vote)} are two.
   */
  public static String listed(List<FaultCount> faults) {
    return joined(faults, Surroundings::happened);
  }

  /**
   * Faults that may happen, in words: {@code up to two losses (at most one of Vote)}; {@code no
   * fault} if there are none.
   */
  public static String upTo(List<FaultCount> faults) {
    boolean none = faults.stream().allMatch(fault -> fault.count() == 0);
    return (none ? "" : "up to ") + joined(faults, Surroundings::allowed);
  }

  private static String joined(
      List<FaultCount> faults, BiFunction<FaultCount, List<FaultCount>, String> together) {
    if (faults.stream().allMatch(fault -> fault.count() == 0)) {
      return "no fault";
    }
    Map<String, List<FaultCount>> byVerb = new LinkedHashMap<>();
    faults.forEach(f -> byVerb.computeIfAbsent(f.verb(), verb -> new ArrayList<>()).add(f));
    List<String> words = new ArrayList<>();
    for (List<FaultCount> same : byVerb.values()) {
      Optional<FaultCount> any = same.stream().filter(fault -> fault.what().isEmpty()).findFirst();
      if (any.isPresent()) {
        List<FaultCount> some = same.stream().filter(fault -> fault != any.get()).toList();
        words.add(together.apply(any.get(), some));
      } else {
        same.forEach(fault -> words.add(fault.text()));
      }
    }
    int last = words.size() - 1;
    return last == 0
        ? words.get(0)
        : words.stream().limit(last).collect(Collectors.joining(", ")) + " and " + words.get(last);
  }

  private static String happened(FaultCount any, List<FaultCount> some) {
    return some.size() == 1 && some.get(0).count() == any.count()
        ? some.get(0).text()
        : any.text() + inBrackets(some, "");
  }

  private static String allowed(FaultCount any, List<FaultCount> some) {
    List<FaultCount> fewer = some.stream().filter(one -> one.count() < any.count()).toList();
    return any.text() + inBrackets(fewer, "at most ");
  }

  private static String inBrackets(List<FaultCount> some, String most) {
    return some.isEmpty()
        ? ""
        : some.stream()
            .map(one -> (one.count() == 0 ? "none" : most + one.number()) + " of " + one.what())
            .collect(Collectors.joining(", ", " (", ")"));
  }
}
