package dev.parley.engine.internal.symmetry;

import dev.parley.api.Peer;
import dev.parley.api.Topology;
import dev.parley.engine.internal.search.Lab;
import dev.parley.engine.internal.space.StateSpace;
import dev.parley.engine.internal.space.Symmetry;
import dev.parley.engine.internal.space.SymmetryTooDear;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.internal.step.StepOutcome;
import dev.parley.engine.internal.step.StepRunner;
import dev.parley.engine.model.Handler;
import dev.parley.engine.model.ProtocolException;
import dev.parley.engine.options.ReductionOptions;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.options.StoreOptions;
import dev.parley.engine.result.AppliedReduction;
import dev.parley.engine.result.SymmetryFigures;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The symmetry of one space: finds it, applies it, checks it, and counts what it saves. */
public final class NodeSymmetry implements Symmetry {
  /** What the summary of a result calls it. */
  public static final String NAME = "symmetry";

  /** The time of so many canonical forms is measured, then that of one in {@link #MEASURED}. */
  private static final int MEASURED_FIRST = 1_000;

  private static final int MEASURED = 64;

  /** Up to how many states each is asked for how many it stands, and of further ones which. */
  private static final int WEIGHED = 10_000;

  private static final int FURTHER = 64;

  /**
   * So many states are explored before symmetry steps aside if it cannot pay: few enough to be no
   * loss in a search of some ten thousand, and many enough to save it for small ones, in which time
   * does not matter and states are easier to read.
   */
  private static final int TRIED = 1_000;

  /** Of how many nodes that are not exchanged it is said why. */
  private static final int MOST_OTHERS = 3;

  /**
   * What is exchanged.
   *
   * @param group which nodes
   * @param values what stands for nodes besides their names
   * @param protocol the class that has the properties, if it can be had
   * @param declared the roles that were declared interchangeable
   * @param others why other nodes are not exchanged, as clauses
   * @param stepsAside whether a search goes on without it where it cannot pay
   */
  private record Basis(
      Group group,
      OwnValues values,
      Optional<Class<?>> protocol,
      Set<String> declared,
      List<String> others,
      boolean stepsAside) {}

  private final Basis basis;
  private final Group group;
  private final Participants participants;
  private final StepRunner runner;
  private final Renaming renaming;
  private final StateSpace space;
  private final CanonicalForm form;
  private final StepSymmetry steps;
  private final Map<Judged, PropertySymmetry> properties = new IdentityHashMap<>();

  private long forms;
  private long nanos;
  private long explored;
  private double stoodFor;
  private boolean estimated;

  private NodeSymmetry(
      Basis basis, Participants participants, StepRunner runner, StateSpace space) {
    this.basis = basis;
    this.group = basis.group();
    this.space = space;
    this.participants = participants;
    this.runner = runner;
    renaming = new Renaming(group, participants, basis.values(), runner, space);
    form = new CanonicalForm(renaming, space.environment(), space.partCount());
    steps = new StepSymmetry(renaming, participants, runner, space, undeclared());
  }

  /**
   * Finds interchangeable nodes and has the space of a lab explore one of all states that differ in
   * their names only.
   *
   * @param lab nothing of whose space was expanded yet
   * @param apart nodes that earlier attempts have told apart
   * @return why it is not used, as a clause; nothing if it is
   * @throws ProtocolException if nodes that were declared interchangeable do not begin alike
   */
  public static Optional<String> install(Lab lab, ToldApart apart) {
    return obstacle(lab).or(() -> found(lab, apart));
  }

  /** What does not go together with symmetry, whatever the nodes are like. */
  private static Optional<String> obstacle(Lab lab) {
    StoreOptions store = lab.options().store();
    if (store.memory() == StoreOptions.Memory.NONE) {
      return Optional.of("a search that remembers no states cannot tell which it has explored");
    }
    if (store.deliveryRecord() && store.memory() == StoreOptions.Memory.FULL) {
      return Optional.of("the record of deliveries is part of the states");
    }
    if (lab.model().types().stream().anyMatch(type -> Peer.class.isAssignableFrom(type.type()))) {
      return Optional.of("some nodes are external programs, which answer under one name only");
    }
    return Optional.empty();
  }

  private static Optional<String> found(Lab lab, ToldApart apart) {
    List<Topology.Interchangeable> declared = lab.model().setting().interchangeable();
    StateSpace space = lab.space();
    OwnValues values = new OwnValues(declared, lab.participants());
    InterchangeableNodes.Found found =
        InterchangeableNodes.of(lab.model(), lab.participants(), values, lab.runner(), space);
    List<int[]> sets = found.sets().stream().filter(set -> !apart.meets(set)).toList();
    List<String> others = new ArrayList<>(apart.reasons());
    others.addAll(found.obstacles());
    if (sets.isEmpty()) {
      return Optional.of(
          others.isEmpty() ? "no two nodes are of one role and class" : others.get(0));
    }
    Group group = new Group(lab.participants().count(), sets);
    Basis basis =
        new Basis(
            group,
            values,
            protocol(lab),
            declared.stream().map(Topology.Interchangeable::role).collect(Collectors.toSet()),
            others,
            declared.isEmpty() && isDear(group, lab.options()));
    space.reduceBy(new NodeSymmetry(basis, lab.participants(), lab.runner(), space));
    return Optional.empty();
  }

  /**
   * Whether symmetry costs more time than it saves. With two nodes to exchange, at most half of the
   * states are left out. Looking for the state that stands for another takes as long as exploring
   * one without any reduction; where there are other reductions, exploring takes longer.
   */
  private static boolean isDear(Group group, SearchOptions options) {
    return group.size().equals(BigInteger.TWO)
        && !options.reduction().any()
        && options.reduction().symmetry() == ReductionOptions.Symmetry.AUTO;
  }

  /** The class that has the properties, if it can be had. */
  private static Optional<Class<?>> protocol(Lab lab) {
    ClassLoader loader = lab.participants().type(0).type().getClassLoader();
    try {
      String name = lab.model().description().protocolClass();
      return Optional.of(Class.forName(name, false, loader));
    } catch (ClassNotFoundException | LinkageError e) {
      return Optional.empty();
    }
  }

  @Override
  public Symmetry on(StateSpace other) {
    return new NodeSymmetry(basis, participants, runner, other);
  }

  @Override
  public int[] canonicalise(int[] parts) {
    return form.named(parts);
  }

  @Override
  public void rename(int[] parts, int[] names, int[] into) {
    Permutation permutation = new Permutation(group);
    for (int node = 0; node < names.length; node++) {
      permutation.set(node, names[node]);
    }
    renaming.state(parts, permutation.finish(), into);
  }

  @Override
  public void canonicalise(int[] parts, int[] changed, int count) {
    boolean early = ++forms <= MEASURED_FIRST;
    if (early || forms % MEASURED == 0) {
      long begin = System.nanoTime();
      form.apply(parts, changed, count);
      nanos += (System.nanoTime() - begin) * (early ? 1 : MEASURED);
    } else {
      form.apply(parts, changed, count);
    }
  }

  @Override
  public void exploring(int[] parts) {
    explored++;
    if (explored > TRIED && basis.stepsAside()) {
      throw new SymmetryTooDear(
          "only two nodes can be exchanged, "
              + set(group.orbit(0))
              + ": that saves at most half of the states and takes about as long; with"
              + " symmetry=required they are exchanged all the same");
    }
    if (explored <= WEIGHED) {
      weigh(parts, 1);
    } else if (explored % FURTHER == 0) {
      estimated = true;
      weigh(parts, FURTHER);
    }
    form.open(parts);
  }

  private void weigh(int[] parts, int weight) {
    double size = form.orbitSize(parts);
    estimated |= size == 0;
    stoodFor += weight * Math.max(size, 1);
  }

  @Override
  public boolean interchangeable(int node, int other) {
    return node == other || group.isMember(node) && group.orbitOf(node) == group.orbitOf(other);
  }

  @Override
  public void ran(
      int node, int local, Handler handler, int[] consumed, List<StepOutcome> outcomes) {
    steps.ran(node, local, handler, consumed, outcomes);
  }

  @Override
  public void sized(int node, int local, Handler handler, int size) {
    steps.sized(node, local, handler, size);
  }

  @Override
  public void restarted(int node, int local, int layout, List<StepOutcome> outcomes) {
    steps.restarted(node, local, layout, outcomes);
  }

  @Override
  public void judged(Judged property, int[] cells, boolean holds) {
    properties
        .computeIfAbsent(
            property,
            p ->
                new PropertySymmetry(
                    renaming, space, participants, p, basis.protocol(), undeclared()))
        .judged(cells, holds);
  }

  private BitSet undeclared() {
    BitSet undeclared = new BitSet();
    for (int orbit = 0; orbit < group.orbits(); orbit++) {
      if (!isDeclared(orbit)) {
        Arrays.stream(group.orbit(orbit)).forEach(undeclared::set);
      }
    }
    return undeclared;
  }

  private boolean isDeclared(int orbit) {
    return basis.declared().contains(participants.id(group.orbit(orbit)[0]).role());
  }

  @Override
  public void recount() {
    explored = 0;
    stoodFor = 0;
    estimated = false;
    forms = 0;
    nanos = 0;
  }

  @Override
  public long[] counts() {
    return new long[] {
      explored, Double.doubleToLongBits(stoodFor), estimated ? 1 : 0, forms, nanos, form.inexact()
    };
  }

  @Override
  public void setCounts(long[] counts) {
    explored = counts[0];
    stoodFor = Double.longBitsToDouble(counts[1]);
    estimated = counts[2] != 0;
    forms = counts[3];
    nanos = counts[4];
    form.setInexact(counts[5]);
  }

  @Override
  public void setExplored(long states) {
    explored = states;
  }

  @Override
  public AppliedReduction summary() {
    return new AppliedReduction(NAME, true, sentence(), details(), Optional.of(figures()));
  }

  private SymmetryFigures figures() {
    return new SymmetryFigures(
        IntStream.range(0, group.orbits()).mapToObj(this::exchanged).toList(),
        group.size().doubleValue(),
        explored,
        stoodFor,
        estimated,
        steps.steps(),
        evaluations(),
        !isSampled(),
        new SymmetryFigures.Forms(forms, nanos / 1_000_000, form.inexact()));
  }

  private SymmetryFigures.ExchangedNodes exchanged(int orbit) {
    return new SymmetryFigures.ExchangedNodes(
        Arrays.stream(group.orbit(orbit)).mapToObj(n -> participants.id(n).toString()).toList(),
        isDeclared(orbit));
  }

  @Override
  public long evaluations() {
    return properties.values().stream().mapToLong(PropertySymmetry::evaluations).sum();
  }

  private boolean isSampled() {
    return steps.sampled() || properties.values().stream().anyMatch(PropertySymmetry::sampled);
  }

  private String sentence() {
    String sets =
        IntStream.range(0, group.orbits())
            .mapToObj(orbit -> set(group.orbit(orbit)))
            .collect(Collectors.joining("; "));
    return "one state is explored of all that differ only in which node is which among " + sets;
  }

  private String set(int[] nodes) {
    return Arrays.stream(nodes)
        .mapToObj(node -> participants.id(node).toString())
        .collect(Collectors.joining(", "));
  }

  private List<String> details() {
    List<String> details = new ArrayList<>();
    boolean sampled = isSampled();
    details.add(
        String.format(
            Locale.ROOT,
            "%s: %,d local steps did the same under %s names, and %,d evaluations of properties"
                + " under %s gave the same",
            sampled ? "partly a sample" : "proven for this instance",
            steps.steps(),
            steps.sampled() ? "some other" : "all",
            evaluations(),
            sampled ? "some other names" : "other names"));
    details.add(
        String.format(
            Locale.ROOT,
            "the explored states stand for %s%,.0f; there are %,d ways to exchange names",
            estimated ? "about " : "",
            stoodFor,
            group.size()));
    basis.others().stream().limit(MOST_OTHERS).forEach(details::add);
    if (form.inexact() > 0) {
      details.add(
          String.format(
              Locale.ROOT,
              "in %,d cases so many nodes looked alike that one state could not be singled out, and"
                  + " several that differ only in names may have been explored",
              form.inexact()));
    }
    long millis = nanos / 1_000_000;
    details.add(
        String.format(
            Locale.ROOT,
            "finding the state to explore took about %,d ms in %,d cases",
            millis,
            forms));
    return details;
  }

  @Override
  public long bytes() {
    return renaming.bytes()
        + form.bytes()
        + steps.bytes()
        + properties.values().stream().mapToLong(PropertySymmetry::bytes).sum();
  }
}
