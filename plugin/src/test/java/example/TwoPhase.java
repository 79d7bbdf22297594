package example;

import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Network;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Protocol;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.World;
import java.util.HashSet;
import java.util.Set;

@Protocol(name = "two-phase")
final class TwoPhase {
  record Prepared() {}

  record Commit() {}

  record Abort() {}

  enum State {
    WORKING,
    PREPARED,
    COMMITTED,
    ABORTED
  }

  static final class TM extends Node {
    boolean done;
    final Set<NodeId> prepared = new HashSet<>();

    @Receive(when = "init")
    void rcvPrepared(Prepared m, NodeId rm) {
      prepared.add(rm);
    }

    @Step(when = "allPrepared")
    void commit() {
      done = true;
      sendToAll(RM.class, new Commit());
    }

    @Step(when = "init")
    void abort() {
      done = true;
      sendToAll(RM.class, new Abort());
    }

    boolean init() {
      return !done;
    }

    boolean allPrepared() {
      return init() && prepared.size() == ids(RM.class).size();
    }
  }

  static final class RM extends Node {
    State state = State.WORKING;

    @Step(when = "working")
    void prepare() {
      state = State.PREPARED;
      sendToAll(TM.class, new Prepared());
    }

    @Step(when = "working")
    void chooseToAbort() {
      state = State.ABORTED;
    }

    @Receive
    void rcvCommit(Commit m) {
      state = State.COMMITTED;
    }

    @Receive
    void rcvAbort(Abort m) {
      state = State.ABORTED;
    }

    boolean working() {
      return state == State.WORKING;
    }
  }

  @Instance(each = "3..5")
  static void rms(Topology t, int n) {
    t.network(Network.PERSISTENT).add(new TM()).add(n, i -> new RM());
  }

  @Invariant
  static boolean consistent(World w) {
    return w.nodes(RM.class).stream().noneMatch(rm -> rm.state == State.ABORTED)
        || w.nodes(RM.class).stream().noneMatch(rm -> rm.state == State.COMMITTED);
  }
}
