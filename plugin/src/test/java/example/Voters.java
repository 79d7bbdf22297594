package example;

import dev.parley.api.Durable;
import dev.parley.api.Faults;
import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Network;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.OnTimer;
import dev.parley.api.Protocol;
import dev.parley.api.Receive;
import dev.parley.api.Timer;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;

@Protocol(name = "voters", description = "Servers elect one leader a term.")
final class Voters {
  record RequestVote(int term) {}

  record Vote(int term) {}

  record Heartbeat() {}

  static final int LAST_TERM = 1;

  static class Server extends Node {
    @Durable int term;
    @Durable NodeId votedFor;
    int votes; // gone after a restart
    boolean leads;
    final Timer election = Timer.running();

    @OnTimer(value = "election", when = "termsLeft")
    void startElection() {
      term++;
      votedFor = self();
      votes = 1;
      election.set();
      sendToOthers(Server.class, new RequestVote(term));
    }

    boolean termsLeft() {
      return term < LAST_TERM;
    }

    @Receive
    void heartbeat(Heartbeat m) {
      election.set();
    }

    @Receive
    void requested(RequestVote m, NodeId candidate) {
      if (m.term() > term) {
        term = m.term();
        votedFor = null;
      }
      if (m.term() == term && votedFor == null) {
        votedFor = candidate;
        send(candidate, new Vote(term));
      }
    }

    @Receive
    void voted(Vote m) {
      votes++;
      if (votes == 2) {
        leads = true;
        sendToOthers(Server.class, new Heartbeat());
      }
    }

    @Override
    protected void restarted() {
      election.set();
    }
  }

  static final class ForgetfulServer extends Server {
    @Override
    protected void restarted() {
      votedFor = null;
    }
  }

  @Instance
  static void servers(Topology t) {
    t.add(3, i -> new Server())
        .network(Network.ORDERED)
        .faults(Faults.none().lose(2).crash(1, Server.class).restart(1));
  }

  @Instance(expect = Verdict.VIOLATED, violates = "oneLeader")
  static void forgetful(Topology t) {
    t.add("Server", 3, i -> new ForgetfulServer());
    t.faults(Faults.none().crash(1, Server.class).restart(1));
  }

  @Invariant("no term has two leaders")
  static boolean oneLeader(World w) {
    return w.nodes(Server.class).stream().filter(s -> s.leads).count() <= 1;
  }
}
