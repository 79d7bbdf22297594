package dev.parley.engine.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Fairness;
import dev.parley.api.Formula;
import dev.parley.api.Node;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import dev.parley.engine.internal.InstanceCheck;
import dev.parley.engine.internal.capture.Renderer;
import dev.parley.engine.model.Handler;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.model.NodeType;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.ExplorationOptions.Order;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.options.StoreOptions.Memory;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ProgressListener;
import dev.parley.engine.result.PropertyResult;
import dev.parley.engine.result.Trace;
import dev.parley.engine.result.Violation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Holds the engine against the naive checker on what must happen in the end: random protocols,
 * properties, fairness and surroundings. Each run that the engine shows is taken once more by the
 * naive checker: it closes, it is fair, and its property is false where it stays. {@code
 * -Dparley.liveness.seeds=N} sets how many protocols, {@code -Dparley.liveness.first=K} where to
 * start.
 */
class LivenessDifferentialTest {
  private static final long FIRST = Long.getLong("parley.liveness.first", 0);
  private static final long SEEDS = Long.getLong("parley.liveness.seeds", 60);
  private static final int CLAIMS = 6;
  private static final int SHOWN_FAILURES = 3;
  private static final int MOST_COMBINATIONS = 12;

  private static final SearchOptions DBSS =
      SearchOptions.DEFAULT.withRunTwice(false).withMemory(Memory.RELEVANT);

  private static final List<SearchOptions> MODES =
      List.of(
          DBSS,
          DBSS.withMemory(Memory.FULL),
          DBSS.withOrder(Order.DEPTH_FIRST),
          SearchMode.named("reduced").options().withRunTwice(false).withTrialRuns(5_000));

  private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();

  @Test
  void theEngineAgreesWithTheNaiveCheckerOnWhatHappensInTheEnd() {
    List<String> failures = Collections.synchronizedList(new ArrayList<>());
    LongStream.range(FIRST, FIRST + SEEDS)
        .parallel()
        .filter(seed -> failures.size() < SHOWN_FAILURES)
        .forEach(
            seed ->
                (seed % 3 == 2 ? worldly(seed) : plain(seed))
                    .ifPresent(subject -> compare(subject, failures)));
    System.out.println(new TreeMap<>(counts));
    assertThat(failures).as("disagreements: %s", String.join("\n\n", failures)).isEmpty();
    for (Property.Kind kind : Property.Kind.values()) {
      if (kind.isLiveness()) {
        assertThat(counts).containsKeys(kind + " holds", kind + " violated");
      }
    }
    assertThat(counts)
        .containsKeys(
            "about what never happens",
            "loop",
            "nothing more happens",
            "a run that is not fair",
            "a run that comes to meet an obligation no more",
            "a fair run that puts off for ever what a formula asks for",
            "a run may rest before it ends",
            "with faults",
            "with sets of faults");
  }

  /** An instance, as often as it is needed. */
  private record Subject(
      long seed,
      Function<Function<Class<? extends Node>, NodeType>, Model> model,
      List<Property> claims,
      String text) {}

  private Optional<Subject> plain(long seed) {
    RandomProtocols.Sample sample =
        RandomProtocols.generated(
            seed, seed % 2 == 0 ? RandomProtocols.Flavour.CYCLES : RandomProtocols.Flavour.PLAIN);
    if (sample.reference().violations().containsKey(Violation.EXCEPTION)) {
      return Optional.empty();
    }
    SplittableRandom random = new SplittableRandom(seed);
    List<Claim> drawn = new ArrayList<>();
    for (int i = 0; i < 2 * CLAIMS; i++) {
      drawn.add(claim(sample.protocol(), random));
    }
    List<Property> claims = claims(drawn.stream().<Predicate<World>>map(c -> c).toList(), random);
    return Optional.of(
        new Subject(
            seed,
            types -> sample.protocol().model(types, claims, company(seed)),
            claims,
            sample.protocol().dump() + drawn));
  }

  private Optional<Subject> worldly(long seed) {
    WorldlyProtocol protocol = WorldlyProtocols.of(seed);
    NaiveResult reference = NaiveChecker.check(protocol.with(List.of()).model(Models.UNREAD));
    if (reference.verdict() != Verdict.VERIFIED || reference.states() > 1_500) {
      return Optional.empty();
    }
    if (!protocol.faults().isNone()) {
      count("with faults");
    }
    SplittableRandom random = new SplittableRandom(seed);
    List<WorldlyClaim> drawn = new ArrayList<>();
    for (int i = 0; i < 2 * CLAIMS; i++) {
      drawn.add(claim(protocol, random));
    }
    List<Property> claims =
        claims(drawn.stream().<Predicate<World>>map(c -> c::test).toList(), random);
    return Optional.of(
        new Subject(
            seed, types -> protocol.modelWith(types, claims), claims, protocol.toString() + drawn));
  }

  /** In company of a node that always turns, no run ends. */
  private static Topology company(long seed) {
    Topology topology = new Topology();
    return seed % 4 < 2 ? topology.add(new Turner()) : topology;
  }

  /** Never comes to rest. */
  static final class Turner extends Node {
    boolean turned;

    @Step
    void turn() {
      turned = !turned;
    }
  }

  private static Claim claim(RandomProtocol protocol, SplittableRandom random) {
    Claim.Shape[] shapes = Claim.Shape.values();
    return new Claim(
        "",
        Property.Kind.INVARIANT,
        shapes[random.nextInt(shapes.length)],
        random.nextBoolean(),
        protocol.members().get(random.nextInt(protocol.members().size())).id(),
        random.nextInt(3));
  }

  private static WorldlyClaim claim(WorldlyProtocol protocol, SplittableRandom random) {
    WorldlyClaim.Shape[] shapes = WorldlyClaim.Shape.values();
    return new WorldlyClaim(
        "",
        Property.Kind.INVARIANT,
        shapes[random.nextInt(shapes.length)],
        random.nextBoolean(),
        protocol.members().get(random.nextInt(protocol.members().size())).id(),
        random.nextInt(3));
  }

  /** Liveness claims of all kinds about these predicates; of runs alone in every other case. */
  private static List<Property> claims(List<Predicate<World>> states, SplittableRandom random) {
    boolean runsAlone = random.nextBoolean();
    List<Property.Kind> kinds =
        Stream.of(Property.Kind.values())
            .filter(Property.Kind::isLiveness)
            .filter(kind -> !runsAlone || kind != Property.Kind.POSSIBLE)
            .toList();
    List<Property> claims = new ArrayList<>();
    for (int i = 0; i < CLAIMS; i++) {
      Property.Kind kind = kinds.get(random.nextInt(kinds.size()));
      if (kind == Property.Kind.FORMULA) {
        claims.add(formula("claim" + i, states, random));
        continue;
      }
      Predicate<World> predicate =
          random.nextBoolean() ? states.get(2 * i) : states.get(2 * i).negate();
      Optional<Property> trigger =
          kind == Property.Kind.LEADS_TO
              ? Optional.of(
                  new Property("trigger" + i, "", kind, states.get(2 * i + 1), Optional.empty()))
              : Optional.empty();
      claims.add(new Property("claim" + i, "", kind, predicate, Optional.empty(), trigger));
    }
    return claims;
  }

  /** A formula about three of these predicates. */
  private static Property formula(
      String name, List<Predicate<World>> states, SplittableRandom random) {
    List<Predicate<World>> drawn =
        IntStream.range(0, 3).mapToObj(i -> states.get(random.nextInt(states.size()))).toList();
    return Property.of(name, "", new RandomFormulas(random, drawn).next(4, 3), Optional.empty());
  }

  // Fairness ------------------------------------------------------------------------------------

  private static Fairness fairness(long seed, String handler) {
    int drawn = new SplittableRandom(seed * 31 + handler.hashCode()).nextInt(10);
    return drawn < 2 ? Fairness.NONE : drawn < 4 ? Fairness.STRONG : Fairness.WEAK;
  }

  private static Function<Class<? extends Node>, NodeType> types(long seed) {
    return type -> {
      NodeType read = ModelLoader.nodeType(type);
      return new NodeType(
          type,
          read.handlers().stream()
              .map(
                  h ->
                      new Handler(
                          h.index(),
                          h.kind(),
                          h.method(),
                          h.messageType(),
                          h.takesSender(),
                          h.trigger(),
                          h.size(),
                          h.guard(),
                          fairness(seed, h.method().getName())))
              .collect(Collectors.toList()));
    };
  }

  // Comparison ----------------------------------------------------------------------------------

  private void compare(Subject subject, List<String> failures) {
    NaiveLiveness naive =
        new NaiveLiveness(
            subject.model().apply(Models.UNREAD),
            handler -> fairness(subject.seed(), handler.method().getName()));
    Map<String, Boolean> holds = new TreeMap<>();
    Set<String> idle = new TreeSet<>();
    for (Property claim : subject.claims()) {
      boolean held = naive.holds(claim);
      if (naive.isIdle(claim)) {
        idle.add(claim.name());
        count("about what never happens");
      }
      holds.put(claim.name(), held);
      count(claim.kind() + (held ? " holds" : " violated"));
      claim.formula().ifPresent(this::count);
    }
    naive.features().forEach(this::count);
    Optional<NaiveFaultSets> sets = faultSets(subject);
    for (SearchOptions mode : MODES) {
      List<String> lines = new ArrayList<>();
      try {
        InstanceResult result =
            InstanceCheck.ofInspected(
                    subject.model().apply(types(subject.seed())), mode, ProgressListener.NONE)
                .run();
        lines.addAll(contradictions(subject, holds, idle, result));
        sets.ifPresent(known -> lines.addAll(known.contradictionsInSets(result)));
      } catch (AssertionError | RuntimeException e) {
        lines.add(e.toString());
      }
      if (!lines.isEmpty()) {
        failures.add(
            "seed %d, %s: %s%nnaive: %s of %d states%n%s"
                .formatted(
                    subject.seed(), mode.describe(), lines, holds, naive.size(), subject.text()));
      }
    }
  }

  /** Which faults break a claim about runs; a claim that a goal stays possible is another thing. */
  private Optional<NaiveFaultSets> faultSets(Subject subject) {
    Model model = subject.model().apply(Models.UNREAD);
    boolean possible =
        subject.claims().stream().anyMatch(claim -> claim.kind() == Property.Kind.POSSIBLE);
    if (possible
        || model.setting().faults().isNone()
        || NaiveFaultSets.count(model.setting().faults()) > MOST_COMBINATIONS) {
      return Optional.empty();
    }
    NaiveFaultSets sets =
        NaiveFaultSets.of(
            model.setting().faults().limits(),
            budgets -> {
              NaiveLiveness fewer =
                  new NaiveLiveness(
                      subject.model().apply(Models.UNREAD),
                      handler -> fairness(subject.seed(), handler.method().getName()),
                      budgets);
              return subject.claims().stream().anyMatch(claim -> !fewer.holds(claim));
            });
    count(sets.needFaults() ? "only faults break it" : "with sets of faults");
    return Optional.of(sets);
  }

  private List<String> contradictions(
      Subject subject, Map<String, Boolean> holds, Set<String> idle, InstanceResult result) {
    List<String> lines = new ArrayList<>();
    boolean all = holds.values().stream().allMatch(held -> held);
    if (result.verdict() != (all ? Verdict.VERIFIED : Verdict.VIOLATED)) {
      lines.add("verdict " + result.verdict() + ", " + result.error());
      return lines;
    }
    for (PropertyResult property : result.properties()) {
      PropertyResult.Status right =
          idle.contains(property.name())
              ? PropertyResult.Status.NOT_JUDGED
              : holds.get(property.name())
                  ? PropertyResult.Status.HOLDS
                  : PropertyResult.Status.VIOLATED;
      if (property.outcome() != right) {
        lines.add(property.name() + " is " + property.outcome());
      }
    }
    result.violation().ifPresent(violation -> lines.addAll(objections(subject, violation)));
    return lines;
  }

  /** What is wrong with the run that is shown. */
  private List<String> objections(Subject subject, Violation violation) {
    Property property =
        subject.claims().stream()
            .filter(claim -> claim.name().equals(violation.property()))
            .findFirst()
            .orElseThrow();
    Trace trace = violation.trace().orElseThrow();
    count(trace.loop().isPresent() ? "loop" : "nothing more happens");
    NaiveRun run =
        NaiveRun.of(
            subject.model().apply(Models.UNREAD),
            trace,
            Renderer::text,
            handler -> fairness(subject.seed(), handler.method().getName()));
    return run.objections(property);
  }

  /** Each operator that a formula has. */
  private void count(Formula formula) {
    count("formula with " + formula.operator());
    formula.parts().forEach(this::count);
  }

  private void count(String what) {
    counts.computeIfAbsent(what, w -> new LongAdder()).increment();
  }
}
