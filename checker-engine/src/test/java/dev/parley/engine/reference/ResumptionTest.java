package dev.parley.engine.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Network;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.engine.internal.InstanceCheck;
import dev.parley.engine.internal.saved.SavedFile;
import dev.parley.engine.internal.search.Keeper;
import dev.parley.engine.internal.search.Workforce;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.ExplorationOptions.Order;
import dev.parley.engine.options.ReductionOptions.Symmetry;
import dev.parley.engine.options.ScrutinyOptions.Inference;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.AppliedReduction;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ProgressListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A search that was interrupted and goes on comes to what it comes to in one go: every figure, every
 * step of a counterexample, and all that is told around it. It is interrupted at some number of
 * states, several times on the way.
 */
class ResumptionTest {
  private static final long SEEDS = Long.getLong("parley.resume.seeds", 40);
  private static final long FIRST = Long.getLong("parley.resume.first", 0);

  /** Protocols with more states are left out. */
  private static final long MOST = 3_000;

  private static final String RESUMED = "resumed from ";

  private static final List<SearchOptions> MODES =
      Stream.concat(
              SearchMode.ALL.stream()
                  .filter(mode -> mode != SearchMode.STATELESS)
                  .flatMap(
                      mode ->
                          Stream.of(
                              mode.options(), mode.in(Order.BREADTH_FIRST).options())),
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
    if (expected.verdict() == Verdict.BUDGET_EXHAUSTED) {
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
}
