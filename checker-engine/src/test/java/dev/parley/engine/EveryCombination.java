package dev.parley.engine;

import dev.parley.api.Faults;
import dev.parley.api.Verdict;
import dev.parley.engine.internal.InstanceCheck;
import dev.parley.engine.internal.space.Ports;
import dev.parley.engine.model.Model;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ProgressListener;
import dev.parley.engine.result.Surroundings.FaultCount;
import dev.parley.engine.result.Trace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Every combination of the faults of an instance, each checked on its own: slow and simple. */
final class EveryCombination {
  private final List<Faults.Limit> limits;

  /** For each combination that breaks, the length of the counterexample. */
  private final Map<List<Integer>, Integer> breaking = new HashMap<>();

  private EveryCombination(List<Faults.Limit> limits) {
    this.limits = limits;
  }

  static EveryCombination of(Model model, SearchOptions options) {
    EveryCombination every = new EveryCombination(model.setting().faults().limits());
    for (List<Integer> combination : every.combinations()) {
      int[] budget = combination.stream().mapToInt(Integer::intValue).toArray();
      InstanceResult result =
          InstanceCheck.ofInspected(model, options, ProgressListener.NONE, Ports.of(model, budget))
              .run();
      if (result.verdict() == Verdict.VIOLATED) {
        every.breaking.put(combination, length(result.violation().orElseThrow().trace()));
      }
    }
    return every;
  }

  private static int length(Optional<Trace> trace) {
    return trace.orElseThrow().steps().size();
  }

  private List<List<Integer>> combinations() {
    List<List<Integer>> all = List.of(List.of());
    for (Faults.Limit limit : limits) {
      List<List<Integer>> longer = new ArrayList<>();
      for (List<Integer> start : all) {
        for (int count = 0; count <= limit.most(); count++) {
          List<Integer> one = new ArrayList<>(start);
          one.add(count);
          longer.add(one);
        }
      }
      all = longer;
    }
    return all;
  }

  /** Those that break while none with fewer faults does, with the lengths of counterexamples. */
  Set<String> smallest() {
    return breaking.keySet().stream()
        .filter(
            one ->
                breaking.keySet().stream()
                    .noneMatch(other -> !other.equals(one) && isWithin(other, one)))
        .map(one -> named(one) + " after " + breaking.get(one))
        .collect(Collectors.toSet());
  }

  /** The same of a result. */
  static Set<String> described(InstanceResult result) {
    return result.breakingFaults().stream()
        .map(set -> counted(set.faults()) + " after " + length(set.trace()))
        .collect(Collectors.toSet());
  }

  /** Whether nothing breaks with these faults. */
  boolean holds(Map<String, Integer> faults) {
    return breaking.keySet().stream().noneMatch(one -> named(one).equals(faults));
  }

  private static boolean isWithin(List<Integer> one, List<Integer> other) {
    for (int i = 0; i < one.size(); i++) {
      if (one.get(i) > other.get(i)) {
        return false;
      }
    }
    return true;
  }

  private Map<String, Integer> named(List<Integer> combination) {
    Map<String, Integer> named = new TreeMap<>();
    for (int i = 0; i < limits.size(); i++) {
      if (combination.get(i) > 0) {
        named.put(limits.get(i).label(), combination.get(i));
      }
    }
    return named;
  }

  static Map<String, Integer> counted(List<FaultCount> faults) {
    Map<String, Integer> named = new TreeMap<>();
    faults.stream()
        .filter(fault -> fault.count() > 0)
        .forEach(fault -> named.put(fault.fault(), fault.count()));
    return named;
  }
}
