package example;

import dev.parley.api.Instance;
import dev.parley.api.Invariant;
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
import java.util.ArrayList;
import java.util.List;

@Protocol(name = "fenced-lease", description = "A lease whose holders prove how recent it is.")
final class FencedLease {
  record Acquire() {}

  record Granted(int token) {}

  record Write(int token) {}

  static final class Client extends Node {
    @Step(once = true)
    void ask() {
      sendToAll(Server.class, new Acquire());
    }

    @Receive
    void granted(Granted m) {
      sendToAll(Storage.class, new Write(m.token()));
    }
  }

  static final class Server extends Node {
    NodeId owner;
    int tokens;

    @Receive(when = "free")
    void acquire(Acquire m, NodeId from) {
      owner = from;
      tokens++;
      send(from, new Granted(tokens));
    }

    @Step(when = "leased")
    void expire() {
      owner = null;
    }

    boolean free() {
      return owner == null;
    }

    boolean leased() {
      return owner != null;
    }
  }

  static class Storage extends Node {
    final List<Integer> written = new ArrayList<>();

    @Receive
    void write(Write m) {
      if (accepts(m)) {
        written.add(m.token());
      }
    }

    boolean accepts(Write m) {
      return written.isEmpty() || m.token() > written.get(written.size() - 1);
    }
  }

  static final class TrustingStorage extends Storage {
    @Override
    boolean accepts(Write m) {
      return true;
    }
  }

  @Instance(with = 2)
  @Instance(with = 3)
  @Instance(with = 5, tags = "nightly")
  static void fenced(Topology t, int clients) {
    t.add(clients, i -> new Client()).add(new Server()).add(new Storage());
  }

  @Instance(with = 2, expect = Verdict.VIOLATED, violates = "inOrder")
  static void trusting(Topology t, int clients) {
    t.add(clients, i -> new Client()).add(new Server()).add("Storage", new TrustingStorage());
  }

  @Invariant("writes take effect in the order the leases were granted")
  static boolean inOrder(World w) {
    return w.nodes(Storage.class).stream()
        .allMatch(s -> s.written.equals(s.written.stream().sorted().toList()));
  }

  @Terminal("once everything has come to rest, something was written")
  static boolean somethingIsWritten(World w) {
    return w.nodes(Storage.class).stream().noneMatch(s -> s.written.isEmpty());
  }

  @Reachable("two clients may be granted the lease before either has written")
  static boolean leasesOverlap(World w) {
    return w.pending().stream().filter(p -> p.message() instanceof Write).count() >= 2;
  }
}
