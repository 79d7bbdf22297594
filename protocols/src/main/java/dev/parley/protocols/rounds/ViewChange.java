package dev.parley.protocols.rounds;

import dev.parley.api.Budget;
import dev.parley.api.Delivery;
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
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The view change of Viewstamped Replication (Liskov and Cowling, "Viewstamped Replication
 * Revisited", 2012): replicas that suspect their primary move to the next view and its primary,
 * without losing an operation that was committed.
 *
 * <p>Of 2f + 1 replicas any f may be silent. Which replica is the primary of a view follows from
 * the view's number. A view change has three rounds:
 *
 * <ol>
 *   <li><b>Start view change.</b> A replica that suspects the primary goes to the next view and
 *       tells all others. One that hears of a later view from f others goes there too.
 *   <li><b>Do view change.</b> A replica that knows of f others in its view sends its log to the
 *       view's primary, with the last view in which it worked normally.
 *   <li><b>Start view.</b> With the logs of a majority, its own among them, the primary takes the
 *       one from the latest view and sends it to everyone. The view has started.
 * </ol>
 *
 * <p>A replica that goes to a view because others have tells its own so, in the round in which it
 * has heard of them. So this is no protocol in rounds in the strict sense. The instances in which a
 * replica goes to a view {@link #byTimeout only when it suspects the primary itself} are.
 *
 * <p>The log is reduced to one operation, which the primary of view 0 has committed: a majority has
 * it, and the primary of view 1 does not. The operations of later views are left out.
 */
@Protocol(
    name = "view-change",
    description =
        "The view change of Viewstamped Replication: one primary per view, and nothing committed is"
            + " lost.",
    budget = @Budget(states = 20_000_000, time = "10m"))
public final class ViewChange {
  private ViewChange() {}

  /** The protocol as it should be, up to a last view. */
  @Instance(with = {3, 1})
  @Instance(with = {3, 2})
  @Instance(
      with = {3, 3},
      tags = "large")
  static void viewChange(Topology t, int replicas, int views) {
    t.add(replicas, i -> new Replica(hasOperation(i, replicas), views));
  }

  /** No replica follows others into a view: each waits until it suspects the primary itself. */
  @Instance(with = {3, 1})
  @Instance(with = {3, 2})
  @Instance(
      with = {3, 3},
      tags = "large")
  @Instance(
      with = {3, 4},
      tags = "nightly")
  @Instance(
      with = {5, 2},
      tags = "nightly")
  @Instance(
      with = {3, 6},
      tags = "rounds")
  @Instance(
      with = {3, 8},
      tags = "rounds")
  @Instance(
      with = {5, 4},
      tags = "rounds")
  static void byTimeout(Topology t, int replicas, int views) {
    t.add(replicas, i -> new Replica(hasOperation(i, replicas), views, false));
  }

  /**
   * Broken: every replica picks a primary at random. There is still no view with two primaries,
   * since nobody sends its log twice in a view; what is lost is that a view ever starts.
   *
   * <p>The counterexample: replicas 1 and 2 take each other for the primary, so neither of them is
   * its own choice.
   */
  @Instance(
      with = {3, 1},
      expect = Verdict.VIOLATED,
      violates = "viewStarts")
  static void primaryGuessed(Topology t, int replicas, int views) {
    t.add("Replica", replicas, i -> new GuessingReplica(views, true));
  }

  /**
   * Broken: a primary starts its view with fewer logs than a majority, namely its own.
   *
   * <p>The counterexample: the primary of view 1, which has not seen the operation, asks nobody.
   */
  @Instance(
      with = {3, 1},
      expect = Verdict.VIOLATED,
      violates = "nothingLost")
  static void tooFewLogs(Topology t, int replicas, int views) {
    t.add("Replica", replicas, i -> new HastyReplica(hasOperation(i, replicas), views, true));
  }

  /**
   * Broken: replicas do not agree on the primary, and fewer logs than a majority start a view.
   *
   * <p>The counterexample: two replicas take themselves for the primary of view 1 and start it.
   */
  @Instance(
      with = {3, 1},
      expect = Verdict.VIOLATED,
      violates = "onePrimary")
  static void primaryGuessedTooFewLogs(Topology t, int replicas, int views) {
    t.add("Replica", replicas, i -> new UsurpingReplica(views, true));
  }

  /** The same where no replica follows others into a view. */
  @Instance(
      with = {3, 1},
      expect = Verdict.VIOLATED,
      violates = "viewStarts")
  static void byTimeoutPrimaryGuessed(Topology t, int replicas, int views) {
    t.add("Replica", replicas, i -> new GuessingReplica(views, false));
  }

  /** The same where no replica follows others into a view. */
  @Instance(
      with = {3, 1},
      expect = Verdict.VIOLATED,
      violates = "nothingLost")
  static void byTimeoutTooFewLogs(Topology t, int replicas, int views) {
    t.add("Replica", replicas, i -> new HastyReplica(hasOperation(i, replicas), views, false));
  }

  /** The same where no replica follows others into a view. */
  @Instance(
      with = {3, 1},
      expect = Verdict.VIOLATED,
      violates = "onePrimary")
  static void byTimeoutPrimaryGuessedTooFewLogs(Topology t, int replicas, int views) {
    t.add("Replica", replicas, i -> new UsurpingReplica(views, false));
  }

  /** A majority without the second replica, which is the primary of view 1. */
  private static boolean hasOperation(int replica, int replicas) {
    return replica != 2 && replica <= replicas / 2 + 2;
  }

  @Invariant("no two replicas are primaries of the same view")
  static boolean onePrimary(World w) {
    Set<Integer> views = new HashSet<>();
    return w.nodes(Replica.class).stream().flatMap(r -> r.led.stream()).allMatch(views::add);
  }

  @Invariant("whoever works in a later view has the committed operation")
  static boolean nothingLost(World w) {
    return w.nodes(Replica.class).stream()
        .allMatch(r -> r.view == 0 || r.status != Status.NORMAL || r.operation);
  }

  /** Nobody can leave the last view any more, so that one starts. */
  @Terminal("once everything has come to rest, all replicas work in the last view")
  static boolean viewStarts(World w) {
    return w.nodes(Replica.class).stream()
        .allMatch(r -> r.status == Status.NORMAL && r.view == r.views);
  }

  @Reachable("every view may start, one after the other")
  static boolean everyViewStarts(World w) {
    return w.nodes(Replica.class).stream().mapToInt(r -> r.led.size()).sum()
        == w.nodes(Replica.class).get(0).views;
  }

  /** What a replica is doing. */
  enum Status {
    /** Works in its view. */
    NORMAL,
    /** Has left the earlier view and waits for others to do the same. */
    LEAVING,
    /** Has sent its log and waits for the view to start. */
    WAITING
  }

  /** A replica to all others: I have gone to this view. */
  @Round(1)
  record StartViewChange(@Phase int view) {}

  /** A replica to the primary: I have this log since that view. */
  @Round(2)
  record DoViewChange(@Phase int view, int since, boolean operation) {}

  /** The primary to all others: this view starts, with this log. */
  @Round(3)
  record StartView(@Phase int view, boolean operation) {}

  /** A replica; also the primary of some views. */
  static class Replica extends Node {
    final int views;
    private final boolean follows;
    int view;
    Status status = Status.NORMAL;
    private int since;
    boolean operation;
    private NodeId primary;
    final Set<Integer> led = new HashSet<>();

    Replica(boolean operation, int views) {
      this(operation, views, true);
    }

    /** A replica that may not follow others into a view. */
    Replica(boolean operation, int views, boolean follows) {
      this.operation = operation;
      this.views = views;
      this.follows = follows;
    }

    @Step(when = "viewsLeft")
    void suspect() {
      leaveFor(view + 1);
    }

    boolean viewsLeft() {
      return view < views;
    }

    @Receive(quorum = "others", when = "joined")
    void sendLog(Quorum<StartViewChange> others) {
      int next = others.messages().mapToInt(StartViewChange::view).max().orElseThrow();
      if (next > view) {
        leaveFor(next);
      }
      status = Status.WAITING;
      primary = primaryOf(view);
      if (!primary.equals(self())) {
        send(primary, new DoViewChange(view, since, operation));
      }
    }

    boolean joined(Quorum<StartViewChange> others) {
      List<Integer> next = others.messages().map(StartViewChange::view).distinct().toList();
      return next.size() == 1
          && (follows && next.get(0) > view || next.get(0) == view && status == Status.LEAVING);
    }

    @Receive(quorum = "others", when = "complete")
    void lead(Quorum<DoViewChange> others) {
      for (Delivery<DoViewChange> other : others) {
        takeIfLater(other.message());
      }
      lead();
    }

    boolean complete(Quorum<DoViewChange> others) {
      return maySoonLead() && others.messages().allMatch(m -> m.view() == view);
    }

    final boolean maySoonLead() {
      return status == Status.WAITING && self().equals(primary);
    }

    private void takeIfLater(DoViewChange other) {
      if (other.since() > since) {
        since = other.since();
        operation = other.operation();
      } else if (other.since() == since) {
        operation |= other.operation();
      }
    }

    final void lead() {
      led.add(view);
      startView();
      sendToOthers(Replica.class, new StartView(view, operation));
    }

    @Receive(when = "awaited")
    void follow(StartView m, NodeId from) {
      view = m.view();
      operation = m.operation();
      startView();
    }

    boolean awaited(StartView m, NodeId from) {
      return m.view() > view || m.view() == view && status != Status.NORMAL;
    }

    private void leaveFor(int next) {
      view = next;
      status = Status.LEAVING;
      primary = null;
      sendToOthers(Replica.class, new StartViewChange(view));
    }

    private void startView() {
      status = Status.NORMAL;
      since = view;
      primary = null;
    }

    NodeId primaryOf(int someView) {
      List<NodeId> replicas = ids(Replica.class);
      return replicas.get(someView % replicas.size());
    }

    /** How many others may be silent; as many make a majority together with this replica. */
    int others() {
      return ids(Replica.class).size() / 2;
    }
  }

  /** Broken: a primary's own log is enough for it. */
  static class HastyReplica extends Replica {
    HastyReplica(boolean operation, int views, boolean follows) {
      super(operation, views, follows);
    }

    @Step(when = "maySoonLead")
    void leadAlone() {
      lead();
    }
  }

  /** Broken: does not care whose turn it is. */
  static final class GuessingReplica extends Replica {
    GuessingReplica(int views, boolean follows) {
      super(true, views, follows);
    }

    @Override
    NodeId primaryOf(int someView) {
      return choose(ids(Replica.class));
    }
  }

  /** Broken: may take itself for the primary, and then its own log is enough for it. */
  static final class UsurpingReplica extends HastyReplica {
    UsurpingReplica(int views, boolean follows) {
      super(true, views, follows);
    }

    @Override
    NodeId primaryOf(int someView) {
      return choose(self(), super.primaryOf(someView));
    }
  }
}
