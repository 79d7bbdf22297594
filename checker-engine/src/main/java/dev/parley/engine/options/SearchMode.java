package dev.parley.engine.options;

import dev.parley.engine.options.ExplorationOptions.Order;
import dev.parley.engine.options.StoreOptions.Memory;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A way to search, with its name. {@link #ALL} is the only registry of names that goals accept and
 * reports show, but for {@link #ROUNDS} and {@link #SIMULATE}: a new mode needs one entry there.
 *
 * @param name what it is called, as {@code dbss}
 * @param baselines the names of the modes it is meant to improve upon, and is measured against if
 *     they ran too; each must be in the registry before it
 * @param options what it does, depth first
 */
public record SearchMode(String name, List<String> baselines, SearchOptions options) {
  private static final SearchOptions DEPTH_FIRST =
      SearchOptions.DEFAULT.withOrder(Order.DEPTH_FIRST);

  /** Every path is explored; nothing is remembered. */
  public static final SearchMode STATELESS =
      new SearchMode("stateless", List.of(), DEPTH_FIRST.withMemory(Memory.NONE));

  /** Full states are remembered. */
  public static final SearchMode STATEFUL =
      new SearchMode("stateful", List.of("stateless"), DEPTH_FIRST.withMemory(Memory.FULL));

  /** Relevant states are remembered; every new state is pushed on the stack. */
  public static final SearchMode DBSS_WITHOUT_PUSH =
      new SearchMode(
          "dbss-without-push",
          List.of("stateless", "stateful"),
          DEPTH_FIRST.withMemory(Memory.RELEVANT));

  /** Relevant states are remembered; states with a single transition stay off the stack. */
  public static final SearchMode DBSS =
      new SearchMode(
          "dbss",
          List.of("stateless", "stateful"),
          DEPTH_FIRST.withMemory(Memory.RELEVANT).withSelectivePush(true));

  /** Full states are remembered; of several equivalent orders one is explored. */
  public static final SearchMode POR =
      new SearchMode(
          "por",
          List.of("stateless", "stateful"),
          STATEFUL.options().withPartialOrder(Optional.of(PartialOrder.DEFAULT)));

  /** Relevant states are remembered; of several equivalent orders one is explored. */
  public static final SearchMode DBSS_POR =
      new SearchMode(
          "dbss-por",
          List.of("stateless", "stateful", "dbss", "por"),
          DBSS.options().withPartialOrder(Optional.of(PartialOrder.DEFAULT)));

  /**
   * All reductions: relevant states, partial-order reduction, dead messages dropped, and symmetry
   * where it is found.
   */
  public static final SearchMode REDUCED =
      new SearchMode(
          "reduced",
          List.of("stateless", "stateful", "dbss", "dbss-por"),
          DBSS_POR.options().withDeadMessages(true).withSymmetry(ReductionOptions.Symmetry.AUTO));

  /**
   * Round by round, for protocols whose messages have a phase and a round; other protocols are
   * searched as with {@link #REDUCED}. It is not among those that are compared by default, since
   * for most protocols it is the same search as that one.
   */
  public static final SearchMode ROUNDS =
      new SearchMode(
          "rounds",
          List.of("stateless", "stateful", "dbss", "dbss-por", "reduced"),
          REDUCED.options().withRounds(true));

  /** Random walks instead of a search. They prove nothing, so no other mode is measured by them. */
  public static final SearchMode SIMULATE =
      new SearchMode("simulate", List.of(), DEPTH_FIRST.withWalks(Optional.of(Walks.DEFAULT)));

  /**
   * The mode of a check that names none: all reductions. Each search falls back by itself to what
   * applies to its protocol, down to plain {@link #DBSS}, and its result says so.
   */
  public static final SearchMode DEFAULT = REDUCED;

  /** All modes that search, the weakest first, in the order of Table I of the paper on DBSS. */
  public static final List<SearchMode> ALL =
      List.of(STATELESS, STATEFUL, DBSS_WITHOUT_PUSH, DBSS, POR, DBSS_POR, REDUCED);

  private static final List<SearchMode> NAMED =
      Stream.concat(ALL.stream(), Stream.of(ROUNDS, SIMULATE)).toList();

  /** Keeps its own copy. */
  public SearchMode {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(options, "options");
    baselines = List.copyOf(baselines);
  }

  /**
   * The mode of this name.
   *
   * @param name its name
   * @return the mode
   * @throws IllegalArgumentException if there is none; the message lists those there are
   */
  public static SearchMode named(String name) {
    return NAMED.stream()
        .filter(mode -> mode.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no search mode '"
                        + name
                        + "'; choose among "
                        + NAMED.stream().map(SearchMode::name).collect(Collectors.joining(", "))));
  }

  /** Whether it takes random walks, and so finds mistakes at best. */
  public boolean walks() {
    return options.exploration().walks().isPresent();
  }

  /** The order that suits this mode where a shortest counterexample is wanted. */
  public Order nearestFirst() {
    return options.store().memory() == Memory.NONE || walks()
        ? Order.DEPTH_FIRST
        : Order.BREADTH_FIRST;
  }

  /**
   * The same in another order. A breadth-first search has no stack, so selective push-on-stack is
   * switched off.
   *
   * @param order which state to expand next
   * @return the mode in that order
   * @throws IllegalArgumentException if the mode cannot be searched in that order
   */
  public SearchMode in(Order order) {
    boolean push = options.exploration().selectivePush() && order == Order.DEPTH_FIRST;
    return with(options.withSelectivePush(push).withOrder(order));
  }

  /** The same with other options under this name. */
  public SearchMode with(SearchOptions newOptions) {
    return new SearchMode(name, baselines, newOptions);
  }

  /**
   * Refuses what cannot be compared: nothing, one mode twice, or two names for one search.
   *
   * @param modes what to compare
   * @throws IllegalArgumentException naming the modes to leave out
   */
  public static void requireDistinct(List<SearchMode> modes) {
    if (modes.isEmpty()) {
      throw new IllegalArgumentException("there is no search mode to compare; name at least one");
    }
    for (int i = 0; i < modes.size(); i++) {
      SearchMode mode = modes.get(i);
      if (mode.walks()) {
        throw new IllegalArgumentException(
            "random walks explore another share of the states each time, so there is nothing to"
                + " compare; leave out "
                + mode.name());
      }
      Optional<SearchMode> same =
          modes.subList(0, i).stream()
              .filter(m -> m.name().equals(mode.name()) || m.options().equals(mode.options()))
              .findFirst();
      if (same.isPresent()) {
        throw new IllegalArgumentException(
            same.get().name().equals(mode.name())
                ? "the search mode " + mode.name() + " is named twice"
                : same.get().name()
                    + " and "
                    + mode.name()
                    + " are the same search, "
                    + mode.options().describe()
                    + "; leave one of them out");
      }
    }
  }
}
