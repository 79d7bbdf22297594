package dev.parley.protocols.commit;

import dev.parley.api.Budget;
import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Network;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Protocol;
import dev.parley.api.Reachable;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import java.util.HashSet;
import java.util.Set;

/**
 * Two-phase commit as Gray and Lamport specify it in TLA+ ("Consensus on Transaction Commit", 2006,
 * module {@code TwoPhase}): messages are facts, kept in a set that only grows.
 *
 * <p>Resource managers prepare or abort by themselves; nobody asks them. One that has prepared says
 * so. The transaction manager commits once it has heard of all, and may abort at any time before.
 * Both of its decisions go to everyone in one step, so a set of messages for each receiver says
 * exactly what the one set of the specification says, and the states are the same in number: 288,
 * 1,568 and 8,832 with three, four and five resource managers.
 *
 * <p>Nothing is consumed, so a resource manager may hear of a decision again and again. That leads
 * back to the same state.
 */
@Protocol(
    name = "two-phase-commit-message-set",
    description = "Two-phase commit as specified in TLA+, with messages in a set that only grows.",
    budget = @Budget(states = 20_000_000, time = "10m"))
public final class MessageSetCommit {
  private MessageSetCommit() {}

  /** As specified. */
  @Instance(each = "3..5")
  static void commit(Topology t, int resourceManagers) {
    t.network(Network.PERSISTENT)
        .add("TM", new TransactionManager())
        .add("RM", resourceManagers, i -> new ResourceManager());
  }

  /**
   * Broken: the transaction manager commits once it has heard of most. The counterexample: two
   * resource managers have prepared, the third one aborts, and one of the two commits.
   */
  @Instance(with = 3, expect = Verdict.VIOLATED, violates = "consistency")
  static void majorityCommits(Topology t, int resourceManagers) {
    t.network(Network.PERSISTENT)
        .add("TM", new HastyManager())
        .add("RM", resourceManagers, i -> new ResourceManager());
  }

  /**
   * Broken: the last resource manager may abort although it has prepared. The counterexample: all
   * prepare, one of them commits, and the last one aborts.
   */
  @Instance(with = 3, expect = Verdict.VIOLATED, violates = "consistency")
  static void preparedAborts(Topology t, int resourceManagers) {
    t.network(Network.PERSISTENT)
        .add("TM", new TransactionManager())
        .add("RM", resourceManagers - 1, i -> new ResourceManager())
        .add("RM", new FickleManager());
  }

  @Invariant("no resource manager commits while another aborts")
  static boolean consistency(World w) {
    return w.nodes(ResourceManager.class).stream().noneMatch(rm -> rm.phase == Phase.COMMITTED)
        || w.nodes(ResourceManager.class).stream().noneMatch(rm -> rm.phase == Phase.ABORTED);
  }

  @Reachable("everyone may commit")
  static boolean commit(World w) {
    return w.nodes(ResourceManager.class).stream().allMatch(rm -> rm.phase == Phase.COMMITTED);
  }

  @Reachable("everyone may abort")
  static boolean abort(World w) {
    return w.nodes(ResourceManager.class).stream().allMatch(rm -> rm.phase == Phase.ABORTED);
  }

  /** A resource manager has prepared: the sender. */
  record Prepared() {}

  /** The transaction is committed. */
  record Commit() {}

  /** The transaction is aborted. */
  record Abort() {}

  /** How far a resource manager is. */
  enum Phase {
    WORKING,
    PREPARED,
    COMMITTED,
    ABORTED
  }

  /** Decides. */
  static class TransactionManager extends Node {
    private final Set<NodeId> prepared = new HashSet<>();
    private boolean decided;

    @Receive(when = "undecided")
    void prepared(Prepared m, NodeId from) {
      prepared.add(from);
    }

    @Step(when = "enoughPrepared")
    void commit() {
      decided = true;
      sendToAll(ResourceManager.class, new Commit());
    }

    @Step(when = "undecided")
    void abort() {
      decided = true;
      sendToAll(ResourceManager.class, new Abort());
    }

    boolean enoughPrepared() {
      return undecided() && prepared.size() >= needed();
    }

    boolean undecided() {
      return !decided;
    }

    int needed() {
      return ids(ResourceManager.class).size();
    }
  }

  /** Broken: takes the majority for everyone. */
  static final class HastyManager extends TransactionManager {
    @Override
    int needed() {
      return ids(ResourceManager.class).size() / 2 + 1;
    }
  }

  /** Takes part in the transaction. */
  static class ResourceManager extends Node {
    Phase phase = Phase.WORKING;

    @Step(when = "working")
    void prepare() {
      phase = Phase.PREPARED;
      sendToAll(TransactionManager.class, new Prepared());
    }

    @Step(when = "mayAbort")
    void chooseToAbort() {
      phase = Phase.ABORTED;
    }

    @Receive
    void commit(Commit m) {
      phase = Phase.COMMITTED;
    }

    @Receive
    void abort(Abort m) {
      phase = Phase.ABORTED;
    }

    boolean working() {
      return phase == Phase.WORKING;
    }

    boolean mayAbort() {
      return working();
    }
  }

  /** Broken: does not keep its word. */
  static final class FickleManager extends ResourceManager {
    @Override
    boolean mayAbort() {
      return phase == Phase.WORKING || phase == Phase.PREPARED;
    }
  }
}
