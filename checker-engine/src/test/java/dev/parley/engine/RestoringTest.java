package dev.parley.engine;

import static dev.parley.engine.reference.Models.invariant;
import static dev.parley.engine.reference.Models.loaded;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Node;
import dev.parley.api.Quorum;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ProgressListener;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Local states and messages must be after restoring what they were before. */
class RestoringTest {
  private static InstanceResult check(Topology topology, Property... properties) {
    return check(SearchOptions.DEFAULT, topology, properties);
  }

  private static InstanceResult check(
      SearchOptions options, Topology topology, Property... properties) {
    return Checker.check(loaded(topology, properties), options, ProgressListener.NONE);
  }

  private static void assertVerified(Topology topology, Property... properties) {
    InstanceResult result = check(topology, properties);
    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VERIFIED);
  }

  private static void assertError(InstanceResult result, String... parts) {
    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.ERROR);
    assertThat(result.error().orElseThrow().message()).contains(parts);
  }

  // Constructors of records -------------------------------------------------------------------

  /** Not what it was after being made anew from its own values. */
  record Ballot(int round) {
    Ballot {
      round = round * 10 + 1;
    }
  }

  record Wrapped(List<Object> content) {}

  record Sum(int a, int b, int sum) {
    Sum {
      sum += a + b;
    }
  }

  /** Refuses what it has stored. */
  record Even(int number) {
    Even {
      if (number % 2 != 0) {
        throw new IllegalArgumentException("odd");
      }
      number++;
    }
  }

  /** The same however often it is made. */
  record Sorted(List<Integer> numbers, String name) {
    Sorted {
      numbers = numbers.stream().sorted().toList();
      name = name.trim();
    }
  }

  /** Depends on the order of a set. */
  record First(Set<Integer> numbers, int first) {
    First {
      first = numbers.iterator().next();
    }
  }

  /** Takes its list apart from whoever gave it. */
  record Copied(List<Integer> numbers) {
    Copied {
      numbers = new ArrayList<>(numbers);
    }
  }

  /** Sends one message. */
  static final class Sender extends Node {
    private final int which;

    Sender(int which) {
      this.which = which;
    }

    @Step(once = true)
    void go() {
      sendToAll(Receiver.class, message());
    }

    private Object message() {
      return switch (which) {
        case 0 -> new Ballot(0);
        case 1 -> new Wrapped(List.of(Set.of(new Ballot(0)), "x"));
        case 2 -> new Sum(1, 2, 0);
        case 3 -> new Even(2);
        default -> new Sorted(List.of(3, 1, 2), " x ");
      };
    }
  }

  static final class Receiver extends Node {
    Object received;

    @Receive
    void message(Object message) {
      received = message;
    }
  }

  @Test
  void aMessageWhoseConstructorChangesItIsAnErrorThatNamesTheConstructor() {
    Property pending =
        invariant(
            "small", w -> w.pending().stream().allMatch(p -> !p.message().equals(new Ballot(1))));
    for (boolean twice : new boolean[] {true, false}) {
      SearchOptions options = SearchOptions.DEFAULT.withRunTwice(twice);
      assertError(
          check(options, new Topology().add(new Sender(0)).add(new Receiver()), pending),
          "constructor of record " + Ballot.class.getName(),
          "component round 11 of 1");
      assertError(
          check(options, new Topology().add(new Sender(1)).add(new Receiver())),
          "constructor of record " + Ballot.class.getName());
      assertError(
          check(options, new Topology().add(new Sender(2)).add(new Receiver())),
          "constructor of record " + Sum.class.getName(),
          "component sum 6 of 3");
    }
  }

  @Test
  void aMessageWhoseConstructorRefusesItIsAnErrorThatNamesTheSender() {
    InstanceResult result = check(new Topology().add(new Sender(3)).add(new Receiver()));
    assertError(result, "constructor of record " + Even.class.getName(), "odd");
    assertThat(result.error().orElseThrow().place()).contains("Sender.go");
  }

  @Test
  void aConstructorThatKeepsWhatItHasStoredIsFine() {
    assertVerified(
        new Topology().add(new Sender(4)).add(new Receiver()),
        invariant(
            "sorted",
            w ->
                w.nodes(Receiver.class).stream()
                    .allMatch(
                        r ->
                            r.received == null
                                || r.received.equals(new Sorted(List.of(1, 2, 3), "x")))));
  }

  /** Has a field for anything. */
  static final class Keeper extends Node {
    private Object kept;
    private Object other;
    private int steps;

    Keeper(Object kept, Object other) {
      this.kept = kept;
      this.other = other;
    }

    @Step(once = true)
    void touch() {
      steps++;
    }
  }

  @Test
  void aFieldWhoseConstructorChangesItIsAnErrorThatNamesTheConstructor() {
    for (Object content :
        Arrays.asList(
            new Ballot(0),
            List.of(new Ballot(0)),
            new ArrayList<>(List.of(new Ballot(0))),
            new HashMap<>(Map.of(new Ballot(0), 1)),
            new TreeMap<>(Map.of(1, new Ballot(0))),
            new Object[] {new Ballot(0)},
            new Wrapped(List.of(new Ballot(0))))) {
      InstanceResult result = check(new Topology().add(new Keeper(content, null)));
      assertError(result, "constructor of record " + Ballot.class.getName());
      assertThat(result.error().orElseThrow().place()).contains("Keeper");
    }
  }

  /** Its second step makes a record that is another one when it is restored. */
  static final class Late extends Node {
    private final boolean sends;
    private int steps;
    private Ballot kept;

    Late(boolean sends) {
      this.sends = sends;
    }

    @Step(once = true)
    void first() {
      steps++;
    }

    @Step(once = true, when = "ready")
    void second() {
      if (sends) {
        send(self(), new Ballot(1));
      } else {
        kept = new Ballot(1);
      }
    }

    boolean ready() {
      return steps == 1;
    }

    @Receive
    void ballot(Ballot ballot) {}
  }

  /** Whoever meets the record first (a trial run, say), the search meets it too. */
  @Test
  void aConstructorThatChangesARecordIsAnErrorInEveryModeWithTheStepsThatLedThere() {
    for (boolean sends : List.of(true, false)) {
      for (SearchMode mode : SearchMode.ALL) {
        Topology topology = new Topology().add(2, i -> new Late(sends));
        InstanceResult result = check(mode.options(), topology, invariant("x", w -> true));
        assertThat(result.verdict()).as("%s %s %s", mode, sends, result).isEqualTo(Verdict.ERROR);
        assertThat(result.error().orElseThrow().trace().orElseThrow().steps())
            .as("%s %s %s", mode, sends, result)
            .hasSize(1);
      }
    }
  }

  @Test
  void aConstructorThatTakesSharedContentApartIsAnError() {
    Copied copied = new Copied(List.of(1));
    assertError(
        check(new Topology().add(new Keeper(copied, copied.numbers()))),
        "constructor of record " + Copied.class.getName(),
        "by a copy");
    assertVerified(new Topology().add(new Keeper(copied, null)));
  }

  @Test
  void aConstructorThatDependsOnTheOrderOfASetIsAnError() {
    Set<Integer> numbers = new HashSet<>(List.of(1, 2, 3));
    InstanceResult result = check(new Topology().add(new Keeper(new First(numbers, 0), null)));
    assertError(result, "constructor of record " + First.class.getName());
  }

  // Order in messages --------------------------------------------------------------------------

  enum Flag {
    A,
    B,
    C
  }

  record Numbers(Collection<?> content) {}

  record Keys(Map<?, ?> content) {}

  /** Sends collections made by itself. */
  static final class Orderly extends Node {
    private final Choice choice;

    Orderly(Choice choice) {
      this.choice = choice;
    }

    @Step(once = true)
    void go() {
      sendToAll(FirstOf.class, choice.make());
    }
  }

  enum Choice {
    LINKED_SET(() -> new Numbers(new LinkedHashSet<>(List.of(3, 1, 2)))),
    LINKED_MAP(() -> new Keys(linked(3, 1, 2))),
    KEYS(() -> new Numbers(linked(3, 1, 2).keySet())),
    VIEW(() -> new Numbers(Collections.unmodifiableSet(new LinkedHashSet<>(List.of(3, 1, 2))))),
    MAP_VIEW(() -> new Keys(Collections.unmodifiableMap(linked(3, 1, 2)))),
    KEYS_OF_VIEW(() -> new Numbers(Collections.unmodifiableMap(linked(3, 1, 2)).keySet())),
    VIEW_OF_VIEW(
        () ->
            new Numbers(
                Collections.synchronizedSet(
                    Collections.unmodifiableSet(new LinkedHashSet<>(List.of(3, 1, 2)))))),
    FROM_MAP(() -> new Numbers(fromMap(3, 1, 2))),
    ENUMS(() -> new Numbers(EnumSet.of(Flag.C, Flag.A, Flag.B))),
    ENUM_KEYS(() -> new Keys(new EnumMap<>(Map.of(Flag.C, 1, Flag.A, 2, Flag.B, 3)))),
    ENUM_VIEW(() -> new Numbers(Collections.unmodifiableSet(EnumSet.allOf(Flag.class)))),
    COPY_ON_WRITE(
        () -> new Numbers(new java.util.concurrent.CopyOnWriteArraySet<>(List.of(3, 1, 2)))),
    NESTED(() -> new Numbers(List.of(new LinkedHashSet<>(List.of(3, 1, 2)), 1)));

    private final transient Supplier<Object> supplier;

    Choice(Supplier<Object> supplier) {
      this.supplier = supplier;
    }

    Object make() {
      return supplier.get();
    }

    private static Map<Integer, Integer> linked(Integer... keys) {
      Map<Integer, Integer> map = new LinkedHashMap<>();
      for (Integer key : keys) {
        map.put(key, 0);
      }
      return map;
    }

    private static Set<Integer> fromMap(Integer... keys) {
      Set<Integer> set = Collections.newSetFromMap(new LinkedHashMap<>());
      set.addAll(List.of(keys));
      return set;
    }
  }

  /** Depends on the order of what it receives, as it may. */
  static final class FirstOf extends Node {
    private Object first;

    @Receive
    void numbers(Numbers message) {
      Object head = message.content().iterator().next();
      first = head instanceof Collection<?> inner ? inner.iterator().next() : head;
    }

    @Receive
    void keys(Keys message) {
      first = message.content().keySet().iterator().next();
    }
  }

  @Test
  void theOrderThatACollectionPromisesArrivesWithIt() {
    for (Choice choice : Choice.values()) {
      Property property =
          invariant(
              "first",
              w ->
                  w.nodes(FirstOf.class).stream()
                      .allMatch(n -> n.first == null || n.first == Flag.A || n.first.equals(3)));
      InstanceResult result =
          check(new Topology().add(new Orderly(choice)).add(new FirstOf()), property);
      assertThat(result.verdict()).as("%s: %s", choice, result).isEqualTo(Verdict.VERIFIED);
    }
  }

  /** Sends one of two sets that differ in their order only. */
  static final class EitherOrder extends Node {
    @Step(once = true)
    void go() {
      List<Integer> order = choose(0, 1) == 0 ? List.of(1, 2) : List.of(2, 1);
      sendToAll(FirstOf.class, new Numbers(new LinkedHashSet<>(order)));
    }
  }

  @Test
  void messagesThatDifferInAPromisedOrderAreDifferent() {
    Property never2 =
        invariant(
            "never2",
            w ->
                w.nodes(FirstOf.class).stream()
                    .allMatch(n -> n.first == null || n.first.equals(1)));
    for (boolean twice : new boolean[] {true, false}) {
      InstanceResult result =
          check(
              SearchOptions.DEFAULT.withRunTwice(twice),
              new Topology().add(new EitherOrder()).add(new FirstOf()),
              never2);
      assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VIOLATED);
    }
  }

  record Flags(EnumSet<Flag> set, Map<Flag, Integer> map) {}

  static final class FlagSender extends Node {
    @Step(once = true)
    void go() {
      for (int i = 0; i < 2; i++) {
        sendToAll(
            FlagReceiver.class,
            new Flags(EnumSet.noneOf(Flag.class), new EnumMap<>(Map.of(Flag.A, 1))));
      }
    }
  }

  static final class FlagReceiver extends Node {
    private final boolean changes;
    private Set<Flag> flags = EnumSet.noneOf(Flag.class);

    FlagReceiver(boolean changes) {
      this.changes = changes;
    }

    @Receive
    void flags(Flags message) {
      flags = EnumSet.copyOf((Collection<Flag>) message.set());
      if (changes) {
        message.set().add(Flag.B);
      }
    }
  }

  static final class FlagQuorum extends Node {
    private boolean done;

    @Receive(quorum = "2")
    void flags(Quorum<Flags> quorum) {
      done = true;
      quorum.deliveries().get(0).message().map().clear();
    }
  }

  @Test
  void enumSetsArriveAsEnumSetsThatMustNotBeChanged() {
    assertVerified(new Topology().add(new FlagSender()).add(new FlagReceiver(false)));
    assertError(
        check(new Topology().add(new FlagSender()).add(new FlagReceiver(true))),
        "FlagReceiver.flags changes the " + Flags.class.getName() + " it receives");
  }

  // Keys changed in their collections -----------------------------------------------------------

  /** Equal by content that can change. */
  static final class Key implements Comparable<Key> {
    private int number;

    Key(int number) {
      this.number = number;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Key key && key.number == number;
    }

    @Override
    public int hashCode() {
      return number;
    }

    @Override
    public int compareTo(Key other) {
      return Integer.compare(number, other.number);
    }
  }

  /** Changes a key. */
  static final class KeyChanger extends Node {
    private final Key key = new Key(1);
    private final Object holder;
    private final boolean again;

    KeyChanger(Function<Key, Object> holder, boolean again) {
      this.holder = holder.apply(key);
      this.again = again;
    }

    @Step(once = true)
    void change() {
      key.number = 7;
      if (again) {
        key.number = 1;
      }
    }
  }

  private static <M extends Map<Key, Integer>> M with(M map, Key key) {
    map.put(new Key(0), 0);
    map.put(key, 1);
    map.put(new Key(3), 3);
    return map;
  }

  private static <C extends Collection<Object>> C with(C collection, Object... elements) {
    collection.addAll(List.of(elements));
    return collection;
  }

  @Test
  void aKeyChangedWhileInACollectionIsAnError() {
    List<Function<Key, Object>> holders =
        List.of(
            key -> with(new HashMap<>(), key),
            key -> with(new LinkedHashMap<>(), key),
            key -> with(new TreeMap<>(), key),
            key -> with(new java.util.concurrent.ConcurrentHashMap<>(), key),
            key -> with(new java.util.concurrent.ConcurrentSkipListMap<>(), key),
            key -> with(new HashSet<>(), key),
            key -> with(new LinkedHashSet<>(), key, new Key(9)),
            key -> with(new java.util.TreeSet<>(), key, new Key(3)),
            key -> with(new java.util.PriorityQueue<>(), key, new Key(3)),
            key -> Set.of(key, new Key(2)),
            key -> Map.of(key, 1, new Key(2), 2),
            key -> Collections.unmodifiableSet(with(new HashSet<>(), key)),
            key -> with(new HashSet<>(), List.of(key), 3),
            key -> with(new HashSet<>(), new Wrapped(List.of(key)), 3),
            key -> new Object[] {with(new HashSet<>(), new ArrayList<>(List.of(key)))});
    for (int i = 0; i < holders.size(); i++) {
      InstanceResult result = check(new Topology().add(new KeyChanger(holders.get(i), false)));
      assertThat(result.verdict()).as("%d: %s", i, result).isEqualTo(Verdict.ERROR);
      assertThat(result.error().orElseThrow().message())
          .as("%d", i)
          .contains("was changed while", "remove it first");
      assertThat(result.error().orElseThrow().place()).contains("KeyChanger.holder");
      InstanceResult fine = check(new Topology().add(new KeyChanger(holders.get(i), true)));
      assertThat(fine.verdict()).as("%d: %s", i, fine).isEqualTo(Verdict.VERIFIED);
    }
  }

  static final class SendsChangedKey extends Node {
    @Step(once = true)
    void go() {
      List<Integer> key = new ArrayList<>(List.of(1));
      Set<Object> set = new HashSet<>(Set.of(key, 2));
      key.add(2);
      sendToAll(FirstOf.class, new Numbers(set));
    }
  }

  @Test
  void aKeyChangedInAMessageIsAnError() {
    assertError(
        check(new Topology().add(new SendsChangedKey()).add(new FirstOf())), "was changed while");
  }

  @Test
  void aChangedMessageInAQuorumIsAnError() {
    assertError(
        check(new Topology().add(new TwoFlags()).add(new TwoFlags()).add(new FlagQuorum())),
        "FlagQuorum.flags changes the " + Flags.class.getName() + " it receives");
  }

  static final class TwoFlags extends Node {
    @Step(once = true)
    void go() {
      sendToAll(
          FlagQuorum.class,
          new Flags(EnumSet.noneOf(Flag.class), new EnumMap<>(Map.of(Flag.A, 1))));
    }
  }
}
