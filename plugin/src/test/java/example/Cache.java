package example;

import dev.parley.api.Instance;
import dev.parley.api.Linearizable;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Protocol;
import dev.parley.api.Receive;
import dev.parley.api.Register;
import dev.parley.api.SequentialObject;
import dev.parley.api.Step;
import dev.parley.api.Topology;

@Protocol(name = "cache")
final class Cache {
  record Put(int value) {}

  record PutDone() {}

  record Get() {}

  record Value(int value) {}

  record Fresh(int value) {}

  static final class Writer extends Node {
    @Step(once = true)
    void put() {
      invoked(Register.write(1));
      sendToAll(Store.class, new Put(1));
    }

    @Receive
    void done(PutDone m) {
      returned();
    }
  }

  static final class Reader extends Node {
    @Step(once = true)
    void get() {
      invoked(Register.read());
      sendToAll(ReadCache.class, new Get());
    }

    @Receive
    void value(Value m) {
      returned(m.value());
    }
  }

  static final class Store extends Node {
    @Receive
    void put(Put m, NodeId from) {
      sendToAll(ReadCache.class, new Fresh(m.value()));
      send(from, new PutDone());
    }
  }

  static final class ReadCache extends Node {
    int value;

    @Receive
    void fresh(Fresh m) {
      value = m.value();
    }

    @Receive
    void get(Get m, NodeId from) {
      send(from, new Value(value));
    }
  }

  @Instance
  static void oneReader(Topology t) {
    t.add(new Writer()).add(new Reader()).add(new Store()).add(new ReadCache());
  }

  @Linearizable("store and cache behave like one register")
  static SequentialObject register() {
    return new Register(0);
  }

  record Increment() {}

  static final class Counter implements SequentialObject {
    private int value;

    @Override
    public Object apply(Object operation) {
      return ++value; // Increment is the only operation
    }
  }
}
