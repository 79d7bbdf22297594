package dev.parley.bench;

import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Node;
import dev.parley.api.Protocol;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.World;
import dev.parley.engine.options.ExplorationOptions.Order;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A system that is written down as in TLA+: all of it in one node, with maps and sets for its
 * variables and a set of the messages ever sent. Each global state is a local state that was never
 * there before, and it is a rich one. So each transition costs a run of user code on a restored
 * node and a capture of it, twice.
 */
public final class RichStatesBench {
  private RichStatesBench() {}

  /**
   * Runs the check several times in one process, for the first time is that of the just-in-time
   * compiler.
   *
   * @param args the number of resource managers, one of 3 to 8, 6 if absent; and how often, 4 times
   *     if absent
   */
  public static void main(String[] args) {
    String managers = args.length > 0 ? args[0] : "6";
    int times = args.length > 1 ? Integer.parseInt(args[1]) : 4;
    for (int i = 0; i < times; i++) {
      System.out.println(
          Measurement.of(TwoPhase.class, "commit(" + managers + ")", Order.BREADTH_FIRST));
    }
  }

  /** Two-phase commit (Gray, Lamport: "Consensus on Transaction Commit"), as its TLA+ module. */
  @Protocol(name = "two-phase")
  static final class TwoPhase {
    private TwoPhase() {}

    @Instance(with = 3)
    @Instance(with = 4)
    @Instance(with = 5)
    @Instance(with = 6)
    @Instance(with = 7)
    @Instance(with = 8)
    static void commit(Topology t, int managers) {
      t.add(new Commit(managers));
    }

    @Invariant("no resource manager commits while another aborts")
    static boolean consistent(World w) {
      return w.nodes(Commit.class).stream()
          .allMatch(
              all ->
                  !(all.managers.containsValue(Manager.COMMITTED)
                      && all.managers.containsValue(Manager.ABORTED)));
    }
  }

  enum Manager {
    WORKING,
    PREPARED,
    COMMITTED,
    ABORTED
  }

  enum Transaction {
    UNDECIDED,
    COMMITTED,
    ABORTED
  }

  /** What was sent: that a manager is prepared, or what is decided. */
  record Message(String type, String from) {}

  /** All variables of the module. */
  static final class Commit extends Node {
    final Map<String, Manager> managers = new HashMap<>();
    Transaction transaction = Transaction.UNDECIDED;
    final Set<String> prepared = new TreeSet<>();
    final Set<Message> sent = new HashSet<>();

    Commit(int count) {
      for (int i = 1; i <= count; i++) {
        managers.put("manager" + i, Manager.WORKING);
      }
    }

    private List<String> all(Manager state) {
      List<String> found = new ArrayList<>();
      for (Map.Entry<String, Manager> manager : managers.entrySet()) {
        if (manager.getValue() == state) {
          found.add(manager.getKey());
        }
      }
      found.sort(null);
      return found;
    }

    private List<String> unheard() {
      return managers.keySet().stream()
          .filter(manager -> sent.contains(new Message("prepared", manager)))
          .filter(manager -> !prepared.contains(manager))
          .sorted()
          .toList();
    }

    private List<String> told(Message decision, Manager state) {
      return sent.contains(decision)
          ? managers.keySet().stream().filter(m -> managers.get(m) != state).sorted().toList()
          : List.of();
    }

    @Step(when = "mayPrepare")
    void prepare() {
      String manager = choose(all(Manager.WORKING));
      managers.put(manager, Manager.PREPARED);
      sent.add(new Message("prepared", manager));
    }

    boolean mayPrepare() {
      return managers.containsValue(Manager.WORKING);
    }

    @Step(when = "mayPrepare")
    void chooseToAbort() {
      managers.put(choose(all(Manager.WORKING)), Manager.ABORTED);
    }

    @Step(when = "mayHear")
    void hear() {
      prepared.add(choose(unheard()));
    }

    boolean mayHear() {
      return transaction == Transaction.UNDECIDED && !unheard().isEmpty();
    }

    @Step(when = "mayCommit")
    void commit() {
      transaction = Transaction.COMMITTED;
      sent.add(new Message("commit", "coordinator"));
    }

    boolean mayCommit() {
      return transaction == Transaction.UNDECIDED && prepared.equals(managers.keySet());
    }

    @Step(when = "mayAbort")
    void abort() {
      transaction = Transaction.ABORTED;
      sent.add(new Message("abort", "coordinator"));
    }

    boolean mayAbort() {
      return transaction == Transaction.UNDECIDED;
    }

    @Step(when = "mayObeyCommit")
    void obeyCommit() {
      managers.put(
          choose(told(new Message("commit", "coordinator"), Manager.COMMITTED)), Manager.COMMITTED);
    }

    boolean mayObeyCommit() {
      return !told(new Message("commit", "coordinator"), Manager.COMMITTED).isEmpty();
    }

    @Step(when = "mayObeyAbort")
    void obeyAbort() {
      managers.put(
          choose(told(new Message("abort", "coordinator"), Manager.ABORTED)), Manager.ABORTED);
    }

    boolean mayObeyAbort() {
      return !told(new Message("abort", "coordinator"), Manager.ABORTED).isEmpty();
    }
  }
}
