package example;

import static dev.parley.api.Formula.always;
import static dev.parley.api.Formula.state;

import dev.parley.api.AlwaysPossible;
import dev.parley.api.Eventually;
import dev.parley.api.EveryRun;
import dev.parley.api.Fairness;
import dev.parley.api.Faults;
import dev.parley.api.Formula;
import dev.parley.api.Instance;
import dev.parley.api.LeadsTo;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.OnTimer;
import dev.parley.api.Protocol;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Timer;
import dev.parley.api.Topology;
import dev.parley.api.World;

/** A guest books a table and asks once more if no answer comes. Messages may get lost. */
@Protocol(name = "booking")
final class Booking {
  record Book() {}

  record Booked() {}

  static final class Guest extends Node {
    final Timer patience = new Timer();
    boolean waiting;

    @Step(once = true, fairness = Fairness.NONE)
    void ask() {
      waiting = true;
      patience.set();
      sendToAll(Desk.class, new Book());
    }

    @OnTimer("patience")
    void askAgain() {
      sendToAll(Desk.class, new Book());
    }

    @Receive
    void booked(Booked m) {
      waiting = false;
      patience.cancel();
    }
  }

  static final class Desk extends Node {
    @Receive
    void book(Book m, NodeId guest) {
      send(guest, new Booked());
    }
  }

  @Instance(with = 1)
  @Instance(with = 2)
  static void lossy(Topology t, int losses) {
    t.add(new Guest()).add(new Desk()).faults(Faults.none().lose(losses));
  }

  static boolean asked(World w) {
    return w.nodes(Guest.class).stream().anyMatch(g -> g.waiting);
  }

  @LeadsTo(when = "asked", value = "who asks for a table gets an answer")
  static boolean answered(World w) {
    return w.nodes(Guest.class).stream().noneMatch(g -> g.waiting);
  }

  @Eventually(value = "again and again there is nobody who waits", always = true)
  static boolean calm(World w) {
    return w.nodes(Guest.class).stream().noneMatch(g -> g.waiting);
  }

  @EveryRun("who waits goes on waiting until there is an answer on its way")
  static Formula patient() {
    Formula waits = state("waits", Booking::asked);
    Formula answerOnItsWay =
        state(
            "answer on its way",
            w -> w.pending().stream().anyMatch(p -> p.message() instanceof Booked));
    return always(waits.implies(waits.unless(answerOnItsWay)));
  }

  @AlwaysPossible("the desk can be left without a request")
  static boolean idle(World w) {
    return w.pending().stream().noneMatch(p -> p.message() instanceof Book);
  }
}
