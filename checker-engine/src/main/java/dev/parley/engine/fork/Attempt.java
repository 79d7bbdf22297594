package dev.parley.engine.fork;

import dev.parley.api.Verdict;
import dev.parley.engine.model.Model;
import dev.parley.engine.options.Budget;
import dev.parley.engine.result.Coverage;
import dev.parley.engine.result.Decomposition;
import dev.parley.engine.result.Figures;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Mistake;
import dev.parley.engine.result.Progress;
import dev.parley.engine.result.PropertyResult;
import java.util.List;
import java.util.Optional;

/**
 * What is known about the instance being checked. A result can be made from it if the search itself
 * cannot make one, because memory ran out or the process died. Both ends keep an attempt and feed
 * it with the same events. It holds nothing large and no object of the protocol.
 */
final class Attempt {
  private static final String ENGINE = "engine";
  private static final long MEGABYTE = 1024 * 1024;

  private final Target target;
  private final String search;
  private Model.Description description;
  private Budget budget;
  private List<PropertyResult> properties = List.of();
  private Optional<Progress> last = Optional.empty();
  private Optional<InstanceResult> found = Optional.empty();

  Attempt(Target target, String search, Budget budget) {
    this.target = target;
    this.search = search;
    this.budget = budget;
    this.description =
        new Model.Description(
            target.protocol(),
            target.protocolClass(),
            "",
            target.instance(),
            target.tags(),
            Verdict.VERIFIED,
            Optional.empty(),
            Budget.UNBOUNDED);
  }

  Target target() {
    return target;
  }

  Model.Description description() {
    return description;
  }

  Budget budget() {
    return budget;
  }

  void loaded(Event.InstanceLoaded event) {
    description = event.description();
    budget = event.budget();
    properties = event.properties();
  }

  void declared(Event.InstanceDeclared event) {
    description = event.description();
    budget = event.budget();
  }

  void found(InstanceResult withoutTrace) {
    found = Optional.of(withoutTrace);
  }

  /** Whether the verdict is known, and only the steps are missing. */
  boolean decided() {
    return found.isPresent();
  }

  /**
   * What was found, if a verdict is known.
   *
   * @param why why the check did not come to its end: the end of a sentence, with its full stop
   */
  Optional<InstanceResult> withoutSteps(String why) {
    return found.map(
        result -> result.with(result.decomposition(), List.of(unfinished(result.verdict()) + why)));
  }

  private static String unfinished(Verdict verdict) {
    return verdict == Verdict.VIOLATED || verdict == Verdict.ERROR
        ? "The steps that lead there are missing, and were not run again: "
        : "What leaving out inferred fields would save was not measured: ";
  }

  void progressed(Progress progress) {
    last = Optional.of(progress);
  }

  /**
   * Memory ran out.
   *
   * @param place the protocol's method that asked for memory when there was none, or {@code engine}
   * @param heapBytes the size of the heap
   */
  InstanceResult outOfMemory(String place, long heapBytes) {
    String heap = heapBytes / MEGABYTE + " MB";
    return withoutSteps("the engine's heap of " + heap + " ran out. Raise it with -Dparley.heap.")
        .orElseGet(
            () ->
                result(
                    Verdict.BUDGET_EXHAUSTED,
                    Optional.of(Budget.Kind.MEMORY),
                    Optional.empty(),
                    List.of(whatFilled(place, heapBytes))));
  }

  /** A full heap with little in the engine's tables was filled by the protocol itself. */
  private String whatFilled(String place, long heapBytes) {
    String ranOut =
        "The engine's heap ran out, of which "
            + heapBytes / MEGABYTE
            + " MB can be used; the figures are those of the last progress report. ";
    long tables = last.map(Progress::storeBytes).orElse(0L);
    if (!place.equals(ENGINE) && tables < heapBytes / 4) {
      return ranOut
          + "The engine's own tables took "
          + tables / MEGABYTE
          + " MB when it was last heard of, and the memory was asked for in "
          + place
          + ": see whether it allocates without end. If it does not, raise the heap with"
          + " -Dparley.heap.";
    }
    return ranOut + "Raise it with -Dparley.heap, or make the instance smaller.";
  }

  InstanceResult error(Mistake mistake) {
    return result(Verdict.ERROR, Optional.empty(), Optional.of(mistake), List.of());
  }

  private InstanceResult result(
      Verdict verdict,
      Optional<Budget.Kind> exhausted,
      Optional<Mistake> mistake,
      List<String> warnings) {
    return new InstanceResult(
        description,
        verdict,
        exhausted,
        search,
        budget,
        last.map(Figures::of).orElse(Figures.NONE),
        properties,
        Coverage.NONE,
        Decomposition.NONE,
        Optional.empty(),
        mistake,
        warnings);
  }
}
