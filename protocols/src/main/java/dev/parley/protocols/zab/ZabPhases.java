package dev.parley.protocols.zab;

import dev.parley.api.Budget;
import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Phase;
import dev.parley.api.Protocol;
import dev.parley.api.Quorum;
import dev.parley.api.Reachable;
import dev.parley.api.Receive;
import dev.parley.api.Round;
import dev.parley.api.Step;
import dev.parley.api.Terminal;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * {@link Zab} as a protocol in rounds: leaders take turns, a turn is a phase, and discovery,
 * synchronisation and broadcast are its rounds. Every message names the turn.
 *
 * <p>In {@link Zab} an oracle names leaders in any order, and followers with different numbers of
 * elections behind them may form a quorum; so there is no counter that all nodes could agree on.
 * Here the oracle names a follower only leaders that come later than the one it follows. That is
 * what the round of ZooKeeper's leader election does. A follower may skip leaders, and may leave
 * one at any moment; a leader broadcasts one transaction, so the epoch tells which one it is.
 */
@Protocol(
    name = "zab-phases",
    description = "Zab with leaders that take turns: discovery, synchronisation and broadcast.",
    budget = @Budget(states = 20_000_000, time = "10m"))
public final class ZabPhases {
  private ZabPhases() {}

  /** The protocol as it should be. */
  @Instance(with = {1, 3})
  @Instance(with = {2, 3})
  @Instance(
      with = {3, 3},
      tags = "large")
  static void turns(Topology t, int leaders, int followers) {
    t.add("Leader", leaders, Leader::new).add("Follower", followers, i -> new Follower());
  }

  /**
   * Broken: leaders take any history they are told, not the most recent one.
   *
   * <p>The counterexample: the transaction of the first leader is delivered somewhere, and the
   * second one starts from the empty history of the follower that was not there.
   */
  @Instance(
      with = {2, 3},
      expect = Verdict.VIOLATED,
      violates = "agreement")
  static void anyHistoryTaken(Topology t, int leaders, int followers) {
    t.add("Leader", leaders, CarelessLeader::new).add("Follower", followers, i -> new Follower());
  }

  /**
   * Broken: leaders leave synchronisation out and broadcast right after discovery.
   *
   * <p>The counterexample: of the second leader's quorum one follower has the uncommitted
   * transaction of the first in its history, the other has not; both deliver what they have.
   */
  @Instance(
      with = {2, 3},
      expect = Verdict.VIOLATED,
      violates = "agreement")
  static void synchronisationSkipped(Topology t, int leaders, int followers) {
    t.add("Leader", leaders, HastyLeader::new).add("Follower", followers, i -> new Follower());
  }

  @Invariant("of any two followers, one has delivered first all that the other has")
  static boolean agreement(World w) {
    List<Follower> followers = w.nodes(Follower.class);
    return followers.stream()
        .allMatch(f -> followers.stream().allMatch(g -> alike(f.delivered, g.delivered)));
  }

  private static boolean alike(List<Integer> one, List<Integer> other) {
    int common = Math.min(one.size(), other.size());
    return one.subList(0, common).equals(other.subList(0, common));
  }

  @Invariant("transactions are delivered in the order of their epochs, and once")
  static boolean primaryOrder(World w) {
    return w.nodes(Follower.class).stream()
        .allMatch(f -> f.delivered.stream().sorted().distinct().toList().equals(f.delivered));
  }

  @Invariant("no two leaders get through discovery with the same epoch")
  static boolean oneLeaderPerEpoch(World w) {
    Set<Integer> epochs = new HashSet<>();
    return w.nodes(Leader.class).stream()
        .filter(l -> l.stage.compareTo(Stage.DISCOVERY) > 0)
        .allMatch(l -> epochs.add(l.epoch));
  }

  /** Followers end up with the last leader, for they may always turn to a later one. */
  @Terminal("once everything has come to rest, the last leader has committed its transaction")
  static boolean lastLeaderSucceeds(World w) {
    List<Leader> leaders = w.nodes(Leader.class);
    return leaders.get(leaders.size() - 1).stage == Stage.DONE;
  }

  @Reachable("all leaders may commit, and a follower may deliver all transactions")
  static boolean allSucceed(World w) {
    int leaders = w.nodes(Leader.class).size();
    return w.nodes(Follower.class).stream().anyMatch(f -> f.delivered.size() == leaders);
  }

  /** A follower to the leader it turns to: the latest epoch I have promised (CEPOCH). */
  @Round(1)
  record CurrentEpoch(@Phase int turn, int promised) {}

  /** A leader to its quorum: take part in this epoch (NEWEPOCH). */
  @Round(2)
  record NewEpoch(@Phase int turn, int epoch) {}

  /** A follower's promise, with its history and that history's epoch (ACK-E). */
  @Round(3)
  record EpochAccepted(@Phase int turn, int historyEpoch, List<Integer> history) {}

  /** A leader to its quorum: make this your history (NEWLEADER). */
  @Round(4)
  record NewLeader(@Phase int turn, List<Integer> history) {}

  /** A follower to its leader: I have that history (ACK-LD). */
  @Round(5)
  record HistoryAccepted(@Phase int turn) {}

  /** A leader to its quorum: the history is committed, deliver it (UPTODATE). */
  @Round(6)
  record UpToDate(@Phase int turn) {}

  /** A leader to its quorum: append this transaction. */
  @Round(7)
  record Propose(@Phase int turn, int transaction) {}

  /** A follower to its leader: I have appended it. */
  @Round(8)
  record Ack(@Phase int turn) {}

  /** A leader to its quorum: deliver it. */
  @Round(9)
  record Commit(@Phase int turn) {}

  /** What a follower has received last from its leader. */
  enum Heard {
    NOTHING,
    EPOCH,
    HISTORY,
    UP_TO_DATE,
    PROPOSAL,
    COMMIT
  }

  /** How far a leader has come: what it waits for a quorum of. */
  enum Stage {
    ELECTION,
    DISCOVERY,
    SYNCHRONISATION,
    BROADCAST,
    DONE
  }

  /** Leads when it is its turn, if a quorum of followers turns to it and stays. */
  static class Leader extends Node {
    private final int turn;
    Stage stage = Stage.ELECTION;
    int epoch;

    Leader(int turn) {
      this.turn = turn;
    }

    @Receive(quorum = "quorum", when = "inElection")
    void discover(Quorum<CurrentEpoch> followers) {
      epoch = 1 + followers.messages().mapToInt(CurrentEpoch::promised).max().orElseThrow();
      stage = Stage.DISCOVERY;
      sendTo(followers, new NewEpoch(turn, epoch));
    }

    @Receive(quorum = "quorum", when = "inDiscovery")
    void synchronise(Quorum<EpochAccepted> promises) {
      proceed(promises);
    }

    void proceed(Quorum<EpochAccepted> promises) {
      stage = Stage.SYNCHRONISATION;
      sendTo(promises, new NewLeader(turn, historyAfter(promises)));
    }

    @Receive(quorum = "quorum", when = "inSynchronisation")
    void establish(Quorum<HistoryAccepted> followers) {
      broadcast(followers);
    }

    final void broadcast(Quorum<?> followers) {
      stage = Stage.BROADCAST;
      sendTo(followers, new UpToDate(turn));
      sendTo(followers, new Propose(turn, epoch));
    }

    @Receive(quorum = "quorum", when = "inBroadcast")
    void commit(Quorum<Ack> followers) {
      stage = Stage.DONE;
      sendTo(followers, new Commit(turn));
    }

    /** The history to start the epoch with: the most recent one. */
    List<Integer> historyAfter(Quorum<EpochAccepted> promises) {
      return promises
          .messages()
          .max(
              Comparator.comparingInt(EpochAccepted::historyEpoch)
                  .thenComparingInt(promise -> promise.history().size()))
          .orElseThrow()
          .history();
    }

    private void sendTo(Quorum<?> followers, Object message) {
      followers.senders().forEach(follower -> send(follower, message));
    }

    int quorum() {
      return ids(Follower.class).size() / 2 + 1;
    }

    boolean inElection() {
      return stage == Stage.ELECTION;
    }

    boolean inDiscovery() {
      return stage == Stage.DISCOVERY;
    }

    boolean inSynchronisation() {
      return stage == Stage.SYNCHRONISATION;
    }

    boolean inBroadcast() {
      return stage == Stage.BROADCAST;
    }
  }

  /** Broken: does not care how recent a history is. */
  static final class CarelessLeader extends Leader {
    CarelessLeader(int turn) {
      super(turn);
    }

    @Override
    List<Integer> historyAfter(Quorum<EpochAccepted> promises) {
      return choose(promises.messages().map(EpochAccepted::history).collect(Collectors.toSet()));
    }
  }

  /** Broken: as soon as it has an epoch it proposes, on top of whatever each follower has. */
  static final class HastyLeader extends Leader {
    HastyLeader(int turn) {
      super(turn);
    }

    @Override
    void proceed(Quorum<EpochAccepted> promises) {
      broadcast(promises);
    }
  }

  /** Follows one leader after the other, and delivers what they commit. */
  static final class Follower extends Node {
    private int turn;
    private int promised;
    private int historyEpoch;
    private List<Integer> history = List.of();
    private Heard heard = Heard.NOTHING;
    List<Integer> delivered = List.of();

    @Step(when = "mayElect")
    void elect() {
      List<NodeId> leaders = ids(Leader.class);
      NodeId leader = choose(leaders.subList(turn, leaders.size()));
      turn = leaders.indexOf(leader) + 1;
      heard = Heard.NOTHING;
      send(leader, new CurrentEpoch(turn, promised));
    }

    boolean mayElect() {
      return turn < ids(Leader.class).size();
    }

    @Receive(when = "heeds")
    void promise(NewEpoch m, NodeId from) {
      heard = Heard.EPOCH;
      promised = m.epoch();
      send(from, new EpochAccepted(turn, historyEpoch, history));
    }

    boolean heeds(NewEpoch m, NodeId from) {
      return m.turn() == turn && heard.compareTo(Heard.EPOCH) < 0;
    }

    @Receive(when = "heeds")
    void synchronise(NewLeader m, NodeId from) {
      heard = Heard.HISTORY;
      historyEpoch = promised;
      history = m.history();
      send(from, new HistoryAccepted(turn));
    }

    boolean heeds(NewLeader m, NodeId from) {
      return m.turn() == turn && heard.compareTo(Heard.HISTORY) < 0;
    }

    @Receive(when = "heeds")
    void deliverHistory(UpToDate m, NodeId from) {
      heard = Heard.UP_TO_DATE;
      delivered = history;
    }

    boolean heeds(UpToDate m, NodeId from) {
      return m.turn() == turn && heard.compareTo(Heard.UP_TO_DATE) < 0;
    }

    @Receive(when = "heeds")
    void append(Propose m, NodeId from) {
      heard = Heard.PROPOSAL;
      List<Integer> longer = new ArrayList<>(history);
      longer.add(m.transaction());
      history = List.copyOf(longer);
      send(from, new Ack(turn));
    }

    /** What the leader has sent before is delivered first. */
    boolean heeds(Propose m, NodeId from) {
      return m.turn() == turn && heard == Heard.UP_TO_DATE;
    }

    @Receive(when = "heeds")
    void deliver(Commit m, NodeId from) {
      heard = Heard.COMMIT;
      delivered = history;
    }

    boolean heeds(Commit m, NodeId from) {
      return m.turn() == turn && heard.compareTo(Heard.COMMIT) < 0;
    }
  }
}
