package dev.parley.engine;

import static dev.parley.engine.reference.Models.invariant;
import static dev.parley.engine.reference.Models.loaded;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ProgressListener;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** State that steps share beside their nodes' fields: whoever keeps it, it is an error. */
class SharedStateTest {
  enum Mode {
    FAST(new ArrayList<>()),
    SLOW(new ArrayList<>());

    final List<Integer> log;
    int uses;

    Mode(List<Integer> log) {
      this.log = log;
    }
  }

  /** Reached without naming a constant of it. */
  enum Tallied {
    FIRST,
    SECOND;

    private final List<Integer> log = new ArrayList<>();

    void add() {
      log.add(1);
    }
  }

  /** Known to the node by its interface alone. */
  enum Supplying implements IntSupplier {
    ONLY;

    private final List<Integer> given = new ArrayList<>();

    @Override
    public int getAsInt() {
      given.add(1);
      return given.size();
    }
  }

  enum Bodied {
    COUNTING {
      private int count;

      @Override
      int next() {
        return ++count;
      }
    };

    abstract int next();
  }

  interface Constants {
    List<Integer> SEEN = new ArrayList<>();
  }

  record Holder(int[] cells, List<String> names) {}

  static final class Lazy {
    static final Map<Integer, Integer> CACHE = new HashMap<>();

    private Lazy() {}
  }

  static final class Registry {
    static final Holder HOLDER = new Holder(new int[1], new ArrayList<>());
    static final IntSupplier COUNTER = counter();
    static final IntUnaryOperator MEMO = memo();
    static final Object ANONYMOUS =
        new Object() {
          private int count;

          @Override
          public String toString() {
            return "" + ++count;
          }
        };

    private Registry() {}

    private static IntSupplier counter() {
      int[] count = new int[1];
      return () -> ++count[0];
    }

    private static IntUnaryOperator memo() {
      Map<Integer, Integer> known = new HashMap<>();
      return n -> known.computeIfAbsent(n + known.size(), k -> 9);
    }
  }

  static class Ancestor extends Node {
    static final StringBuilder TEXT = new StringBuilder();
  }

  record Note(int number) {
    static final List<Integer> SENT = new ArrayList<>();
  }

  /** Each sets its field by something static, which it changes. */
  static final class EnumField extends Node {
    final Mode mode = Mode.FAST;
    int x;

    @Step(once = true)
    void go() {
      x = mode.uses++ < 2 ? 1 : 1;
    }
  }

  static final class EnumList extends Node {
    final Mode mode = Mode.SLOW;
    int x;

    @Step(once = true)
    void go() {
      mode.log.add(1);
      x = 1;
    }
  }

  static final class EnumBody extends Node {
    int x;

    @Step(once = true)
    void go() {
      x = Math.min(1, Bodied.COUNTING.next());
    }
  }

  static final class EnumOfAll extends Node {
    int x;

    @Step(once = true)
    void go() {
      EnumSet.allOf(Tallied.class).forEach(Tallied::add);
      x = 1;
    }
  }

  static final class EnumByInterface extends Node {
    final IntSupplier source;
    int x;

    EnumByInterface(IntSupplier source) {
      this.source = source;
    }

    @Step(once = true)
    void go() {
      x = Math.min(1, source.getAsInt());
    }
  }

  static final class CapturedByLambda extends Node {
    int x;

    @Step(once = true)
    void go() {
      x = Math.min(1, Registry.COUNTER.getAsInt());
    }
  }

  static final class Memoising extends Node {
    int x;

    @Step(once = true)
    void go() {
      x = Registry.MEMO.applyAsInt(3);
    }
  }

  static final class AnonymousClass extends Node {
    int x;

    @Step(once = true)
    void go() {
      x = Math.min(1, Registry.ANONYMOUS.toString().length());
    }
  }

  static final class RecordOfArray extends Node {
    int x;

    @Step(once = true)
    void go() {
      Registry.HOLDER.cells()[0]++;
      x = 1;
    }
  }

  static final class InterfaceConstant extends Node implements Constants {
    int x;

    @Step(once = true)
    void go() {
      SEEN.add(1);
      x = 1;
    }
  }

  static final class LazyHolder extends Node {
    int x;

    @Step(once = true)
    void go() {
      Lazy.CACHE.put(Lazy.CACHE.size(), 1);
      x = 1;
    }
  }

  static final class OfItsAncestor extends Ancestor {
    int x;

    @Step(once = true)
    void go() {
      TEXT.append('x');
      x = 1;
    }
  }

  static final class OfItsMessage extends Node {
    int x;

    @Step(once = true)
    void go() {
      Note.SENT.add(1);
      send(self(), new Note(1));
    }

    @Receive
    void note(Note note) {
      x = note.number();
    }
  }

  /** The second run of each step undoes what the first did. */
  static final class Toggling extends Node {
    static final boolean[] SWITCH = new boolean[1];
    int x;

    @Step(once = true)
    void go() {
      SWITCH[0] = !SWITCH[0];
      x = 1;
    }
  }

  static final class KeepsAStatic extends Node {
    static final List<Integer> COMMON = new ArrayList<>();
    List<Integer> mine = List.of();

    @Step(once = true)
    void go() {
      mine = COMMON;
    }
  }

  static final class InAThreadLocal extends Node {
    static final Supplier<Supplier<Integer>> LOCAL = () -> ThreadLocal.withInitial(() -> 1)::get;
    int x;

    @Step(once = true)
    void go() {
      x = LOCAL.get().get();
    }
  }

  static Stream<Arguments> statics() {
    return Stream.of(
        Arguments.of(new EnumField(), "Mode.uses"),
        Arguments.of(new EnumList(), "Mode.SLOW.log"),
        Arguments.of(new EnumBody(), "COUNTING"),
        Arguments.of(new EnumOfAll(), "Tallied.FIRST"),
        Arguments.of(new EnumByInterface(Supplying.ONLY), "Supplying.ONLY"),
        Arguments.of(new CapturedByLambda(), "Registry.COUNTER"),
        Arguments.of(new Memoising(), "Registry.MEMO"),
        Arguments.of(new AnonymousClass(), "Registry.ANONYMOUS"),
        Arguments.of(new RecordOfArray(), "Registry.HOLDER.cells"),
        Arguments.of(new InterfaceConstant(), "Constants.SEEN"),
        Arguments.of(new LazyHolder(), "Lazy.CACHE"),
        Arguments.of(new OfItsAncestor(), "Ancestor.TEXT"),
        Arguments.of(new OfItsMessage(), "Note.SENT"),
        Arguments.of(new Toggling(), "Toggling.SWITCH"),
        Arguments.of(new KeepsAStatic(), "KeepsAStatic.COMMON"),
        Arguments.of(new InAThreadLocal(), "ThreadLocal"));
  }

  @ParameterizedTest
  @MethodSource("statics")
  void stateInConstantsIsAnErrorInEveryMode(Node node, String where) {
    for (SearchMode mode : List.of(SearchMode.STATEFUL, SearchMode.DBSS, SearchMode.REDUCED)) {
      InstanceResult result = check(mode, new Topology().add(node), invariant("fine", w -> true));
      assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.ERROR);
      assertThat(result.error().orElseThrow().place() + result.error().get().message())
          .as("%s", mode)
          .contains(where);
    }
  }

  private static InstanceResult check(SearchMode mode, Topology topology, Property... properties) {
    return Checker.check(loaded(topology, properties), mode.options(), ProgressListener.NONE);
  }

  enum Fixed {
    ONE(1, List.of("a")),
    TWO(2, List.of("b"));

    final int number;
    final List<String> names;

    Fixed(int number, List<String> names) {
      this.number = number;
      this.names = names;
    }
  }

  static final class Harmless extends Node {
    static final Map<String, Integer> TABLE = new HashMap<>(Map.of("a", 1));
    static final int[] PRIMES = {2, 3, 5};
    static final IntUnaryOperator SQUARE = n -> n * n;
    static final List<Fixed> ALL = List.of(Fixed.values());
    int x;

    @Step(once = true)
    void go() {
      x = TABLE.get("a") + SQUARE.applyAsInt(PRIMES[0]) + ALL.get(0).number + ALL.size();
    }
  }

  @Test
  void constantsThatNobodyChangesAreFine() {
    InstanceResult result =
        check(SearchMode.REDUCED, new Topology().add(new Harmless()), invariant("x", w -> true));
    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VERIFIED);
  }

  @Test
  void aPropertyThatChangesAConstantIsAnError() {
    int[] count = new int[1];
    Property counting = invariant("counting", w -> Mode.FAST.log.add(++count[0]) || true);
    Node node = new EnumHolder();
    InstanceResult result = check(SearchMode.DBSS, new Topology().add(node), counting);
    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.ERROR);
    Mode.FAST.log.clear();
  }

  static final class EnumHolder extends Node {
    final Mode mode = Mode.FAST;
    int x;

    @Step(once = true)
    void go() {
      x = mode.ordinal();
    }
  }

  static final class Member extends Node {
    final Object given;
    int x;

    Member(Object given) {
      this.given = given;
    }

    @Step(once = true)
    void go() {
      x = 1;
    }
  }

  record Wrapped(Object inside) {}

  @Test
  void anObjectGivenToTwoNodesIsAnErrorThatNamesBoth() {
    List<NodeId> peers = new ArrayList<>(List.of(new NodeId("Member", 1)));
    InstanceResult result =
        check(
            SearchMode.DBSS,
            new Topology().add(new Member(peers)).add(new Member(new Wrapped(peers))),
            invariant("x", w -> true));
    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.ERROR);
    assertThat(result.error().orElseThrow().place()).isEqualTo("Member2.given.inside");
    assertThat(result.error().get().message()).contains("Member1.given").contains("ArrayList");
  }

  @Test
  void whatCannotChangeMayBeGivenToTwoNodes() {
    for (Object common :
        List.of(
            List.of(1),
            new Wrapped("a"),
            Collections.unmodifiableList(new ArrayList<>(List.of(1))),
            Collections.nCopies(2, 1),
            Collections.singletonMap(1, 2),
            Collections.emptySortedSet(),
            new int[0],
            Fixed.ONE)) {
      InstanceResult result =
          check(
              SearchMode.DBSS,
              new Topology().add(new Member(common)).add(new Member(common)),
              invariant("x", w -> true));
      assertThat(result.verdict()).as("%s %s", common, result).isEqualTo(Verdict.VERIFIED);
    }
  }

  static Stream<Arguments> changeableThroughOne() {
    List<Integer> list = new ArrayList<>(List.of(1));
    Set<Integer> set = new TreeSet<>(Set.of(1));
    Map<Integer, Integer> map = new HashMap<>(Map.of(1, 2));
    Integer[] array = {1};
    return Stream.of(
        Arguments.of(list, Collections.unmodifiableList(list)),
        Arguments.of(list, Collections.unmodifiableCollection(Collections.unmodifiableList(list))),
        Arguments.of(set, Collections.unmodifiableSet(set)),
        Arguments.of(map, Collections.unmodifiableMap(map)),
        Arguments.of(array, Arrays.asList(array)),
        Arguments.of(array, Collections.unmodifiableList(Arrays.asList(array))),
        Arguments.of(Arrays.asList(array), Arrays.asList(array)));
  }

  @ParameterizedTest
  @MethodSource("changeableThroughOne")
  void whatAnotherNodeSeesThroughAViewIsAnError(Object own, Object view) {
    for (List<Object> given : List.of(List.of(own, view), List.of(view, own))) {
      InstanceResult result =
          check(
              SearchMode.DBSS,
              new Topology().add(new Member(given.get(0))).add(new Member(given.get(1))),
              invariant("x", w -> true));
      assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.ERROR);
      assertThat(result.error().orElseThrow().place()).startsWith("Member2.given");
      assertThat(result.error().get().message()).contains("Member1.given");
    }
  }

  @Test
  void viewsOfAListThatNobodyElseHoldsMayBeGivenToTwoNodes() {
    List<Integer> list = new ArrayList<>(List.of(1));
    InstanceResult result =
        check(
            SearchMode.DBSS,
            new Topology().add(2, i -> new Member(Collections.unmodifiableList(list))),
            invariant("x", w -> true));
    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VERIFIED);
  }

  static final class Settings {
    int retries = 3;
  }

  static Stream<Arguments> remedies() {
    return Stream.of(
        Arguments.of(new ArrayList<>(List.of(1)), "List.copyOf"),
        Arguments.of(Arrays.asList(1, 2), "List.copyOf"),
        Arguments.of(new HashSet<>(Set.of(1)), "Set.copyOf"),
        Arguments.of(new TreeSet<>(Set.of(1)), "Collections.unmodifiableSet"),
        Arguments.of(new HashMap<>(Map.of(1, 2)), "Map.copyOf"),
        Arguments.of(new LinkedHashMap<>(Map.of(1, 2)), "Collections.unmodifiableMap"),
        Arguments.of(new int[] {1}, "List.of"),
        Arguments.of(new Settings(), "field retries final"));
  }

  @ParameterizedTest
  @MethodSource("remedies")
  void theRemedyFitsTheObjectThatTwoNodesShare(Object common, String remedy) {
    InstanceResult result =
        check(
            SearchMode.DBSS,
            new Topology().add(2, i -> new Member(common)),
            invariant("x", w -> true));
    assertThat(result.error().orElseThrow().message())
        .startsWith("Member2.given is the same")
        .contains(remedy);
  }

  @Test
  void anObjectOfAConstantGivenToANodeIsAnError() {
    InstanceResult result =
        check(
            SearchMode.DBSS,
            new Topology().add(new Member(KeepsAStatic.COMMON)).add(new KeepsAStatic()),
            invariant("x", w -> true));
    assertThat(result.error().orElseThrow().place()).isEqualTo("Member1.given");
    assertThat(result.error().get().message()).contains("KeepsAStatic.COMMON");
  }
}
