package dev.parley.protocols.peers;

import dev.parley.api.Budget;
import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Network;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Peer;
import dev.parley.api.PeerProgram;
import dev.parley.api.PeerProgram.Checkpoint;
import dev.parley.api.PeerProgram.History;
import dev.parley.api.Protocol;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Terminal;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A client that is checked against a real alphabet server. For each connection a producer thread
 * sends numbers and a consumer thread reads letters. The server answers the number n with the n-th
 * letter; its connections do not influence each other.
 */
@Protocol(
    name = "alphabet-client",
    description = "Checked threads talk to a real server: the n-th letter answers the number n.",
    budget = @Budget(states = 100_000_000, time = "10m"))
public final class AlphabetClient {
  private AlphabetClient() {}

  /** Every connection sends the same numbers. */
  @Instance(with = {2, 2})
  @Instance(with = {2, 3})
  @Instance(with = {2, 4})
  @Instance(with = {3, 2})
  @Instance(with = {3, 3})
  @Instance(
      with = {3, 4},
      tags = "large")
  @Instance(
      with = {4, 2},
      tags = "large")
  @Instance(
      with = {4, 3},
      tags = "large")
  @Instance(
      with = {4, 4},
      tags = "large")
  @Instance(
      with = {5, 2},
      tags = "large")
  static void alphabet(Topology t, int connections, int messages) {
    lay(t, connections, messages, false, false);
  }

  /** Each producer decides whether it counts up or down. */
  @Instance(with = {2, 2})
  @Instance(with = {2, 3})
  @Instance(with = {2, 4})
  @Instance(with = {3, 2})
  @Instance(
      with = {3, 3},
      tags = "large")
  @Instance(
      with = {3, 4},
      tags = "large")
  @Instance(
      with = {4, 2},
      tags = "large")
  @Instance(
      with = {4, 3},
      tags = "large")
  static void upOrDown(Topology t, int connections, int messages) {
    lay(t, connections, messages, true, false);
  }

  /** Broken: a consumer reads letters of the connection of its neighbour. */
  @Instance(
      with = {2, 2},
      expect = Verdict.VIOLATED,
      violates = "lettersComeInOrder")
  static void connectionsMixedUp(Topology t, int connections, int messages) {
    lay(t, connections, messages, true, true);
  }

  /**
   * Besides, the server answers with small letters or capitals, as it likes. It has a process for
   * each connection, as under inetd. Of each of its decisions so many runs are seen.
   */
  @Instance(
      with = {2, 2, 1},
      expect = Verdict.BUDGET_EXHAUSTED)
  @Instance(
      with = {2, 2, 24},
      expect = Verdict.BUDGET_EXHAUSTED)
  @Instance(
      with = {2, 3, 1},
      tags = "large",
      expect = Verdict.BUDGET_EXHAUSTED)
  @Instance(
      with = {2, 3, 24},
      tags = "large",
      expect = Verdict.BUDGET_EXHAUSTED)
  @Instance(
      with = {2, 4, 1},
      tags = "large",
      expect = Verdict.BUDGET_EXHAUSTED)
  @Instance(
      with = {2, 4, 24},
      tags = "large",
      expect = Verdict.BUDGET_EXHAUSTED)
  @Instance(
      with = {3, 2, 1},
      tags = "large",
      expect = Verdict.BUDGET_EXHAUSTED)
  @Instance(
      with = {3, 2, 24},
      tags = "large",
      expect = Verdict.BUDGET_EXHAUSTED)
  @Instance(
      with = {3, 3, 1},
      tags = "large",
      expect = Verdict.BUDGET_EXHAUSTED)
  @Instance(
      with = {3, 3, 24},
      tags = "large",
      expect = Verdict.BUDGET_EXHAUSTED)
  @Instance(
      with = {3, 4, 1},
      tags = "large",
      expect = Verdict.BUDGET_EXHAUSTED)
  @Instance(
      with = {3, 4, 24},
      tags = "large",
      expect = Verdict.BUDGET_EXHAUSTED)
  @Instance(
      with = {4, 2, 1},
      tags = "large",
      expect = Verdict.BUDGET_EXHAUSTED)
  @Instance(
      with = {4, 2, 24},
      tags = "large",
      expect = Verdict.BUDGET_EXHAUSTED)
  @Instance(
      with = {4, 3, 1},
      tags = "large",
      expect = Verdict.BUDGET_EXHAUSTED)
  @Instance(
      with = {4, 3, 24},
      tags = "large",
      expect = Verdict.BUDGET_EXHAUSTED)
  static void anyCaseServer(Topology t, int connections, int messages, int runs) {
    t.add("Producer", connections, i -> new Producer(messages, true, true))
        .add("Consumer", connections, i -> new Consumer(messages))
        .add("LetterServer", connections, i -> new LetterServer(runs))
        .network(Network.ORDERED);
  }

  private static void lay(
      Topology t, int connections, int messages, boolean chooses, boolean mixesUp) {
    t.add("Producer", connections, i -> new Producer(messages, chooses))
        .add("Consumer", connections, i -> new Consumer(messages))
        .add(new AlphabetServer(mixesUp ? 1 : connections))
        .network(Network.ORDERED);
  }

  record Request(int number) {}

  record Letter(String letter) {}

  static final class Producer extends Node {
    private final int messages;
    private final boolean chooses;
    private final boolean ownServer;
    private boolean down;
    private int sent;

    Producer(int messages, boolean chooses) {
      this(messages, chooses, false);
    }

    Producer(int messages, boolean chooses, boolean ownServer) {
      this.messages = messages;
      this.chooses = chooses;
      this.ownServer = ownServer;
    }

    @Step(when = "hasMore")
    void send() {
      if (sent == 0 && chooses) {
        down = choose(false, true);
      }
      int number = down ? messages - sent : sent + 1;
      sent++;
      if (ownServer) {
        send(new NodeId("LetterServer", self().index()), new Request(number));
      } else {
        sendToAll(AlphabetServer.class, new Request(number));
      }
    }

    boolean hasMore() {
      return sent < messages;
    }
  }

  static final class Consumer extends Node {
    private final int messages;
    private final List<String> letters = new ArrayList<>();

    Consumer(int messages) {
      this.messages = messages;
    }

    @Receive
    void letter(Letter letter) {
      letters.add(letter.letter().toLowerCase(Locale.ROOT));
    }

    private boolean inOrder() {
      String all = String.join("", letters);
      String alphabet = "abcdefghi".substring(0, messages);
      return alphabet.startsWith(all)
          || new StringBuilder(alphabet).reverse().toString().startsWith(all);
    }
  }

  /** Overridden by tests that talk to another program. */
  static class AlphabetServer extends Peer {
    private final int consumers;

    AlphabetServer(int consumers) {
      this.consumers = consumers;
    }

    @Override
    protected PeerProgram program() {
      return Programs.program("alphabet-server", "{port}").history(History.PER_CONNECTION);
    }

    @Receive
    void request(Request request, NodeId from) {
      String letter = ask(from, request.number() + "\n").text().strip();
      send(new NodeId("Consumer", Math.min(from.index(), consumers)), new Letter(letter));
    }
  }

  /** The process of a server that serves one connection. */
  static final class LetterServer extends Peer {
    private final int runs;

    LetterServer(int runs) {
      this.runs = runs;
    }

    @Override
    protected PeerProgram program() {
      return Programs.program("any-case-letters")
          .history(History.probed("state\n"))
          .nonDeterministic(runs)
          .checkpoint(Checkpoint.When.ND_ONLY, "save {n}\n", "restore {n}\n");
    }

    @Receive
    void request(Request request, NodeId producer) {
      String letter = ask(producer, request.number() + "\n").text().strip();
      send(new NodeId("Consumer", self().index()), new Letter(letter));
    }
  }

  /** A consumer reads the letters of one connection, in the order of its requests. */
  @Invariant
  static boolean lettersComeInOrder(World w) {
    return w.nodes(Consumer.class).stream().allMatch(Consumer::inOrder);
  }

  /** In the end all letters were read. */
  @Terminal
  static boolean everyRequestIsAnswered(World w) {
    return w.nodes(Consumer.class).stream().allMatch(c -> c.letters.size() == c.messages);
  }
}
