package dev.parley.engine.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.api.Network;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.engine.internal.search.Search;
import dev.parley.engine.internal.space.Cursor;
import dev.parley.engine.internal.space.Faults;
import dev.parley.engine.internal.space.Ports;
import dev.parley.engine.internal.space.Spaces;
import dev.parley.engine.internal.space.StateSpace;
import dev.parley.engine.internal.step.StepExecutor;
import dev.parley.engine.internal.step.StepOutcome;
import dev.parley.engine.internal.step.StepRunner;
import dev.parley.engine.internal.store.Edges;
import dev.parley.engine.internal.store.FileStore;
import dev.parley.engine.internal.store.StateQueue;
import dev.parley.engine.internal.store.StateStore;
import dev.parley.engine.model.Handler;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.options.ExplorationOptions.Order;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.options.StoreOptions.Memory;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each port of the state space takes a second implementation, and counts stay what they must be.
 * Only what is plugged in here differs from the engine as it runs in a build.
 */
class PortsTest {
  private static final List<Long> PAXOS = List.of(27_410L, 94_055L);

  private static Model paxos() {
    return read(ReferencePaxos.quorum(2, 3, 2, false));
  }

  private static Model read(Model model) {
    return new Model(
        model.description(),
        model.nodes(),
        model.nodes().values().stream().map(n -> ModelLoader.nodeType(n.getClass())).toList(),
        model.properties());
  }

  private static List<Long> counts(Spaces spaces) {
    Search search = spaces.searched();
    assertThat(search.found()).isEmpty();
    return List.of(search.states(), search.transitions());
  }

  private static List<Long> counts(Topology topology, Ports ports) {
    return counts(Spaces.of(Models.loaded(topology), SearchOptions.DEFAULT, ports));
  }

  /** The delivery of a network, whatever the instance. */
  private static Ports on(Network network) {
    Model any = Models.loaded(line());
    return Ports.of(any.with(any.setting().with(network)));
  }

  // Delivery -----------------------------------------------------------------------------------

  record Item(int number) {}

  /** Sends all its items in one step, the greatest first; the sink has seen the least before. */
  static final class Source extends Node {
    final int items;

    Source(int items) {
      this.items = items;
    }

    @Step(once = true)
    void send() {
      send(new NodeId("Sink", 1), new Item(1));
      for (int number = items; number > 0; number--) {
        send(new NodeId("Line", 1), new Item(number));
      }
    }
  }

  /** Keeps what it is sent first waiting for good. */
  static final class Sink extends Node {
    @Receive(when = "never")
    void item(Item item) {}

    boolean never() {
      return false;
    }
  }

  /** Knows the last item of each source. */
  static final class Line extends Node {
    int[] last = new int[2];

    @Receive
    void item(Item item, NodeId from) {
      int source = from.index() - 1;
      assert last[source] == 0 || item.number() == last[source] - 1 : "out of order";
      last[source] = item.number();
    }
  }

  private static Topology line() {
    return new Topology()
        .add("Source", 2, i -> new Source(3))
        .add("Sink", new Sink())
        .add("Line", new Line());
  }

  @Test
  void aFifoDeliveryKeepsTheOrderOfSending() {
    // Each source by itself: not sent yet, then none to three of its items taken, in order. That
    // is five states with four transitions between them, for either source.
    List<Long> byHand = List.of(5L * 5, 2L * 4 * 5);
    assertThat(counts(line(), on(Network.ORDERED))).isEqualTo(byHand);
    NaiveResult reference = NaiveChecker.checkOrdered(Models.of(line()));
    assertThat(List.of(reference.states(), reference.transitions())).isEqualTo(byHand);
    assertThat(reference.usage().throwing()).isZero();
    // Without an order, the line is soon out of order.
    Search unordered =
        Spaces.of(Models.loaded(line()), SearchOptions.DEFAULT, Ports.USUAL).searched();
    assertThat(unordered.found().flatMap(found -> found.thrown())).isPresent();
  }

  @Test
  void aFifoDeliveryCountsWhatTheNaiveCheckerCountsOnRandomProtocols() {
    int compared = 0;
    int different = 0;
    for (long seed = 0; seed < 60; seed++) {
      RandomProtocols.Sample sample = RandomProtocols.sample(seed);
      NaiveResult reference =
          NaiveChecker.checkOrdered(sample.protocol().modelWithoutProperties(Models.UNREAD));
      if (reference.usage().throwing() == 0 && reference.error().isEmpty()) {
        Model model = sample.protocol().modelWithoutProperties(ModelLoader::nodeType);
        SearchOptions full = SearchOptions.DEFAULT.withMemory(Memory.FULL);
        Ports ports = on(Network.ORDERED);
        assertThat(counts(Spaces.of(model, full, ports)))
            .as("seed %d", seed)
            .isEqualTo(List.of(reference.states(), reference.transitions()));
        compared++;
        different += reference.states() != sample.reference().states() ? 1 : 0;
      }
    }
    assertThat(compared).isGreaterThan(20);
    assertThat(different).as("protocols on which the order counts").isGreaterThan(5);
  }

  /** Sends so many different items in one step. */
  static final class Burst extends Node {
    final int items;

    Burst(int items) {
      this.items = items;
    }

    @Step(once = true)
    void send() {
      for (int number = 0; number < items; number++) {
        send(new NodeId("Taker", 1), new Item(number));
      }
    }
  }

  /** Remembers which items it has taken. */
  static final class Taker extends Node {
    int taken;

    @Receive
    void item(Item item) {
      taken |= 1 << item.number();
    }
  }

  private static Topology burst(int items) {
    return new Topology().add("Burst", new Burst(items)).add("Taker", new Taker());
  }

  @Test
  void aDeliveryMayDoSomethingByItself() {
    // After the burst each of three items is on its way, has arrived, or was taken.
    Spaces spaces = Spaces.of(Models.loaded(burst(3)), SearchOptions.DEFAULT, on(Network.M_MP));
    assertThat(counts(spaces)).isEqualTo(List.of(1L + 27, 1L + 3 * 2 * 9));
    assertThat(spaces.space().transitionsByAction())
        .containsEntry("Burst.send", 1L)
        .containsEntry("Taker.item", 27L)
        .containsEntry("deliver", 27L);
  }

  // Environment --------------------------------------------------------------------------------

  @ParameterizedTest
  @EnumSource(Order.class)
  void aBudgetOfLossesIsAPartOfTheState(Order order) {
    // After the burst each of four items waits, was taken or was lost, two of them at most:
    // with none lost 2^4 states, with one 4 * 2^3, with two 6 * 2^2.
    SearchOptions options = SearchOptions.DEFAULT.withOrder(order);
    Spaces spaces = Spaces.of(Models.loaded(burst(4)), options, Faults.losses(2));
    // Half of the items that are not lost wait: each is taken, and lost if there is a loss left.
    long taken = 16 * 4 / 2 + 32 * 3 / 2 + 24 * 2 / 2;
    long lost = 16 * 4 / 2 + 32 * 3 / 2;
    assertThat(counts(spaces)).isEqualTo(List.of(1L + 16 + 32 + 24, 1 + taken + lost));
    assertThat(spaces.space().transitionsByAction())
        .containsEntry("Taker.item", taken)
        .containsEntry("lose", lost);
  }

  @Test
  void anEnvironmentDecidesWhichNodesStep() {
    // Before the burst, after it, after the one item was taken: three states with nobody down, and
    // the same three with either node down, because it may crash at any of these moments.
    // Steps: two with nobody down, the item taken with Burst down, the burst with Taker down.
    // Crashes: two in each of the three states with nobody down.
    assertThat(counts(burst(1), Faults.crash())).isEqualTo(List.of(9L, 2L + 1 + 1 + 6));
  }

  @Test
  void anEnvironmentDecidesWhichMessagesArrive() {
    // Whole or cut off, and: before the burst, item on its way, item taken, item gone with the
    // burst. The burst leads to the second if whole, to the fourth if not.
    // Steps: the burst 2, the item taken 2. Each of the 8 states can be cut or healed.
    assertThat(counts(burst(1), Faults.partitions())).isEqualTo(List.of(8L, 2L + 2 + 8));
  }

  // Store --------------------------------------------------------------------------------------

  @ParameterizedTest
  @EnumSource(Order.class)
  void aStoreMayKeepStatesOnDisk(Order order, @TempDir Path folder) {
    SearchOptions options = SearchOptions.DEFAULT.withOrder(order);
    Ports ports =
        Ports.USUAL.withStore(
            (parts, counts, remembers) -> new FileStore(folder, parts, remembers));
    assertThat(counts(Spaces.of(paxos(), options, ports))).isEqualTo(PAXOS);
  }

  // Dictionary and cursors ---------------------------------------------------------------------

  @ParameterizedTest
  @EnumSource(
      value = Memory.class,
      names = {"FULL", "RELEVANT"})
  void twoCursorsOverOneDictionaryExpandHalfOfTheStatesEach(Memory memory) {
    boolean recording = memory == Memory.RELEVANT;
    Model model = read(ReferencePaxos.quorum(2, 3, 2, recording));
    SearchOptions options = SearchOptions.DEFAULT.withMemory(memory);
    Spaces alone = Spaces.of(model, options, Ports.USUAL);
    assertThat(counts(alone)).isEqualTo(PAXOS);
    Spaces shared = Spaces.of(model, options, Ports.USUAL);
    StepRunner secondRunner = shared.anotherRunner();
    Cursor second = shared.space().newCursor(secondRunner);

    assertThat(countsOfTurns(shared.space(), second)).isEqualTo(PAXOS);
    shared.space().auditRest();

    assertThat(shared.runner().handlerRuns()).isPositive();
    assertThat(secondRunner.handlerRuns()).isPositive();
    assertThat(shared.space().transitionsByAction()).isEqualTo(alone.space().transitionsByAction());
    assertThat(shared.space().handlersFired()).isEqualTo(alone.space().handlersFired());
    for (int node = 0; node < shared.space().nodeCount(); node++) {
      assertThat(shared.space().dictionary().cellCount(node))
          .isEqualTo(alone.space().dictionary().cellCount(node));
    }
    assertThat(shared.runner().messages().size()).isEqualTo(alone.runner().messages().size());
    assertThat(shared.runner().localStates()).isEqualTo(alone.runner().localStates());
  }

  /** Every other state is expanded by the second cursor. */
  private static List<Long> countsOfTurns(StateSpace space, Cursor second) {
    StateStore store = space.newStore(true);
    StateQueue queue = store.newQueue();
    queue.add(store.add(store.view().refer(space.initials().get(0))));
    Edges edges = new Edges();
    long transitions = 0;
    for (long turn = 0; queue.size() > 0; turn++) {
      edges.clear();
      if (turn % 2 == 0) {
        space.expand(store.view(), queue.take(), edges);
      } else {
        second.expand(store.view(), queue.take(), edges);
      }
      store.addAll(edges);
      transitions += edges.size();
      for (int edge = 0; edge < edges.size(); edge++) {
        if (edges.isNew(edge)) {
          queue.add(edges.state(edge));
        }
      }
    }
    return List.of(store.size(), transitions);
  }

  @Test
  void aCursorNeedsARunnerOfTheSameDictionary() {
    Spaces spaces = Spaces.of(paxos(), SearchOptions.DEFAULT, Ports.USUAL);
    StepRunner stranger =
        new StepRunner(spaces.model(), spaces.participants(), spaces.options(), Set.of());
    assertThatThrownBy(() -> spaces.space().newCursor(stranger))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("dictionary");
  }

  // Executor -----------------------------------------------------------------------------------

  /** Has another thread run the steps, and counts them. */
  private static final class Elsewhere implements StepExecutor {
    private final StepExecutor runner;
    private final ExecutorService thread;
    private long questions;

    Elsewhere(StepExecutor runner, ExecutorService thread) {
      this.runner = runner;
      this.thread = thread;
    }

    private <T> T ask(Callable<T> question) {
      questions++;
      try {
        return thread.submit(question).get();
      } catch (ExecutionException | InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public int quorumSize(int node, int local, Handler handler) {
      return ask(() -> runner.quorumSize(node, local, handler));
    }

    @Override
    public List<StepOutcome> outcomes(int node, int local, Handler handler, int[] consumed) {
      return ask(() -> runner.outcomes(node, local, handler, consumed));
    }

    @Override
    public Optional<StepOutcome> execute(
        int node, int local, Handler handler, int[] consumed, int[] choices) {
      return ask(() -> runner.execute(node, local, handler, consumed, choices));
    }

    @Override
    public List<StepOutcome> restarts(int node, int local, int layout) {
      return ask(() -> runner.restarts(node, local, layout));
    }

    @Override
    public List<String> lastChoices() {
      return ask(runner::lastChoices);
    }

    @Override
    public void keepSendingOrder() {
      runner.keepSendingOrder();
    }
  }

  @Test
  void stepsMayRunElsewhere() {
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try {
      Elsewhere[] executor = new Elsewhere[1];
      Ports ports = Ports.USUAL.withExecutor(runner -> executor[0] = new Elsewhere(runner, thread));
      Spaces spaces = Spaces.of(paxos(), SearchOptions.DEFAULT, ports);
      assertThat(counts(spaces)).isEqualTo(PAXOS);
      // Each distinct local step once, whatever the number of states it occurs in.
      assertThat(executor[0].questions).isPositive().isLessThan(PAXOS.get(0) / 10);
      assertThat(spaces.runner().handlerRuns()).isPositive();
    } finally {
      thread.shutdown();
    }
  }
}
