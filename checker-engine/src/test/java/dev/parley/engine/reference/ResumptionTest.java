package dev.parley.engine.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.api.Network;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.engine.internal.InstanceCheck;
import dev.parley.engine.internal.saved.SavedFile;
import dev.parley.engine.internal.search.Keeper;
import dev.parley.engine.internal.search.Workforce;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.ExplorationOptions.Order;
import dev.parley.engine.options.PartialOrder;
import dev.parley.engine.options.ReductionOptions.Symmetry;
import dev.parley.engine.options.ScrutinyOptions.Inference;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.AppliedReduction;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ProgressListener;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A search that was interrupted and goes on comes to what it comes to in one go: every figure,
 * every step of a counterexample, and all that is told around it. It is interrupted at some number
 * of states, several times on the way.
 */
class ResumptionTest {
  private static final long SEEDS = Long.getLong("parley.resume.seeds", 12);
  private static final long FIRST = Long.getLong("parley.resume.first", 0);

  /** Random protocols with more states are left out. */
  private static final long SMALL = 3_000;

  private static final long MOST = 30_000;

  private static final String RESUMED = "resumed from ";

  private static final List<SearchOptions> MODES =
      Stream.concat(
              SearchMode.ALL.stream()
                  .filter(mode -> mode != SearchMode.STATELESS)
                  .flatMap(
                      mode -> Stream.of(mode.options(), mode.in(Order.BREADTH_FIRST).options())),
              Stream.of(
                  SearchMode.DBSS_POR.options().withInference(Inference.ON),
                  SearchMode.STATEFUL.options().withSymmetry(Symmetry.AUTO),
                  SearchMode.STATEFUL.options().withDeliveryRecord(true),
                  SearchMode.DBSS.in(Order.BREADTH_FIRST).options().withSymmetry(Symmetry.AUTO)))
          .toList();

  @TempDir Path directory;

  private SavedFile file(String name) {
    return new SavedFile(directory.resolve(name), Map.of("code", "1", "instance", name));
  }

  private Keeper keeper(String name) {
    return new Keeper(file(name), states -> false);
  }

  /** Saves at some number of states, and dies a while after. */
  private Keeper dying(String name, long stop) {
    boolean[] saved = {false};
    return new Keeper(
        file(name),
        states -> {
          if (saved[0] && states > stop + 20) {
            throw new Killed();
          }
          boolean now = !saved[0] && states >= stop;
          saved[0] |= now;
          return now;
        });
  }

  private static final class Killed extends Error {
    private static final long serialVersionUID = 1;
  }

  /** What was found, without what must differ: time, memory, and remarks about saving. */
  private static String text(InstanceResult result) {
    return result
        .toString()
        .replaceAll("(millis|storeBytes)=\\d+", "")
        .replaceAll("budget=Budget\\[[^\\]]*\\]", "")
        .replaceAll("(, )?resumed from [0-9,]+ states that were saved after [^,\\]]*", "")
        .replaceAll("took about [0-9,]+ ms", "")
        .replaceAll("forms=Forms\\[[^\\]]*\\]", "");
  }

  private static InstanceResult whole(Model model, SearchOptions options, Workforce force) {
    return new InstanceCheck(model, options, ProgressListener.NONE, force).run();
  }

  /** What became of interrupted searches. */
  private final Map<String, Integer> usage = new TreeMap<>();

  private void compare(
      String what, Supplier<Model> model, SearchOptions options, Workforce force, long seed) {
    SearchOptions bounded = options.withBudget(Budget.UNBOUNDED.withStates(MOST));
    InstanceResult expected = whole(model.get(), bounded, force);
    long states = expected.figures().states();
    if (expected.verdict() == Verdict.BUDGET_EXHAUSTED
        || states > SMALL && !what.startsWith("paxos")) {
      usage.merge("too large", 1, Integer::sum);
      return;
    }
    SplittableRandom random = new SplittableRandom(seed);
    List<Long> stops = new ArrayList<>();
    for (int stop = random.nextInt(1, 4); stop > 0; stop--) {
      stops.add(random.nextLong(1, Math.max(2, states)));
    }
    stops.sort(null);
    String name = "search-" + seed;
    for (long stop : stops) {
      String end = ended(model.get(), bounded, force, dying(name, stop));
      usage.merge("stopped " + end, 1, Integer::sum);
    }
    boolean saved = Files.exists(directory.resolve(name));
    InstanceResult resumed = part(model.get(), options, force, name, MOST);
    assertThat(text(resumed))
        .as("%s, stopped at %s of %d", what, stops, states)
        .isEqualTo(text(expected));
    boolean told = resumed.warnings().stream().anyMatch(w -> w.startsWith(RESUMED));
    assertThat(told).as(what + ": " + resumed.warnings()).isEqualTo(saved);
    assertThat(directory.resolve(name)).doesNotExist();
    if (saved) {
      usage.merge("resumed", 1, Integer::sum);
      usage.merge("resumed " + resumed.verdict(), 1, Integer::sum);
      usage.merge("resumed on " + expected.surroundings().network(), 1, Integer::sum);
      resumed.reductions().stream()
          .filter(AppliedReduction::applied)
          .forEach(r -> usage.merge("resumed with " + r.name(), 1, Integer::sum));
      usage.merge(what.replaceAll(" .*", "") + " resumed", 1, Integer::sum);
    }
  }

  private static String ended(Model model, SearchOptions options, Workforce force, Keeper keeper) {
    return new InstanceCheck(model, options, ProgressListener.NONE, force)
        .keptBy(keeper)
        .run()
        .error()
        .filter(mistake -> mistake.details().contains(Killed.class.getName()))
        .map(mistake -> "killed")
        .orElse("at its end");
  }

  /** A search that ends when it has so many states. */
  private InstanceResult part(
      Model model, SearchOptions options, Workforce force, String name, long states) {
    return new InstanceCheck(
            model,
            options.withBudget(Budget.UNBOUNDED.withStates(states)),
            ProgressListener.NONE,
            force)
        .keptBy(keeper(name))
        .run();
  }

  private static Workforce force(long seed) {
    return new Workforce(1 + (int) (seed % 3), 1, 7);
  }

  private static final List<String> KINDS = List.of("plain", "worldly", "symmetric", "recorded");

  private static Model model(String kind, long seed, Network network) {
    return switch (kind) {
      case "plain" -> {
        RandomProtocol protocol = RandomProtocols.sample(seed).protocol();
        yield protocol.model(
            ModelLoader::nodeType,
            protocol.claims().stream().map(Claim::property).toList(),
            new Topology().network(network));
      }
      case "worldly" -> WorldlyProtocols.of(seed).model(ModelLoader::nodeType);
      case "symmetric" ->
          (seed % 3 == 0 ? SymmetricProtocol.lookalike(seed) : SymmetricProtocol.symmetric(seed))
              .model(ModelLoader::nodeType);
      default -> RecordedProtocol.of(seed).model(ModelLoader::nodeType);
    };
  }

  @Test
  void randomProtocolsGoOnAsIfNothingHadHappened() {
    for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
      for (int i = 0; i < KINDS.size(); i++) {
        String kind = KINDS.get(i);
        long number = seed;
        SearchOptions options = MODES.get((int) ((seed * KINDS.size() + i) * 7 % MODES.size()));
        Network network = Network.values()[(int) ((seed + i) % Network.values().length)];
        compare(
            kind + " protocol of seed " + seed + ", " + options.describe() + ", " + network,
            () -> model(kind, number, network),
            options,
            force(seed),
            seed);
      }
    }
    System.out.println(usage);
    assertThat(usage.get("resumed")).isGreaterThan((int) SEEDS);
    assertThat(usage).containsKeys("resumed VERIFIED", "resumed VIOLATED");
  }

  /**
   * Long enough for goals to be settled, states to be weighed, and properties to be looked into.
   */
  @Test
  void longSearchesGoOnAsIfNothingHadHappened() {
    Property accepted =
        Models.reachable(
            "accepted",
            w ->
                w.nodes(ReferencePaxos.Acceptor.class).stream()
                    .allMatch(acceptor -> acceptor.acceptedValue == 2));
    Property agreement = Models.invariant("agreement", ReferencePaxos::agreement);
    Property late =
        Models.invariant(
            "unanimous",
            w ->
                w.nodes(ReferencePaxos.Acceptor.class).stream()
                    .anyMatch(acceptor -> acceptor.acceptedValue != 1));
    SearchOptions por = SearchMode.DBSS_POR.in(Order.BREADTH_FIRST).options();
    int number = 0;
    for (List<Property> properties :
        List.of(List.of(accepted, agreement), List.of(agreement, late))) {
      for (SearchOptions options :
          List.of(
              SearchOptions.DEFAULT,
              por,
              por.withPartialOrder(
                  Optional.of(PartialOrder.DEFAULT.with(PartialOrder.Seed.STARTS))),
              SearchMode.DBSS.options(),
              SearchOptions.DEFAULT.withSymmetry(Symmetry.AUTO),
              SearchMode.REDUCED.in(Order.BREADTH_FIRST).options())) {
        number++;
        compare(
            "paxos, " + options.describe() + ", " + properties.size(),
            () ->
                Models.loaded(
                    ReferencePaxos.topology(2, 3, 2, false), properties.toArray(Property[]::new)),
            options,
            new Workforce(1 + number % 2, 100, 300),
            number);
      }
    }
    assertThat(usage.get("resumed")).isGreaterThan(7);
  }

  /** What the end of a budget leaves is gone on with, and what a budget has limited stays so. */
  @Test
  void aSearchGoesOnBehindTheEndOfItsBudget() {
    SearchOptions reduced = SearchMode.POR.in(Order.BREADTH_FIRST).options();
    for (SearchOptions options : List.of(SearchOptions.DEFAULT, reduced)) {
      InstanceResult expected = whole(paxos(), options, force(1));
      long states = expected.figures().states();
      InstanceResult first = part(paxos(), options, force(1), "budget", states / 3);
      assertThat(first.verdict()).isEqualTo(Verdict.BUDGET_EXHAUSTED);
      assertThat(first.warnings()).anyMatch(w -> w.contains("was saved with"));
      InstanceResult second = part(paxos(), options, force(2), "budget", states * 2 / 3);
      assertThat(second.verdict())
          .as("%s%n%s%n%s", expected, first, second)
          .isEqualTo(Verdict.BUDGET_EXHAUSTED);
      assertThat(second.warnings()).anyMatch(w -> w.startsWith(RESUMED));
      InstanceResult last = part(paxos(), options, force(3), "budget", 2 * states);
      assertThat(last.verdict()).isEqualTo(Verdict.VERIFIED);
      assertThat(last.figures().states()).isEqualTo(states);
      assertThat(last.figures().transitions()).isEqualTo(expected.figures().transitions());
      assertThat(directory.resolve("budget")).doesNotExist();
    }
  }

  private static Model paxos() {
    return Models.loaded(
        ReferencePaxos.topology(2, 3, 2, false),
        Models.invariant("agreement", ReferencePaxos::agreement));
  }

  /** Damage anywhere is seen, and what was saved is never taken for more than it is. */
  @Test
  void whatIsDamagedOrForeignIsNamedAndIgnored() throws IOException {
    InstanceResult expected = whole(paxos(), SearchOptions.DEFAULT, force(1));
    part(paxos(), SearchOptions.DEFAULT, force(1), "whole", 9_000);
    byte[] whole = Files.readAllBytes(directory.resolve("whole"));
    SplittableRandom random = new SplittableRandom(1);
    for (int at = 0; at < whole.length; at += at < 400 ? 1 : 1 + random.nextInt(400)) {
      byte[] damaged = whole.clone();
      damaged[at] ^= (byte) (1 << random.nextInt(8));
      Files.write(directory.resolve("whole"), damaged);
      SavedFile.Opened opened = file("whole").open();
      assertThat(opened.content()).as("byte %d of %d", at, whole.length).isEmpty();
      assertThat(opened.objection()).isPresent();
    }
    for (int length : new int[] {0, 1, 19, 20, 24, whole.length / 2, whole.length - 1}) {
      Files.write(directory.resolve("whole"), Arrays.copyOf(whole, length));
      assertThat(file("whole").open().objection()).as("%d bytes", length).isPresent();
    }
    byte[] newer = whole.clone();
    newer[11]++;
    Files.write(directory.resolve("whole"), newer);
    assertThat(file("whole").open().objection().orElseThrow()).contains("newer Parley");
    InstanceResult ignored = part(paxos(), SearchOptions.DEFAULT, force(1), "whole", 1L << 40);
    assertThat(ignored.warnings()).anyMatch(w -> w.contains("newer Parley") && w.contains("anew"));
    assertThat(ignored.figures().states()).isEqualTo(expected.figures().states());

    Files.write(directory.resolve("other"), whole);
    InstanceResult foreign = part(paxos(), SearchOptions.DEFAULT, force(1), "other", 1L << 40);
    assertThat(foreign.warnings()).anyMatch(w -> w.contains("differs in instance"));
    assertThat(foreign.figures().states()).isEqualTo(expected.figures().states());

    // Of another protocol, although its identity says otherwise: the steps have other outcomes.
    Files.write(directory.resolve("whole"), whole);
    Model changed =
        Models.loaded(
            ReferencePaxos.topology(2, 3, 1, false),
            Models.invariant("agreement", ReferencePaxos::agreement));
    InstanceResult stale = part(changed, SearchOptions.DEFAULT, force(1), "whole", 1L << 40);
    assertThat(stale.warnings()).anyMatch(w -> w.contains("does not fit"));
    assertThat(stale.verdict()).isNotEqualTo(Verdict.ERROR);
  }

  @Test
  void aBadFileNeverTakesThePlaceOfAGoodOne() throws IOException {
    SavedFile file = file("kept");
    file.write(out -> out.writeLong(17));
    // What a process has left that was killed while it wrote; no process has such a number.
    Files.write(directory.resolve("kept.999999999.new"), new byte[100]);
    assertThatThrownBy(
            () ->
                file.write(
                    out -> {
                      out.write(new byte[200_000]);
                      throw new IOException("No space left on device");
                    }))
        .hasMessageContaining("No space");
    try (DataInputStream in = file.open().content().orElseThrow()) {
      assertThat(in.readLong()).isEqualTo(17);
    }
    try (Stream<Path> all = Files.list(directory)) {
      assertThat(all).hasSize(1);
    }
  }

  /** Who asks for it is told why a search is not saved. */
  @Test
  void whatCannotBeSavedIsSaid() {
    for (SearchMode mode : List.of(SearchMode.STATELESS, SearchMode.ROUNDS, SearchMode.SIMULATE)) {
      InstanceResult result =
          new InstanceCheck(
                  Models.loaded(
                      ReferencePaxos.topology(2, 2, 2, false),
                      Models.invariant("agreement", ReferencePaxos::agreement)),
                  mode.options().withBudget(Budget.UNBOUNDED.withStates(500)),
                  ProgressListener.NONE,
                  force(1))
              .keptBy(keeper("unsaved"))
              .run();
      assertThat(result.warnings()).anyMatch(w -> w.startsWith("the search cannot be saved"));
      assertThat(directory.resolve("unsaved")).doesNotExist();
    }
  }
}
