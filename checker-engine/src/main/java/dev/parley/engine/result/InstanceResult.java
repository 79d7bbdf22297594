package dev.parley.engine.result;

import dev.parley.api.Verdict;
import dev.parley.engine.model.Model;
import dev.parley.engine.options.Budget;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * All there is to say about the check of one instance.
 *
 * @param description its name and what was declared about it
 * @param verdict what was found
 * @param exhausted which budget ended the search, if one did
 * @param exploration what was searched, and how much of it
 * @param scrutiny what was looked at
 * @param fingerprint identifies the code that was checked: the same as long as neither the
 *     protocol's classes nor the instance change; empty if it is not known
 * @param findings what there is to say besides the verdict
 * @param basis what the result rests on besides its own search
 */
public record InstanceResult(
    Model.Description description,
    Verdict verdict,
    Optional<Budget.Kind> exhausted,
    @Inlined Exploration exploration,
    @Inlined Scrutiny scrutiny,
    String fingerprint,
    @Inlined Findings findings,
    @Inlined Basis basis) {

  /**
   * What was searched, and how much of it.
   *
   * @param search what ran, in words the report shows: {@code breadth-first, stateful}
   * @param budget the budget in force
   * @param figures how much was explored
   * @param surroundings the network, the faults and the initial states
   */
  public record Exploration(
      String search, Budget budget, Figures figures, Surroundings surroundings) {}

  /**
   * What was looked at.
   *
   * @param properties each property's own verdict
   * @param coverage what the search did and did not exercise
   * @param decomposition what is and what could be left out of the relevant state
   * @param reductions the reductions asked for, and whether they apply
   * @param profile what was met where
   */
  public record Scrutiny(
      List<PropertyResult> properties,
      Coverage coverage,
      Decomposition decomposition,
      List<AppliedReduction> reductions,
      Profile profile) {
    /** Keeps its own copies. */
    public Scrutiny {
      properties = List.copyOf(properties);
      reductions = List.copyOf(reductions);
    }
  }

  /**
   * What there is to say besides the verdict.
   *
   * @param violation the counterexample, if the verdict is VIOLATED
   * @param error the mistake, if the verdict is ERROR
   * @param warnings further remarks, each a sentence
   * @param breakingFaults if faults were allowed and the verdict is VIOLATED, the smallest sets of
   *     faults that break a property
   * @param harmlessFaults if so, the greatest sets of faults with which nothing breaks; empty if
   *     something breaks without any, or if not all sets were explored
   */
  public record Findings(
      Optional<Violation> violation,
      Optional<Mistake> error,
      List<String> warnings,
      List<BreakingFaults> breakingFaults,
      List<FaultSet> harmlessFaults) {
    /** Keeps its own copies. */
    public Findings {
      warnings = List.copyOf(warnings);
      breakingFaults = List.copyOf(breakingFaults);
      harmlessFaults = List.copyOf(harmlessFaults);
    }

    private Findings surveyed(Survey survey) {
      return new Findings(
          violation.map(v -> v.with(survey)), error, warnings, breakingFaults, harmlessFaults);
    }

    private Findings with(List<String> otherWarnings) {
      return new Findings(violation, error, otherWarnings, breakingFaults, harmlessFaults);
    }
  }

  /** Puts the single parts together. */
  public InstanceResult(
      Model.Description description,
      Verdict verdict,
      Optional<Budget.Kind> exhausted,
      String search,
      Budget budget,
      Figures figures,
      List<PropertyResult> properties,
      Coverage coverage,
      Decomposition decomposition,
      List<AppliedReduction> reductions,
      Profile profile,
      String fingerprint,
      Optional<Violation> violation,
      Optional<Mistake> error,
      List<String> warnings) {
    this(
        description,
        verdict,
        exhausted,
        new Exploration(search, budget, figures, Surroundings.USUAL),
        new Scrutiny(properties, coverage, decomposition, reductions, profile),
        fingerprint,
        new Findings(violation, error, warnings, List.of(), List.of()),
        Basis.NONE);
  }

  /** A result without reductions, profile and fingerprint. */
  public InstanceResult(
      Model.Description description,
      Verdict verdict,
      Optional<Budget.Kind> exhausted,
      String search,
      Budget budget,
      Figures figures,
      List<PropertyResult> properties,
      Coverage coverage,
      Decomposition decomposition,
      Optional<Violation> violation,
      Optional<Mistake> error,
      List<String> warnings) {
    this(
        description,
        verdict,
        exhausted,
        search,
        budget,
        figures,
        properties,
        coverage,
        decomposition,
        List.of(),
        Profile.NONE,
        "",
        violation,
        error,
        warnings);
  }

  /** The name of the search by rounds among the reductions. */
  public static final String ROUNDS = "rounds";

  /** What a warning says of a field whose values kept growing until a budget ended the search. */
  public static final String STILL_GROWING = "is still growing";

  /** Whether this is what random walks came to that found nothing: no proof of anything. */
  public boolean walkedInVain() {
    return exhausted.filter(Budget.Kind.WALKS::equals).isPresent();
  }

  /**
   * Whether the result may stand although it is not the declared verdict: random walks found
   * nothing where nothing should be found. They were asked for, and cannot say more.
   */
  public boolean isUncontradicted() {
    return walkedInVain() && description.expected() == Verdict.VERIFIED;
  }

  /**
   * That the instance was explored round by round, and what that assumes: {@code by rounds, where
   * any message may be lost}. Nothing if it was not.
   */
  public Optional<String> byRounds() {
    return reductions().stream()
        .filter(reduction -> reduction.name().equals(ROUNDS) && reduction.applied())
        .map(reduction -> "by rounds, " + reduction.summary().replaceFirst(".*, where", "where"))
        .findFirst();
  }

  /** The verdict in words. */
  public String verdictText() {
    return walkedInVain()
        ? "nothing found"
        : verdict.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** Whether more budget would most likely be spent in vain. */
  public boolean grows() {
    return warnings().stream().anyMatch(warning -> warning.contains(STILL_GROWING));
  }

  /** The same with more known about the decomposition, and further remarks. */
  public InstanceResult with(Decomposition newDecomposition, List<String> remarks) {
    List<String> all = new ArrayList<>(warnings());
    all.addAll(remarks);
    return new InstanceResult(
        description,
        verdict,
        exhausted,
        exploration,
        new Scrutiny(properties(), coverage(), newDecomposition, reductions(), profile()),
        fingerprint,
        findings.with(all),
        basis);
  }

  /** The same in other surroundings. */
  public InstanceResult with(Surroundings surroundings) {
    return new InstanceResult(
        description,
        verdict,
        exhausted,
        new Exploration(search(), budget(), figures(), surroundings),
        scrutiny,
        fingerprint,
        findings,
        basis);
  }

  /** The same on another basis. */
  public InstanceResult with(Basis other) {
    return new InstanceResult(
        description, verdict, exhausted, exploration, scrutiny, fingerprint, findings, other);
  }

  /** The same with the smallest sets of faults that break something, and those that do not. */
  public InstanceResult with(List<BreakingFaults> breaking, List<FaultSet> harmless) {
    return with(new Findings(violation(), error(), warnings(), breaking, harmless));
  }

  /** The same with a further remark. */
  public InstanceResult warned(String remark) {
    List<String> all = new ArrayList<>(warnings());
    all.add(remark);
    return with(findings.with(all));
  }

  /** The same with a survey of its counterexample. */
  public InstanceResult surveyed(Survey survey) {
    return with(findings.surveyed(survey));
  }

  private InstanceResult with(Findings others) {
    return new InstanceResult(
        description, verdict, exhausted, exploration, scrutiny, fingerprint, others, basis);
  }

  /** Whether the outcome is the declared one: same verdict and, if named, same property. */
  public boolean asExpected() {
    return verdict == description.expected()
        && description
            .expectedProperty()
            .map(p -> violation().map(v -> v.property().equals(p)).orElse(false))
            .orElse(true);
  }

  /** What ran, in words the report shows. */
  public String search() {
    return exploration.search();
  }

  /** The budget in force. */
  public Budget budget() {
    return exploration.budget();
  }

  /** How much was explored. */
  public Figures figures() {
    return exploration.figures();
  }

  /** Each property's own verdict. */
  public List<PropertyResult> properties() {
    return scrutiny.properties();
  }

  /** What the search did and did not exercise. */
  public Coverage coverage() {
    return scrutiny.coverage();
  }

  /** What is and what could be left out of the relevant state. */
  public Decomposition decomposition() {
    return scrutiny.decomposition();
  }

  /** The reductions asked for, and whether they apply. */
  public List<AppliedReduction> reductions() {
    return scrutiny.reductions();
  }

  /** What was met where. */
  public Profile profile() {
    return scrutiny.profile();
  }

  /** The counterexample, if the verdict is VIOLATED. */
  public Optional<Violation> violation() {
    return findings.violation();
  }

  /** The mistake, if the verdict is ERROR. */
  public Optional<Mistake> error() {
    return findings.error();
  }

  /** Further remarks, each a sentence. */
  public List<String> warnings() {
    return findings.warnings();
  }

  /** The network, the faults and the initial states. */
  public Surroundings surroundings() {
    return exploration.surroundings();
  }

  /** The smallest sets of faults that break a property. */
  public List<BreakingFaults> breakingFaults() {
    return findings.breakingFaults();
  }

  /** The greatest sets of faults with which nothing breaks. */
  public List<FaultSet> harmlessFaults() {
    return findings.harmlessFaults();
  }
}
