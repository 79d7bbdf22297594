package dev.parley.engine.internal.lint;

import dev.parley.api.AssumePure;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Quorum;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.World;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Scanner;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Ordinary code, in which nothing is to be found. */
final class PureSteps {
  private PureSteps() {}

  enum Phase {
    IDLE,
    BUSY {
      @Override
      Phase next() {
        return IDLE;
      }
    };

    Phase next() {
      return BUSY;
    }
  }

  record Ballot(int round, NodeId owner) implements Comparable<Ballot> {
    static final Ballot NONE = new Ballot(0, new NodeId("none", 1));

    @Override
    public int compareTo(Ballot other) {
      return Integer.compare(round, other.round);
    }
  }

  sealed interface Msg permits Read, Write {}

  record Read(Ballot ballot) implements Msg {}

  record Write(Ballot ballot, List<String> values) implements Msg {}

  static class Ordinary extends Node {
    static final int LIMIT = Integer.parseInt("7");
    static final String NAME = String.valueOf("x");
    static final Phase START = Phase.IDLE;
    static final Comparator<Ballot> ORDER = Comparator.comparing(Ballot::round);
    static final Function<Ballot, Integer> ROUND = Ballot::round;

    static final List<String> WORDS = new ArrayList<>(List.of("a"));
    static final int[] TABLE = {1, 2};
    static final Object PLAIN = new Object();
    static final List<String> NEVER_READ = new ArrayList<>();

    Phase phase = Phase.IDLE;
    Map<NodeId, Ballot> votes = new HashMap<>();
    Set<Object> seen = new HashSet<>();
    AtomicInteger counter = new AtomicInteger();
    String text = "";
    Object any;

    @Receive
    void on(Msg m, NodeId from) {
      assert m != null : "a message";
      switch (phase) {
        case IDLE -> phase = phase.next();
        case BUSY -> phase = Phase.valueOf("IDLE");
      }
      text = String.format("%s of %d%n", from, LIMIT) + text + m;
      if (m instanceof Write w) {
        votes.merge(from, w.ballot(), (a, b) -> a.compareTo(b) > 0 ? a : b);
        seen.addAll(w.values().stream().sorted().collect(Collectors.toSet()));
      }
      send(
          from,
          new Write(
              Ballot.NONE, List.copyOf(votes.keySet()).stream().map(NodeId::toString).toList()));
    }

    @Receive(quorum = "2")
    void several(Quorum<Read> q) {
      any = q.messages().map(Read::ballot).max(ORDER).orElseThrow();
      any = new TreeSet<>(List.of(ROUND.apply(Ballot.NONE)));
      for (Phase p : Phase.values()) {
        seen.add(p);
      }
    }

    @Step
    void odds() {
      any = Objects.hash(text, any.hashCode(), phase.hashCode());
      any = new EnumMap<Phase, String>(Phase.class).toString();
      any = new ConcurrentHashMap<>(Map.of(1, 2));
      any = UUID.nameUUIDFromBytes(new byte[1]);
      any = new Scanner("1 2").nextInt();
      new PrintWriter(new StringWriter()).println("in memory");
      counter.incrementAndGet();
      synchronized (this) {
        text = NAME + START + choose(1, 2);
      }
      int[] copy = TABLE.clone();
      any = WORDS.get(copy[0]);
      any = PLAIN;
      notify("home-made");
      throw new IllegalStateException("with " + any);
    }

    private void notify(String whom) {
      seen.add(whom);
    }
  }

  static boolean property(World w) {
    return w.nodes(Ordinary.class).stream().allMatch(n -> n.votes.size() < Ordinary.LIMIT);
  }

  static class Vouching extends Node {
    @Step
    void step() {
      log("a");
      new Log().write("b");
      Log.lines++;
    }

    @AssumePure("only for people")
    private void log(String text) {
      System.out.println(text);
    }
  }

  @AssumePure("a log")
  static final class Log {
    static int lines;

    void write(String text) {
      System.out.println(text);
    }
  }
}
