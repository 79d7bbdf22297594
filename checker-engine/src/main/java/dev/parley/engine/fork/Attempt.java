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
 * What is known of the instance being checked, so that a result can be made when the search itself
 * cannot: memory ran out, the process died. Both ends keep one, fed by the same events. It holds
 * nothing large and nothing of the protocol's own.
 */
final class Attempt {
  private final Target target;
  private final String search;
  private Model.Description description;
  private Budget budget;
  private List<PropertyResult> properties = List.of();
  private Optional<Progress> last = Optional.empty();

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

  void described(Model.Description found) {
    description = found;
  }

  void progressed(Progress progress) {
    last = Optional.of(progress);
  }

  InstanceResult outOfMemory(long heapBytes) {
    return result(
        Verdict.BUDGET_EXHAUSTED,
        Optional.of(Budget.Kind.MEMORY),
        Optional.empty(),
        List.of(
            "The engine's heap ran out, of which "
                + heapBytes / (1024 * 1024)
                + " MB can be used; the figures are those of the last progress report. Raise it with"
                + " -Dparley.heap, or make the instance smaller."));
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
