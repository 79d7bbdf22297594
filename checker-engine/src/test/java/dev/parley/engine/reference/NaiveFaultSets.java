package dev.parley.engine.reference;

import dev.parley.api.Faults;
import dev.parley.engine.model.Model;
import dev.parley.engine.result.BreakingFaults;
import dev.parley.engine.result.FaultSet;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Surroundings.FaultCount;
import dev.parley.engine.result.Trace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Which combinations of faults break an instance, found by checking every one of them. */
final class NaiveFaultSets {
  private final List<Faults.Limit> limits;
  private final Map<List<Integer>, Integer> breaking;
  private final Set<List<Integer>> harmless = new HashSet<>();

  private NaiveFaultSets(
      List<Faults.Limit> limits, Map<List<Integer>, Integer> breaking, Set<List<Integer>> all) {
    this.limits = limits;
    this.breaking = breaking;
    all.stream()
        .filter(one -> !breaking.containsKey(one))
        .map(this::withoutUseless)
        .forEach(harmless::add);
  }

  /** How many combinations there are. */
  static long count(Faults faults) {
    return faults.limits().stream().mapToLong(limit -> limit.most() + 1).reduce(1, (a, b) -> a * b);
  }

  static NaiveFaultSets of(Supplier<Model> model) {
    List<Faults.Limit> limits = model.get().setting().faults().limits();
    Map<List<Integer>, Integer> breaking = new HashMap<>();
    Set<List<Integer>> all = all(limits);
    for (List<Integer> budgets : all) {
      NaiveChecker.check(model.get(), budgets).violations().values().stream()
          .filter(OptionalInt::isPresent)
          .mapToInt(OptionalInt::getAsInt)
          .min()
          .ifPresent(depth -> breaking.put(budgets, depth));
    }
    return new NaiveFaultSets(limits, breaking, all);
  }

  /** The same for whatever may be broken; how many steps that takes is not asked. */
  static NaiveFaultSets of(List<Faults.Limit> limits, Predicate<List<Integer>> breaks) {
    Map<List<Integer>, Integer> breaking = new HashMap<>();
    Set<List<Integer>> all = all(limits);
    all.stream().filter(breaks).forEach(budgets -> breaking.put(budgets, 0));
    return new NaiveFaultSets(limits, breaking, all);
  }

  private static Set<List<Integer>> all(List<Faults.Limit> limits) {
    Set<List<Integer>> all = new HashSet<>(List.of(List.of()));
    for (Faults.Limit limit : limits) {
      Set<List<Integer>> longer = new HashSet<>();
      for (List<Integer> one : all) {
        for (int count = 0; count <= limit.most(); count++) {
          List<Integer> more = new ArrayList<>(one);
          more.add(count);
          longer.add(more);
        }
      }
      all = longer;
    }
    return all;
  }

  /**
   * Nothing restarts that did not crash, nothing heals without a split, and what a wider budget
   * does not pay for does not happen.
   */
  private List<Integer> withoutUseless(List<Integer> budgets) {
    List<Integer> useful = new ArrayList<>(budgets);
    for (int i = 0; i < limits.size(); i++) {
      boolean useless =
          switch (limits.get(i).kind()) {
            case RESTART -> isNone(budgets, Faults.Kind.CRASH);
            case HEAL -> isNone(budgets, Faults.Kind.PARTITION);
            case LOSE, DUPLICATE, CRASH, PARTITION -> false;
          };
      if (useless) {
        useful.set(i, 0);
      }
      for (int j = 0; j < limits.size(); j++) {
        if (isPart(limits.get(i), limits.get(j)) && budgets.get(j) < useful.get(i)) {
          useful.set(i, budgets.get(j));
        }
      }
    }
    return useful;
  }

  /** Whether all that spends from one budget spends from another one, too. */
  private static boolean isPart(Faults.Limit one, Faults.Limit all) {
    boolean ofAnyRole = all.role().equals("") || all.role().equals(one.role());
    return one.kind() == all.kind() && ofAnyRole && all.type().isAssignableFrom(one.type());
  }

  private boolean isNone(List<Integer> budgets, Faults.Kind kind) {
    for (int i = 0; i < limits.size(); i++) {
      if (limits.get(i).kind() == kind && budgets.get(i) > 0) {
        return false;
      }
    }
    return true;
  }

  /** Whether there is a violation, and none without faults. */
  boolean needFaults() {
    return !breaking.isEmpty() && !breaking.containsKey(limits.stream().map(limit -> 0).toList());
  }

  /** The same where the length of traces is not asked. */
  List<String> contradictionsInSets(InstanceResult result) {
    List<String> lines = new ArrayList<>();
    Set<String> sets =
        result.breakingFaults().stream()
            .map(BreakingFaults::faults)
            .map(NaiveFaultSets::counted)
            .collect(Collectors.toSet());
    Set<String> right =
        breaking.keySet().stream()
            .filter(one -> breaking.keySet().stream().noneMatch(less -> isLess(less, one)))
            .map(this::text)
            .collect(Collectors.toSet());
    differ("breaking faults", sets, right, lines);
    differ(
        "harmless faults",
        result.harmlessFaults().stream()
            .map(FaultSet::faults)
            .map(NaiveFaultSets::counted)
            .collect(Collectors.toSet()),
        breaking.isEmpty() ? Set.of() : greatest(),
        lines);
    return lines;
  }

  /** In what a result contradicts this; a line each. */
  List<String> contradictions(InstanceResult result) {
    List<String> lines = new ArrayList<>();
    differ("breaking faults", told(result), smallest(), lines);
    Set<String> told =
        result.harmlessFaults().stream()
            .map(FaultSet::faults)
            .map(NaiveFaultSets::counted)
            .collect(Collectors.toSet());
    differ("harmless faults", told, breaking.isEmpty() ? Set.of() : greatest(), lines);
    return lines;
  }

  private static void differ(String what, Set<String> told, Set<String> right, List<String> lines) {
    if (!told.equals(right)) {
      lines.add("%s %s, not %s".formatted(what, told, right));
    }
  }

  private Set<String> smallest() {
    return breaking.keySet().stream()
        .filter(one -> breaking.keySet().stream().noneMatch(less -> isLess(less, one)))
        .map(one -> text(one) + " after " + breaking.get(one))
        .collect(Collectors.toSet());
  }

  private static Set<String> told(InstanceResult result) {
    return result.breakingFaults().stream()
        .map(set -> counted(set.faults()) + " after " + length(set))
        .collect(Collectors.toSet());
  }

  private static int length(BreakingFaults set) {
    return set.trace().map(Trace::steps).map(List::size).orElse(-1);
  }

  private Set<String> greatest() {
    return harmless.stream()
        .filter(one -> harmless.stream().noneMatch(more -> isLess(one, more)))
        .map(this::text)
        .collect(Collectors.toSet());
  }

  private static boolean isLess(List<Integer> one, List<Integer> other) {
    boolean within = true;
    for (int i = 0; i < one.size(); i++) {
      within &= one.get(i) <= other.get(i);
    }
    return within && !one.equals(other);
  }

  private String text(List<Integer> budgets) {
    Map<String, Integer> named = new TreeMap<>();
    for (int i = 0; i < limits.size(); i++) {
      if (budgets.get(i) > 0 || isPaidElsewhere(budgets, limits.get(i))) {
        named.put(limits.get(i).label(), budgets.get(i));
      }
    }
    return named.toString();
  }

  /** Whether a fault that would spend from a budget might spend from another one that has some. */
  private boolean isPaidElsewhere(List<Integer> budgets, Faults.Limit limit) {
    for (int i = 0; i < limits.size(); i++) {
      Faults.Limit other = limits.get(i);
      Set<String> roles = new HashSet<>(List.of(limit.role(), other.role(), ""));
      boolean apart =
          !other.type().isAssignableFrom(limit.type())
              && !limit.type().isAssignableFrom(other.type())
              && !limit.type().isInterface()
              && !other.type().isInterface();
      if (budgets.get(i) > 0 && other.kind() == limit.kind() && roles.size() < 3 && !apart) {
        return true;
      }
    }
    return false;
  }

  private static String counted(List<FaultCount> faults) {
    Map<String, Integer> named = new TreeMap<>();
    faults.forEach(fault -> named.put(fault.fault(), fault.count()));
    return named.toString();
  }
}
