package dev.parley.engine.reference;

import dev.parley.api.Auxiliary;
import dev.parley.api.Durable;
import dev.parley.api.FifoQueue;
import dev.parley.api.KeyValueMap;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Receive;
import dev.parley.api.Register;
import dev.parley.api.SequentialObject;
import dev.parley.api.Step;
import java.util.List;

/**
 * Clients that record operations, and servers that perform them more or less well. As with {@link
 * WorldlyNode}, what a node does is drawn from a number that it keeps.
 */
abstract class RecordingNode extends Node {
  /** A request of a client. */
  record Request(int number, Object operation, NodeId client) {}

  /** A server's answer. */
  record Reply(int number, Object result, @Auxiliary int trip) {}

  /** Word from a server to a server, or to itself, to perform an operation. */
  record Perform(Object operation) {}

  /** The object that clients share. */
  enum Shared {
    REGISTER,
    QUEUE,
    MAP;

    SequentialObject object() {
      return switch (this) {
        case REGISTER -> new Register(0);
        case QUEUE -> new FifoQueue();
        case MAP -> new KeyValueMap();
      };
    }

    Object operation(int drawn) {
      int value = 1 + drawn / 3 % 2;
      return switch (this) {
        case REGISTER ->
            switch (drawn % 4) {
              case 0, 1 -> Register.write(value);
              case 2 -> Register.read();
              default -> Register.compareAndSet(0, value);
            };
        case QUEUE -> drawn % 2 == 0 ? FifoQueue.enqueue(value) : FifoQueue.dequeue();
        case MAP ->
            switch (drawn % 4) {
              case 0, 1 -> KeyValueMap.put("key", value);
              case 2 -> KeyValueMap.get("key");
              default -> KeyValueMap.remove("key");
            };
      };
    }
  }

  /**
   * How nodes are made.
   *
   * @param script what they do
   * @param shared the object
   * @param operations how many operations each client has
   * @param careless whether clients take any reply for the one they wait for
   * @param local whether clients perform some operations without asking anybody
   * @param trips whether nodes write auxiliary content
   */
  record Design(
      int script, Shared shared, int operations, boolean careless, boolean local, boolean trips) {}

  final Design design;
  @Auxiliary int trips;

  RecordingNode(Design design) {
    this.design = design;
  }

  final int draw(String what, int bound) {
    int mixed = design.script() * 31 + what.hashCode();
    mixed ^= mixed >>> 15;
    mixed *= 0x2c1b3c6d;
    mixed ^= mixed >>> 12;
    mixed *= 0x297a2d39;
    mixed ^= mixed >>> 15;
    return (mixed & 0x7fffffff) % bound;
  }

  final void trip() {
    trips = design.trips() ? (trips + 1) % 3 : 0;
  }

  /** Has operations, one after the other. */
  static final class Client extends RecordingNode {
    int done;
    int awaited;
    @Durable int doneOnDisk;
    @Durable int awaitedOnDisk;

    /** A client that has begun so many operations and waits for the last of them. */
    Client(Design design, int begun) {
      super(design);
      awaited = begun;
      awaitedOnDisk = begun;
    }

    @Step(when = "mayBegin")
    void begin() {
      trip();
      Object operation = design.shared().operation(draw("operation" + done, 97));
      invoked(operation);
      if (design.local() && draw("local" + done, 3) == 0) {
        returned(guess());
        done++;
      } else {
        awaited = done + 1;
        List<NodeId> servers = ids(Server.class);
        send(
            servers.get(draw("server" + done, servers.size())),
            new Request(awaited, operation, self()));
      }
      save();
    }

    /** What a client says that asks nobody. */
    private Object guess() {
      return design
          .shared()
          .object()
          .apply(design.shared().operation(draw("operation" + done, 97)));
    }

    boolean mayBegin() {
      return awaited == 0 && done < design.operations();
    }

    @Receive(when = "awaits")
    void reply(Reply m) {
      trip();
      returned(m.result());
      done++;
      awaited = 0;
      save();
      if (draw("goesOn" + done, 2) == 0 && mayBegin()) {
        begin();
      }
    }

    boolean awaits(Reply m) {
      return design.careless() ? done < design.operations() : m.number() == awaited;
    }

    private void save() {
      doneOnDisk = done;
      awaitedOnDisk = awaited;
    }

    @Override
    protected void restarted() {
      switch (draw("restart", 5)) {
        case 0 -> {
          done = doneOnDisk;
          awaited = awaitedOnDisk;
        }
        case 1 -> begin();
        case 2 -> {
          if (awaitedOnDisk > 0) {
            returned(null);
          }
          done = design.operations();
        }
        case 3 -> done = doneOnDisk;
        default -> {}
      }
      save();
    }
  }

  /** Performs operations. */
  static final class Server extends RecordingNode {
    final int manner;
    @Durable SequentialObject copy;

    Server(Design design, int manner) {
      super(design);
      this.manner = manner;
      this.copy = design.shared().object();
    }

    @Receive
    void request(Request m) {
      trip();
      NodeId first = ids(Server.class).get(0);
      switch (manner) {
        case 0 -> answer(m, copy.apply(m.operation()));
        case 1 -> {
          if (self().equals(first)) {
            answer(m, copy.apply(m.operation()));
          } else {
            send(first, m);
          }
        }
        case 2 -> {
          answer(m, copy.apply(m.operation()));
          sendToOthers(Server.class, new Perform(m.operation()));
        }
        case 3 -> {
          answer(m, design.shared().object().apply(m.operation()));
          send(self(), new Perform(m.operation()));
        }
        default -> {
          Object result = copy.apply(m.operation());
          answer(m, choose(true, false) ? result : (Object) 1);
        }
      }
    }

    private void answer(Request m, Object result) {
      send(m.client(), new Reply(m.number(), result, trips));
    }

    @Receive
    void perform(Perform m) {
      copy.apply(m.operation());
    }
  }
}
