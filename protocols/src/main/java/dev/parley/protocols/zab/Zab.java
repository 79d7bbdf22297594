package dev.parley.protocols.zab;

import dev.parley.api.Auxiliary;
import dev.parley.api.Budget;
import dev.parley.api.Delivery;
import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Protocol;
import dev.parley.api.Quorum;
import dev.parley.api.Reachable;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Terminal;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Zab, the atomic broadcast of ZooKeeper (Junqueira, Reed, Serafini: "Zab: High-performance
 * broadcast for primary-backup systems", DSN 2011). Leaders come and go; each broadcasts
 * transactions in an epoch of its own, and all followers deliver the same transactions in the same
 * order.
 *
 * <p>An oracle tells each follower, again and again and never reliably, whom to follow. A leader
 * with a quorum of followers goes through three phases with them:
 *
 * <ol>
 *   <li><b>Discovery.</b> A follower that turns to a leader tells the latest epoch it has promised
 *       to take part in. The leader takes an epoch later than all it hears of and proposes it. A
 *       follower promises the new epoch and answers with its history and the epoch of the leader it
 *       got that history from. Any two quorums share a follower, so whatever an earlier leader had
 *       committed is in one of these histories.
 *   <li><b>Synchronisation.</b> The leader takes the most recent of the histories, the one from the
 *       latest epoch and among those the longest, and makes it every follower's history. Once a
 *       quorum has it the leader is established, and the history is committed.
 *   <li><b>Broadcast.</b> The leader proposes its own transactions one after the other; the
 *       followers append and acknowledge them, and with a quorum of acknowledgements a transaction
 *       is committed. Followers deliver what is committed.
 * </ol>
 *
 * <p>A follower listens to one leader at a time: messages of a leader it has left are never
 * delivered, as on a closed connection. It does not return to a leader it has left, and a leader
 * leads one epoch. So "from my leader" and "of my epoch" are the same, and only the message that
 * proposes an epoch has to name it. Leaving is a step that may happen at any moment, which covers
 * crashed leaders, slow leaders and lost messages: it makes no difference to the others why a
 * follower has fallen silent.
 *
 * <p>What is kept small on purpose: a leader serves exactly the quorum of followers that it took
 * its epoch with, and those who come late have to turn to another one; a leader has one proposal
 * under way at a time; and a node forgets what it will not need again.
 */
@Protocol(
    name = "zab",
    description =
        "Zab atomic broadcast: discovery, synchronisation, broadcast; all followers deliver the"
            + " same transactions in the same order.",
    budget = @Budget(states = 20_000_000, time = "10m"))
public final class Zab {
  private Zab() {}

  /**
   * The protocol as it should be, one transaction per leader. The elections are how many leaders
   * each follower may turn to, one after the other.
   */
  @Instance(with = {1, 3, 1})
  @Instance(with = {2, 3, 2})
  @Instance(
      with = {3, 3, 2},
      tags = "large")
  @Instance(
      with = {4, 3, 2},
      tags = "nightly")
  @Instance(
      with = {3, 3, 3},
      tags = "nightly",
      budget = @Budget(states = 200_000_000, time = "1h"))
  static void zab(Topology t, int leaders, int followers, int elections) {
    t.add("Leader", leaders, i -> new Leader(1, false))
        .add("Follower", followers, i -> new Follower(elections, false));
  }

  /** Each leader broadcasts two transactions. */
  @Instance(with = {1, 3, 1})
  @Instance(
      with = {2, 3, 2},
      tags = "large")
  @Instance(
      with = {3, 3, 2},
      tags = "nightly")
  static void twoTransactions(Topology t, int leaders, int followers, int elections) {
    t.add("Leader", leaders, i -> new Leader(2, false))
        .add("Follower", followers, i -> new Follower(elections, false));
  }

  /**
   * The same with a record, at every node, of the messages it consumed last. States that differ in
   * the record differ anyway in the messages that followers leave behind, so it splits none.
   */
  @Instance(
      with = {2, 3, 2},
      tags = "large")
  static void recorded(Topology t, int leaders, int followers, int elections) {
    t.add("Leader", leaders, i -> new Leader(1, true))
        .add("Follower", followers, i -> new Follower(elections, true));
  }

  /**
   * Broken: one follower goes on listening to leaders it has left, and so to older epochs.
   *
   * <p>The counterexample: the leader of epoch 2 has just given it the transaction of epoch 1 as
   * part of the history when the leader of epoch 1 proposes that transaction; it appends it once
   * more and delivers it twice.
   */
  @Instance(
      with = {2, 3, 2},
      expect = Verdict.VIOLATED,
      violates = "integrity")
  static void olderEpochAccepted(Topology t, int leaders, int followers, int elections) {
    t.add("Leader", leaders, i -> new Leader(1, false))
        .add("Follower", followers - 1, i -> new Follower(elections, false))
        .add("Follower", new LoyalFollower(elections));
  }

  /**
   * Broken: one follower promises any leader whatever epoch it is asked to.
   *
   * <p>The counterexample: it promises epoch 1 to two leaders that have both come up with that
   * number, so each of them has a quorum and takes the epoch for its own.
   */
  @Instance(
      with = {2, 3, 2},
      expect = Verdict.VIOLATED,
      violates = "oneLeaderPerEpoch")
  static void promiseRepeated(Topology t, int leaders, int followers, int elections) {
    t.add("Leader", leaders, i -> new Leader(1, false))
        .add("Follower", followers - 1, i -> new Follower(elections, false))
        .add("Follower", new PromisingFollower(elections));
  }

  /**
   * Broken: leaders take any history they are told, not the most recent one.
   *
   * <p>The counterexample: the transaction of epoch 1 is committed, and one follower has delivered
   * it, when the second leader starts from the empty history of the follower that was not there;
   * others then deliver the transaction of epoch 2 in its place.
   */
  @Instance(
      with = {2, 3, 2},
      expect = Verdict.VIOLATED,
      violates = "agreement")
  static void anyHistoryTaken(Topology t, int leaders, int followers, int elections) {
    t.add("Leader", leaders, i -> new CarelessLeader())
        .add("Follower", followers, i -> new Follower(elections, false));
  }

  /**
   * Broken: leaders take the longest history without looking at the epoch it comes from.
   *
   * <p>The counterexample: a transaction of epoch 1 was appended by one follower and abandoned, one
   * of epoch 2 was committed and delivered; the third leader takes the former for the latter, since
   * the histories are equally long. It takes three leaders to show this.
   */
  @Instance(
      with = {3, 3, 2},
      tags = "large",
      expect = Verdict.VIOLATED,
      violates = "agreement")
  static void longestHistoryTaken(Topology t, int leaders, int followers, int elections) {
    t.add("Leader", leaders, i -> new MeasuringLeader())
        .add("Follower", followers, i -> new Follower(elections, false));
  }

  /**
   * Broken: leaders leave synchronisation out and broadcast right after discovery.
   *
   * <p>The counterexample: of the second leader's quorum one follower has the uncommitted
   * transaction of epoch 1 in its history, the other has not; told to deliver what they have, they
   * deliver different things.
   */
  @Instance(
      with = {2, 3, 2},
      expect = Verdict.VIOLATED,
      violates = "agreement")
  static void synchronisationSkipped(Topology t, int leaders, int followers, int elections) {
    t.add("Leader", leaders, i -> new HastyLeader())
        .add("Follower", followers, i -> new Follower(elections, false));
  }

  @Invariant("of any two followers, one has delivered all that the other has")
  static boolean agreement(World w) {
    List<Follower> followers = w.nodes(Follower.class);
    return followers.stream()
        .allMatch(
            f ->
                followers.stream()
                    .allMatch(
                        g ->
                            f.delivered.containsAll(g.delivered)
                                || g.delivered.containsAll(f.delivered)));
  }

  @Invariant("what a follower delivers second, nobody delivers without the first before it")
  static boolean totalOrder(World w) {
    List<Follower> followers = w.nodes(Follower.class);
    return followers.stream()
        .allMatch(f -> followers.stream().allMatch(g -> g.respectsOrderOf(f.delivered)));
  }

  @Invariant("a follower delivers each leader's transactions in order, and earlier leaders' first")
  static boolean primaryOrder(World w) {
    return w.nodes(Follower.class).stream().allMatch(f -> inPrimaryOrder(f.delivered));
  }

  private static boolean inPrimaryOrder(List<Transaction> delivered) {
    for (int i = 0; i < delivered.size(); i++) {
      Transaction t = delivered.get(i);
      boolean firstOfItsEpoch = i == 0 || delivered.get(i - 1).epoch() < t.epoch();
      boolean next =
          i > 0 && delivered.get(i - 1).equals(new Transaction(t.epoch(), t.counter() - 1));
      if (!(firstOfItsEpoch && t.counter() == 1) && !next) {
        return false;
      }
    }
    return true;
  }

  @Invariant("only what a leader has broadcast is delivered, and only once")
  static boolean integrity(World w) {
    return w.nodes(Follower.class).stream()
        .allMatch(
            f ->
                new HashSet<>(f.delivered).size() == f.delivered.size()
                    && f.delivered.stream().allMatch(t -> broadcast(w, t)));
  }

  private static boolean broadcast(World w, Transaction t) {
    return w.nodes(Leader.class).stream()
        .anyMatch(l -> l.epoch == t.epoch() && l.phase == Phase.BROADCAST);
  }

  @Invariant("no two leaders get through discovery with the same epoch")
  static boolean oneLeaderPerEpoch(World w) {
    List<Integer> epochs =
        w.nodes(Leader.class).stream().filter(Leader::discovered).map(l -> l.epoch).toList();
    return new HashSet<>(epochs).size() == epochs.size();
  }

  /** More cannot be promised: if followers do not agree on whom to follow, nothing happens. */
  @Terminal("a leader whom everyone follows in the end has committed all its transactions")
  static boolean followedLeaderSucceeds(World w) {
    NodeId leader = w.nodes(Follower.class).get(0).leader;
    return w.nodes(Follower.class).stream().anyMatch(f -> !f.leader.equals(leader))
        || ((Leader) w.node(leader)).done();
  }

  @Reachable("leaders may succeed one another, each with its transactions committed")
  static boolean leadersSucceedOneAnother(World w) {
    List<Leader> leaders = w.nodes(Leader.class);
    return leaders.stream().filter(Leader::done).count() >= Math.min(2, leaders.size());
  }

  @Reachable("a follower may deliver transactions of several leaders")
  static boolean epochsDeliveredInARow(World w) {
    int leaders = Math.min(2, w.nodes(Leader.class).size());
    return w.nodes(Follower.class).stream()
        .anyMatch(f -> f.delivered.stream().map(Transaction::epoch).distinct().count() >= leaders);
  }

  /** A transaction's identity: the epoch of the leader that broadcasts it, and its number there. */
  record Transaction(int epoch, int counter) {}

  /** A follower to the leader it turns to: the latest epoch I have promised (CEPOCH). */
  record CurrentEpoch(int promised) {}

  /** A leader to its quorum: take part in this epoch (NEWEPOCH). */
  record NewEpoch(int epoch) {}

  /** A follower's promise, with its history and that history's epoch (ACK-E). */
  record EpochAccepted(int historyEpoch, List<Transaction> history) {}

  /** A leader to its quorum: make this your history (NEWLEADER). */
  record NewLeader(List<Transaction> history) {}

  /** A follower to its leader: I have that history (ACK-LD). */
  record HistoryAccepted() {}

  /** A leader to its quorum: the history is committed, deliver it (UPTODATE). */
  record UpToDate() {}

  /** A leader to its quorum: append this. */
  record Propose(Transaction transaction) {}

  /** A follower to its leader: I have appended what you proposed. */
  record Ack() {}

  /** A leader to its quorum: deliver what I proposed last. */
  record Commit() {}

  /** How far a leader has come: what it waits for a quorum of. */
  enum Phase {
    ELECTION,
    DISCOVERY,
    SYNCHRONISATION,
    BROADCAST
  }

  /** A node that can keep, for people to look at, what its last step consumed. */
  abstract static class RecordingNode extends Node {
    private final boolean records;
    @Auxiliary private Set<Object> lastConsumed = Set.of();

    RecordingNode(boolean records) {
      this.records = records;
    }

    final void consumed(Collection<?> deliveries) {
      if (records) {
        lastConsumed = Set.copyOf(deliveries);
      }
    }
  }

  /** Leads one epoch, if a quorum of followers turns to it and stays. */
  static class Leader extends RecordingNode {
    private final int transactions;
    Phase phase = Phase.ELECTION;
    int epoch;
    private int committed;

    Leader(int transactions, boolean records) {
      super(records);
      this.transactions = transactions;
    }

    @Receive(quorum = "quorum", when = "inElection")
    void discover(Quorum<CurrentEpoch> followers) {
      epoch = 1 + followers.messages().mapToInt(CurrentEpoch::promised).max().orElseThrow();
      phase = Phase.DISCOVERY;
      sendTo(followers, new NewEpoch(epoch));
      consumed(followers.deliveries());
    }

    @Receive(quorum = "quorum", when = "inDiscovery")
    void synchronise(Quorum<EpochAccepted> promises) {
      proceed(promises);
      consumed(promises.deliveries());
    }

    void proceed(Quorum<EpochAccepted> promises) {
      phase = Phase.SYNCHRONISATION;
      sendTo(promises, new NewLeader(historyAfter(promises)));
    }

    @Receive(quorum = "quorum", when = "inSynchronisation")
    void establish(Quorum<HistoryAccepted> followers) {
      broadcast(followers);
      consumed(followers.deliveries());
    }

    final void broadcast(Quorum<?> followers) {
      phase = Phase.BROADCAST;
      sendTo(followers, new UpToDate());
      sendTo(followers, new Propose(new Transaction(epoch, 1)));
    }

    @Receive(quorum = "quorum")
    void commit(Quorum<Ack> followers) {
      committed++;
      sendTo(followers, new Commit());
      if (committed < transactions) {
        sendTo(followers, new Propose(new Transaction(epoch, committed + 1)));
      }
      consumed(followers.deliveries());
    }

    /** The history to start the epoch with: the most recent one. */
    List<Transaction> historyAfter(Quorum<EpochAccepted> promises) {
      return promises
          .messages()
          .max(
              Comparator.comparingInt(EpochAccepted::historyEpoch)
                  .thenComparingInt(promise -> promise.history().size()))
          .orElseThrow()
          .history();
    }

    final void sendTo(Quorum<?> followers, Object message) {
      followers.senders().forEach(follower -> send(follower, message));
    }

    int quorum() {
      return ids(Follower.class).size() / 2 + 1;
    }

    boolean inElection() {
      return phase == Phase.ELECTION;
    }

    boolean inDiscovery() {
      return phase == Phase.DISCOVERY;
    }

    boolean inSynchronisation() {
      return phase == Phase.SYNCHRONISATION;
    }

    final boolean discovered() {
      return phase == Phase.SYNCHRONISATION || phase == Phase.BROADCAST;
    }

    final boolean done() {
      return committed == transactions;
    }
  }

  /** Broken: does not care how recent a history is. */
  static final class CarelessLeader extends Leader {
    CarelessLeader() {
      super(1, false);
    }

    @Override
    List<Transaction> historyAfter(Quorum<EpochAccepted> promises) {
      return choose(promises.messages().map(EpochAccepted::history).collect(Collectors.toSet()));
    }
  }

  /** Broken: takes the longest history for the most recent. */
  static final class MeasuringLeader extends Leader {
    MeasuringLeader() {
      super(1, false);
    }

    @Override
    List<Transaction> historyAfter(Quorum<EpochAccepted> promises) {
      int longest = promises.messages().mapToInt(p -> p.history().size()).max().orElseThrow();
      return choose(
          promises
              .messages()
              .map(EpochAccepted::history)
              .filter(history -> history.size() == longest)
              .collect(Collectors.toSet()));
    }
  }

  /** Broken: as soon as it has an epoch it proposes, on top of whatever each follower has. */
  static final class HastyLeader extends Leader {
    HastyLeader() {
      super(1, false);
    }

    @Override
    void proceed(Quorum<EpochAccepted> promises) {
      broadcast(promises);
    }
  }

  /** Follows the leaders the oracle names, and delivers what they commit. */
  static class Follower extends RecordingNode {
    private final int elections;
    private final Set<NodeId> followed = new HashSet<>();
    NodeId leader;
    private int promised;
    private int historyEpoch;
    private List<Transaction> history = List.of();
    private boolean upToDate;
    List<Transaction> delivered = List.of();

    Follower(int elections, boolean records) {
      super(records);
      this.elections = elections;
    }

    @Step(when = "mayElect")
    void elect() {
      leader = choose(ids(Leader.class).stream().filter(l -> !followed.contains(l)).toList());
      followed.add(leader);
      upToDate = false;
      send(leader, new CurrentEpoch(promised));
      consumed(Set.of());
    }

    boolean mayElect() {
      return followed.size() < elections;
    }

    @Receive(when = "heeds")
    void promise(NewEpoch m, NodeId from) {
      promised = m.epoch();
      send(from, new EpochAccepted(historyEpoch, history));
      consumed(Set.of(new Delivery<>(from, m)));
    }

    boolean heeds(NewEpoch m, NodeId from) {
      return from.equals(leader) && m.epoch() > promised;
    }

    @Receive(when = "heeds")
    void synchronise(NewLeader m, NodeId from) {
      historyEpoch = promised;
      history = m.history();
      send(from, new HistoryAccepted());
      consumed(Set.of(new Delivery<>(from, m)));
    }

    boolean heeds(NewLeader m, NodeId from) {
      return listensTo(from);
    }

    @Receive(when = "heeds")
    void deliverHistory(UpToDate m, NodeId from) {
      upToDate = true;
      delivered = history;
      consumed(Set.of(new Delivery<>(from, m)));
    }

    boolean heeds(UpToDate m, NodeId from) {
      return listensTo(from);
    }

    @Receive(when = "heeds")
    void append(Propose m, NodeId from) {
      List<Transaction> longer = new ArrayList<>(history);
      longer.add(m.transaction());
      history = List.copyOf(longer);
      send(from, new Ack());
      consumed(Set.of(new Delivery<>(from, m)));
    }

    /** A leader's messages arrive in order: what it has committed before is delivered first. */
    boolean heeds(Propose m, NodeId from) {
      return listensTo(from) && upToDate && delivered.size() == history.size();
    }

    @Receive(when = "heeds")
    void deliver(Commit m, NodeId from) {
      delivered = history;
      consumed(Set.of(new Delivery<>(from, m)));
    }

    boolean heeds(Commit m, NodeId from) {
      return listensTo(from);
    }

    boolean listensTo(NodeId sender) {
      return sender.equals(leader);
    }

    /** Whether what is delivered here follows the given order as far as it goes. */
    final boolean respectsOrderOf(List<Transaction> others) {
      for (int second = 1; second < others.size(); second++) {
        int here = delivered.indexOf(others.get(second));
        if (here >= 0 && !delivered.subList(0, here).contains(others.get(second - 1))) {
          return false;
        }
      }
      return true;
    }
  }

  /** Broken: cannot let go of a leader. */
  static class LoyalFollower extends Follower {
    LoyalFollower(int elections) {
      super(elections, false);
    }

    @Override
    boolean listensTo(NodeId sender) {
      return true;
    }
  }

  /** Broken: promises to take part in an epoch without a look at its earlier promises. */
  static final class PromisingFollower extends LoyalFollower {
    PromisingFollower(int elections) {
      super(elections);
    }

    @Override
    boolean heeds(NewEpoch m, NodeId from) {
      return true;
    }
  }
}
