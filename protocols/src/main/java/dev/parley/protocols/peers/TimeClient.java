package dev.parley.protocols.peers;

import dev.parley.api.Budget;
import dev.parley.api.Instance;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Peer;
import dev.parley.api.PeerProgram;
import dev.parley.api.Protocol;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Terminal;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import java.time.LocalTime;

/**
 * Client threads that ask a real time server for the time. The server tells it when a connection is
 * made, without a request: as under inetd, each connection has a process of its own, which prints
 * the time.
 *
 * <p>A day can have a leap second. A client that reads 23:59:60 as a time of day throws. Whether
 * the server tells a leap second is its own decision, so the check asks many times, explores all
 * answers that it has seen, and never claims to have seen all.
 */
@Protocol(
    name = "time-client",
    description = "Checked threads read the time from a real server, which may tell a leap second.",
    budget = @Budget(states = 20_000_000, time = "10m"))
public final class TimeClient {
  private static final String TIME = "echo 23:59:59; read -r line";
  private static final String LEAPING =
      "case $(($(od -An -N1 -tu1 /dev/urandom) % 4)) in 0) echo 23:59:60;; *) echo 23:59:59;; esac;"
          + " read -r line";

  private static final int SAMPLES = 48;

  private TimeClient() {}

  /** The server never tells a leap second. */
  @Instance(with = 2)
  @Instance(with = 3)
  @Instance(with = 4)
  @Instance(with = 5, tags = "large")
  static void noLeapSecond(Topology t, int connections) {
    lay(t, connections, false, false);
  }

  /** The client copes with a leap second. It can not be known that all answers were seen. */
  @Instance(with = 2, expect = Verdict.BUDGET_EXHAUSTED)
  static void leapSecondExpected(Topology t, int connections) {
    lay(t, connections, true, true);
  }

  /** Broken: the client does not know that there are leap seconds. */
  @Instance(with = 2, expect = Verdict.VIOLATED, violates = "exception")
  static void leapSecond(Topology t, int connections) {
    lay(t, connections, true, false);
  }

  private static void lay(Topology t, int connections, boolean leaps, boolean copes) {
    t.add("Client", connections, i -> new Client(copes))
        .add("TimeServer", connections, i -> new TimeServer(leaps));
  }

  record Connect() {}

  record Time(String text) {}

  static final class Client extends Node {
    private final boolean copes;
    private int second = -1;

    Client(boolean copes) {
      this.copes = copes;
    }

    @Step(once = true)
    void connect() {
      send(new NodeId("TimeServer", self().index()), new Connect());
    }

    @Receive
    void time(Time time) {
      boolean leaps = copes && time.text().endsWith(":60");
      second = LocalTime.parse(leaps ? "23:59:59" : time.text()).toSecondOfDay();
    }
  }

  static final class TimeServer extends Peer {
    private final boolean leaps;

    TimeServer(boolean leaps) {
      this.leaps = leaps;
    }

    @Override
    protected PeerProgram program() {
      return leaps
          ? PeerProgram.command("sh", "-c", LEAPING).nonDeterministic(SAMPLES)
          : PeerProgram.command("sh", "-c", TIME);
    }

    @Receive
    void connect(Connect connect, NodeId client) {
      send(client, new Time(ask(client, "").text().strip()));
    }
  }

  /** In the end every client knows the time. */
  @Terminal
  static boolean everyClientKnowsTheTime(World w) {
    return w.nodes(Client.class).stream().allMatch(c -> c.second >= 0);
  }
}
