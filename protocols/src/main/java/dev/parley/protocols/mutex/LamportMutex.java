package dev.parley.protocols.mutex;

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
import dev.parley.api.Terminal;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Mutual exclusion by time stamps (Lamport, "Time, Clocks, and the Ordering of Events in a
 * Distributed System", 1978).
 *
 * <p>A process that wants to enter asks everyone, with the time on its clock. Everyone notes the
 * request and acknowledges it. The process enters when all have acknowledged and no request it
 * knows of is older; of two equally old ones, that of the lower number comes first. When it leaves,
 * it tells everyone.
 *
 * <p>An acknowledgement says: whatever I asked for before this, you have. That is true only if
 * messages from one process to another arrive in the order of sending. The ordered network of the
 * instances below sees to it; there are no sequence numbers in the code.
 */
@Protocol(
    name = "lamport-mutex",
    description = "Lamport's mutual exclusion by time stamps, on channels that keep the order.",
    budget = @Budget(states = 20_000_000, time = "10m"))
public final class LamportMutex {
  private LamportMutex() {}

  /** Each process enters so many times. */
  @Instance(with = {2, 1})
  @Instance(with = {2, 2})
  @Instance(with = {3, 1})
  static void mutex(Topology t, int processes, int entries) {
    t.network(Network.ORDERED).add("Process", processes, i -> new Process(i, entries));
  }

  /**
   * Broken by its network, which lets messages overtake each other. The counterexample: the
   * acknowledgement of the first process overtakes its own, older request. The second process does
   * not know of that request and enters; the first one, whose request is older, enters too.
   */
  @Instance(
      with = {2, 1},
      expect = Verdict.VIOLATED,
      violates = "mutualExclusion")
  @Instance(
      with = {3, 1},
      expect = Verdict.VIOLATED,
      violates = "mutualExclusion")
  static void overtaking(Topology t, int processes, int entries) {
    t.add("Process", processes, i -> new Process(i, entries));
  }

  /** Broken: no process waits for acknowledgements, so it may not know of an older request. */
  @Instance(
      with = {2, 1},
      expect = Verdict.VIOLATED,
      violates = "mutualExclusion")
  static void notAcknowledged(Topology t, int processes, int entries) {
    t.network(Network.ORDERED).add("Process", processes, i -> new HastyProcess(i, entries));
  }

  @Invariant("no two processes are in the critical section")
  static boolean mutualExclusion(World w) {
    return w.nodes(Process.class).stream().filter(p -> p.inside).count() <= 1;
  }

  @Terminal("in the end everyone has been inside as often as it wanted")
  static boolean everyoneEnters(World w) {
    return w.nodes(Process.class).stream().allMatch(p -> p.entriesLeft == 0 && !p.asking());
  }

  @Reachable("the last process may be the first to enter")
  static boolean lastEntersFirst(World w) {
    var processes = w.nodes(Process.class);
    int last = processes.size() - 1;
    return processes.get(last).inside
        && processes.subList(0, last).stream().allMatch(p -> p.asking() && !p.inside);
  }

  /** I want to enter, since this time. */
  record Request(int time) {}

  /** I have your request. */
  record Acknowledge() {}

  /** I have left. */
  record Release() {}

  /** Wants to enter now and then. */
  static class Process extends Node {
    final int number;
    int entriesLeft;
    boolean inside;
    private int clock = 1;

    /** The times of the requests it knows of, its own included. */
    private final Map<NodeId, Integer> requests = new TreeMap<>();

    private final Set<NodeId> acknowledged = new TreeSet<>();
    private int since;

    Process(int number, int entries) {
      this.number = number;
      this.entriesLeft = entries;
    }

    @Step(when = "mayAsk")
    void ask() {
      entriesLeft--;
      since = clock;
      sendToOthers(Process.class, new Request(since));
    }

    @Receive
    void request(Request m, NodeId from) {
      clock = Math.max(clock, m.time()) + 1;
      requests.put(from, m.time());
      send(from, new Acknowledge());
    }

    @Receive
    void acknowledge(Acknowledge m, NodeId from) {
      acknowledged.add(from);
    }

    @Step(when = "mayEnter")
    void enter() {
      inside = true;
    }

    @Step(when = "isInside")
    void leave() {
      inside = false;
      since = 0;
      acknowledged.clear();
      sendToOthers(Process.class, new Release());
    }

    @Receive
    void release(Release m, NodeId from) {
      requests.remove(from);
    }

    boolean mayAsk() {
      return entriesLeft > 0 && !asking();
    }

    final boolean asking() {
      return since > 0;
    }

    boolean mayEnter() {
      return asking() && !inside && everyoneAcknowledged() && isOldest();
    }

    boolean everyoneAcknowledged() {
      return acknowledged.size() == ids(Process.class).size() - 1;
    }

    private boolean isOldest() {
      return requests.entrySet().stream()
          .allMatch(
              other ->
                  since < other.getValue()
                      || since == other.getValue() && number < other.getKey().index());
    }

    boolean isInside() {
      return inside;
    }
  }

  /** Broken: does not ask whether everyone knows. */
  static final class HastyProcess extends Process {
    HastyProcess(int number, int entries) {
      super(number, entries);
    }

    @Override
    boolean everyoneAcknowledged() {
      return true;
    }
  }
}
