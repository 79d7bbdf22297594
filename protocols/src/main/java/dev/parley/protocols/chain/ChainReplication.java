package dev.parley.protocols.chain;

import dev.parley.api.Instance;
import dev.parley.api.KeyValueMap;
import dev.parley.api.Linearizable;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Protocol;
import dev.parley.api.Receive;
import dev.parley.api.SequentialObject;
import dev.parley.api.SequentiallyConsistent;
import dev.parley.api.Step;
import dev.parley.api.Terminal;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Chain replication (van Renesse and Schneider, "Chain Replication for Supporting High Throughput
 * and Availability", 2004), without failures: a map is kept by a chain of servers. The first one
 * takes what is put and hands it down the chain, the last one answers, and whoever wants to look
 * something up asks the last one. So a value that anybody has seen is at every server, and the
 * clients see one map.
 *
 * <p>The map is what the property is about, not the servers: clients record what they ask for and
 * what they are told.
 */
@Protocol(
    name = "chain",
    description = "Chain replication: a map behind a chain of servers, as clients see it.")
public final class ChainReplication {
  private static final String KEY = "key";

  private ChainReplication() {}

  /** Everybody puts a value and looks it up. */
  @Instance(with = {2, 2})
  @Instance(with = {2, 3})
  static void chain(Topology t, int clients, int servers) {
    t.add(clients, i -> new Client(i, true, true, false)).add(servers, i -> new Server());
  }

  /** Broken: the first server answers. The counterexample: a client does not find what it put. */
  @Instance(
      with = {1, 2},
      expect = Verdict.VIOLATED,
      violates = "map")
  static void answeredByTheFirst(Topology t, int clients, int servers) {
    t.add(clients, i -> new Client(i, true, true, false))
        .add("Server", servers, i -> new HastyServer());
  }

  /**
   * Broken: any server is asked. The counterexample: one client sees a value, and another one that
   * looks later does not. None of them can tell by itself: the history is sequentially consistent.
   */
  @Instance(
      with = {2, 2},
      expect = Verdict.VIOLATED,
      violates = "map")
  static void askedAnywhere(Topology t, int readers, int servers) {
    t.add(new Client(1, true, false, true))
        .add(readers, i -> new Client(1 + i, false, true, true))
        .add(servers, i -> new Server());
  }

  @Linearizable("clients see one map")
  static SequentialObject map() {
    return new KeyValueMap();
  }

  @SequentiallyConsistent("no client sees its own operations in another order")
  static SequentialObject mapWithoutClock() {
    return new KeyValueMap();
  }

  @Terminal("in the end every client is done")
  static boolean everyoneIsDone(World w) {
    return w.nodes(Client.class).stream().allMatch(Client::isDone);
  }

  /** A client to the first server, and down the chain. */
  record Put(String key, int value, NodeId client) {}

  /** A server to a client: it is done. */
  record PutDone() {}

  /** A client to a server. */
  record Get(String key) {}

  /** A server to a client; 0 if there is no value. */
  record Found(int value) {}

  /** Puts a value, or looks it up, or both, in this order. */
  static final class Client extends Node {
    private final int value;
    private final boolean anywhere;
    private boolean puts;
    private boolean gets;
    private boolean waits;

    /**
     * A client.
     *
     * @param value what it puts
     * @param puts whether it puts it
     * @param gets whether it looks the key up
     * @param anywhere whether it asks any server
     */
    Client(int value, boolean puts, boolean gets, boolean anywhere) {
      this.value = value;
      this.puts = puts;
      this.gets = gets;
      this.anywhere = anywhere;
    }

    @Step(when = "mayPut")
    void put() {
      puts = false;
      waits = true;
      invoked(KeyValueMap.put(KEY, value));
      send(ids(Server.class).get(0), new Put(KEY, value, self()));
    }

    boolean mayPut() {
      return puts && !waits;
    }

    @Receive
    void done(PutDone m) {
      waits = false;
      returned();
    }

    @Step(when = "mayGet")
    void get() {
      gets = false;
      waits = true;
      invoked(KeyValueMap.get(KEY));
      List<NodeId> servers = ids(Server.class);
      send(anywhere ? choose(servers) : servers.get(servers.size() - 1), new Get(KEY));
    }

    boolean mayGet() {
      return gets && !puts && !waits;
    }

    @Receive
    void found(Found m) {
      waits = false;
      returned(m.value() == 0 ? null : m.value());
    }

    boolean isDone() {
      return !puts && !gets && !waits;
    }
  }

  /** Keeps a copy. */
  static class Server extends Node {
    private final Map<String, Integer> copy = new HashMap<>();

    @Receive
    void put(Put m) {
      copy.put(m.key(), m.value());
      List<NodeId> chain = ids(Server.class);
      int place = chain.indexOf(self());
      if (place + 1 < chain.size()) {
        send(chain.get(place + 1), m);
      }
      if (answers(place, chain.size())) {
        send(m.client(), new PutDone());
      }
    }

    /** Whether this server answers what is put. */
    boolean answers(int place, int servers) {
      return place == servers - 1;
    }

    @Receive
    void get(Get m, NodeId from) {
      send(from, new Found(copy.getOrDefault(m.key(), 0)));
    }
  }

  /** Broken: the first one answers. */
  static final class HastyServer extends Server {
    @Override
    boolean answers(int place, int servers) {
      return place == 0;
    }
  }
}
