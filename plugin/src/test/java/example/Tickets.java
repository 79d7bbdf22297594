package example;

import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Peer;
import dev.parley.api.PeerProgram;
import dev.parley.api.Protocol;
import dev.parley.api.Receive;
import dev.parley.api.Reply;
import dev.parley.api.Step;
import dev.parley.api.Terminal;
import dev.parley.api.Topology;
import dev.parley.api.World;

/** Clients draw numbers from a program. */
@Protocol(name = "tickets")
final class Tickets {
  record Draw() {}

  record Ticket(int number) {}

  static final class Client extends Node {
    int ticket;

    @Step(once = true)
    void draw() {
      sendToAll(TicketOffice.class, new Draw());
    }

    @Receive
    void ticket(Ticket m) {
      ticket = m.number();
    }
  }

  static final class TicketOffice extends Peer {
    @Override
    protected PeerProgram program() {
      return PeerProgram.command("sh", "-c", "n=0; while read l; do n=$((n+1)); echo $n; done");
    }

    @Receive
    void draw(Draw m, NodeId from) {
      Reply reply = ask(from, "draw\n");
      send(from, new Ticket(Integer.parseInt(reply.text().strip())));
    }
  }

  @Instance
  static void twoClients(Topology t) {
    t.add(2, i -> new Client()).add(new TicketOffice());
  }

  @Invariant
  static boolean noTicketTwice(World w) {
    return w.nodes(Client.class).stream().filter(c -> c.ticket == 1).count() <= 1;
  }

  @Terminal
  static boolean everyoneHasATicket(World w) {
    return w.nodes(Client.class).stream().allMatch(c -> c.ticket > 0);
  }
}
