package dev.parley.protocols.register;

import dev.parley.api.Instance;
import dev.parley.api.Linearizable;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Protocol;
import dev.parley.api.Receive;
import dev.parley.api.Register;
import dev.parley.api.SequentialObject;
import dev.parley.api.Terminal;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A register that servers offer to clients: each client puts a value of its own, and gets the value
 * when the put is done. Whatever the servers do inside, together they have to behave like one
 * register.
 *
 * <p>These are the examples of Stateright, message for message, so that its counts can be compared:
 * 93 unique states for a single server that keeps the value, 544 for two servers that run ABD
 * (Attiya, Bar-Noy and Dolev, "Sharing Memory Robustly in Message-Passing Systems", 1995). In both
 * the whole history is part of the state, and so are the first requests of the clients.
 *
 * <p>Two servers that each keep a value of their own do not behave like one register.
 */
@Protocol(
    name = "shared-register",
    description = "A register behind servers, as clients see it: linearizable or not.")
public final class SharedRegister {
  private static final char NOTHING = '-';

  private SharedRegister() {}

  /** Servers that know nothing of each other. */
  @Instance(with = {2, 1})
  @Instance(
      with = {2, 2},
      expect = Verdict.VIOLATED,
      violates = "register")
  static void singleCopy(Topology t, int clients, int servers) {
    t.add("Server", servers, i -> new SingleCopy());
    addClients(t, clients, servers);
  }

  /** Servers that ask a majority before they answer. */
  @Instance(with = {2, 2})
  static void abd(Topology t, int clients, int servers) {
    t.add("Server", servers, i -> new Abd());
    addClients(t, clients, servers);
  }

  /** Each client has sent its first request already. */
  private static void addClients(Topology t, int clients, int servers) {
    for (int i = 0; i < clients; i++) {
      int number = servers + i;
      char value = (char) ('A' + i);
      t.add(new Client(number, servers));
      NodeId client = new NodeId("Client", i + 1);
      t.message(client, server(number, servers), new Put(number, value));
      t.invoked(client, Register.write(value));
    }
  }

  private static NodeId server(int number, int servers) {
    return new NodeId("Server", number % servers + 1);
  }

  @Linearizable(value = "the servers behave like one register", wholeHistory = true)
  static SequentialObject register() {
    return new Register(NOTHING);
  }

  @Terminal("in the end every client has its answers")
  static boolean everyoneIsAnswered(World w) {
    return w.nodes(Client.class).stream().allMatch(c -> c.awaited == Client.NONE);
  }

  /** A client to a server: keep this. */
  record Put(int request, char value) {}

  /** A server to a client: it is kept. */
  record PutOk(int request) {}

  /** A client to a server: what do you keep? */
  record Get(int request) {}

  /** A server to a client: this. */
  record GetOk(int request, char value) {}

  /** Puts a value and then gets it. */
  static final class Client extends Node {
    private static final int NONE = 0;

    private final int number;
    private final int servers;

    /** The request that is not answered yet. */
    private int awaited;

    private int operations = 1;

    /**
     * A client that has sent its first request.
     *
     * @param number its number among clients and servers together
     * @param servers how many servers there are
     */
    Client(int number, int servers) {
      this.number = number;
      this.servers = servers;
      this.awaited = number;
    }

    @Receive(when = "awaits")
    void done(PutOk m) {
      returned();
      operations++;
      awaited = operations * number;
      invoked(Register.read());
      send(server(number + 1, servers), new Get(awaited));
    }

    boolean awaits(PutOk m) {
      return m.request() == awaited;
    }

    @Receive(when = "awaits")
    void got(GetOk m) {
      returned(m.value());
      operations++;
      awaited = NONE;
    }

    boolean awaits(GetOk m) {
      return m.request() == awaited;
    }
  }

  /** Keeps the value and asks nobody. */
  static final class SingleCopy extends Node {
    private char value = NOTHING;

    @Receive
    void put(Put m, NodeId from) {
      value = m.value();
      send(from, new PutOk(m.request()));
    }

    @Receive
    void get(Get m, NodeId from) {
      send(from, new GetOk(m.request(), value));
    }
  }

  /** How new a value is. */
  record Sequencer(int writes, int server) implements Comparable<Sequencer> {
    static final Sequencer FIRST = new Sequencer(0, 0);

    @Override
    public int compareTo(Sequencer other) {
      return writes != other.writes
          ? Integer.compare(writes, other.writes)
          : Integer.compare(server, other.server);
    }
  }

  /** A server to the others: what is the newest value that you know? */
  record Query(int request) {}

  /** The answer. */
  record QueryReply(int request, Sequencer sequencer, char value) {}

  /** A server to the others: keep this unless you know a newer value. */
  record Record(int request, Sequencer sequencer, char value) {}

  /** The answer. */
  record Recorded(int request) {}

  /**
   * A request that a server is working on.
   *
   * @param request its number
   * @param client who sent it
   * @param written the value to be written, if it is a put
   * @param replies what servers know, while they are asked
   * @param read the value to answer with, while it is recorded, if the request is a get
   * @param recorded the servers that have recorded the value
   */
  record Work(
      int request,
      NodeId client,
      Character written,
      Map<NodeId, QueryReply> replies,
      Character read,
      Set<NodeId> recorded) {
    boolean asks() {
      return recorded.isEmpty();
    }
  }

  /** Asks a majority for the newest value, and has a majority record the one it answers with. */
  static final class Abd extends Node {
    private Sequencer sequencer = Sequencer.FIRST;
    private char value = NOTHING;
    private Work work;

    @Receive(when = "isIdle")
    void put(Put m, NodeId from) {
      ask(m.request(), from, m.value());
    }

    @Receive(when = "isIdle")
    void get(Get m, NodeId from) {
      ask(m.request(), from, null);
    }

    boolean isIdle() {
      return work == null;
    }

    private void ask(int request, NodeId client, Character written) {
      QueryReply own = new QueryReply(request, sequencer, value);
      work = new Work(request, client, written, Map.of(self(), own), null, Set.of());
      sendToOthers(Abd.class, new Query(request));
    }

    @Receive
    void query(Query m, NodeId from) {
      send(from, new QueryReply(m.request(), sequencer, value));
    }

    @Receive(when = "asksFor")
    void reply(QueryReply m, NodeId from) {
      Map<NodeId, QueryReply> replies = new TreeMap<>(work.replies());
      replies.put(from, m);
      work =
          new Work(
              work.request(), work.client(), work.written(), Map.copyOf(replies), null, Set.of());
      if (replies.size() == majority()) {
        choose(List.copyOf(replies.values()));
      }
    }

    boolean asksFor(QueryReply m, NodeId from) {
      return work != null && work.asks() && work.request() == m.request();
    }

    private void choose(List<QueryReply> replies) {
      QueryReply newest = replies.get(0);
      for (QueryReply reply : replies) {
        newest = reply.sequencer().compareTo(newest.sequencer()) > 0 ? reply : newest;
      }
      boolean writes = work.written() != null;
      char chosen = writes ? work.written() : newest.value();
      Sequencer newer =
          writes
              ? new Sequencer(newest.sequencer().writes() + 1, self().index())
              : newest.sequencer();
      keep(newer, chosen);
      Character read = writes ? null : (Character) chosen;
      work = new Work(work.request(), work.client(), null, Map.of(), read, Set.of(self()));
      sendToOthers(Abd.class, new Record(work.request(), newer, chosen));
    }

    private void keep(Sequencer newer, char newValue) {
      if (newer.compareTo(sequencer) > 0) {
        sequencer = newer;
        value = newValue;
      }
    }

    @Receive
    void record(Record m, NodeId from) {
      send(from, new Recorded(m.request()));
      keep(m.sequencer(), m.value());
    }

    @Receive(when = "recordsFor")
    void recorded(Recorded m, NodeId from) {
      Set<NodeId> all = new HashSet<>(work.recorded());
      all.add(from);
      work = new Work(work.request(), work.client(), null, Map.of(), work.read(), Set.copyOf(all));
      if (all.size() == majority()) {
        answer();
      }
    }

    boolean recordsFor(Recorded m, NodeId from) {
      return work != null
          && !work.asks()
          && work.request() == m.request()
          && !work.recorded().contains(from);
    }

    private void answer() {
      send(
          work.client(),
          work.read() == null ? new PutOk(work.request()) : new GetOk(work.request(), work.read()));
      work = null;
    }

    private int majority() {
      return ids(Abd.class).size() / 2 + 1;
    }
  }
}
