package dev.parley.engine.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Verdict;
import dev.parley.engine.internal.InstanceCheck;
import dev.parley.engine.internal.space.Ports;
import dev.parley.engine.internal.store.HeapStore;
import dev.parley.engine.internal.store.Spill;
import dev.parley.engine.internal.store.StoreFactory;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.ExplorationOptions.Order;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ProgressListener;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A search whose states are on disk finds what one in memory finds, and shows the same. */
class SpillTest {
  private static final long SEEDS = Long.getLong("parley.spill.seeds", 10);

  @TempDir Path directory;

  /** Stores that have next to no memory; each goes to disk with its first hundreds of states. */
  private StoreFactory small(long most, List<HeapStore> made) {
    return (parts, counts, remembers) -> {
      HeapStore store = new HeapStore(parts, counts, remembers, new Spill(directory, most, 4, 9));
      store.keepWithin(1);
      made.add(store);
      return store;
    };
  }

  private static String text(InstanceResult result) {
    return result.toString().replaceAll("(millis|storeBytes)=\\d+|took about [0-9,]+ ms", "");
  }

  private InstanceResult checked(Model model, SearchOptions options, Optional<StoreFactory> store) {
    Ports ports = Ports.of(model);
    return InstanceCheck.ofInspected(
            model, options, ProgressListener.NONE, store.map(ports::withStore).orElse(ports))
        .run();
  }

  @Test
  void itMakesNoDifferenceWhereStatesAre() {
    List<SearchMode> modes =
        SearchMode.ALL.stream().filter(mode -> mode != SearchMode.STATELESS).toList();
    List<HeapStore> made = new ArrayList<>();
    for (long seed = 0; seed < SEEDS; seed++) {
      long number = seed;
      SearchMode mode = modes.get((int) (seed % modes.size()));
      for (SearchOptions options :
          List.of(mode.options(), mode.in(Order.BREADTH_FIRST).options())) {
        for (Supplier<Model> model :
            List.<Supplier<Model>>of(
                () -> RandomProtocols.model(number),
                () -> WorldlyProtocols.of(number).model(ModelLoader::nodeType))) {
          assertThat(text(checked(model.get(), options, Optional.of(small(1L << 30, made)))))
              .as("seed %d, %s", seed, options.describe())
              .isEqualTo(text(checked(model.get(), options, Optional.empty())));
        }
      }
    }
    assertThat(made.stream().filter(HeapStore::hasSpilled).count()).isGreaterThan(2 * SEEDS);
  }

  @Test
  void aFullDiskIsAnExhaustedBudget() {
    Model model = Models.loaded(ReferencePaxos.topology(2, 3, 2, false));
    List<HeapStore> made = new ArrayList<>();
    InstanceResult result =
        checked(model, SearchOptions.DEFAULT, Optional.of(small(3L << 16, made)));
    assertThat(result.verdict()).isEqualTo(Verdict.BUDGET_EXHAUSTED);
    assertThat(result.exhausted()).contains(Budget.Kind.DISK);
    assertThat(result.figures().states()).isBetween(1L, 27_409L);
  }
}
