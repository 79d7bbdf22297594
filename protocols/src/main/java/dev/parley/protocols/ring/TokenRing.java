package dev.parley.protocols.ring;

import static dev.parley.api.Formula.all;
import static dev.parley.api.Formula.always;
import static dev.parley.api.Formula.eventually;
import static dev.parley.api.Formula.state;

import dev.parley.api.Budget;
import dev.parley.api.EveryRun;
import dev.parley.api.Formula;
import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Protocol;
import dev.parley.api.Reachable;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import java.util.List;

/**
 * Mutual exclusion by a token that goes round a ring (Le Lann, "Distributed systems: towards a
 * formal approach", 1977).
 *
 * <p>Only who holds the token may enter the critical section. A station that receives the token
 * either passes it on at once or enters; when it leaves, it passes the token on. There is one token
 * from the start and stations only pass it on, so no two of them are ever inside together.
 *
 * <p>The protocol never comes to rest, and it must not lose the token. What Le Lann's paper is
 * about is replacing a lost one: a station that concludes from silence that the token is gone, and
 * makes a new one, breaks the protocol when the old one was merely slow.
 *
 * <p>Every station gets the token again and again, but need not enter: to pass it on is always
 * possible, too.
 */
@Protocol(
    name = "token-ring",
    description = "Mutual exclusion by a token that goes round a ring.",
    budget = @Budget(states = 20_000_000, time = "10m"))
public final class TokenRing {
  private TokenRing() {}

  /** One token, at the first station. */
  @Instance(with = 3)
  @Instance(with = 5)
  static void ring(Topology t, int stations) {
    t.add("Station", stations, i -> new Station(i == 1));
  }

  /** Broken: the last station makes a new token, once, when it loses patience. */
  @Instance(with = 3, expect = Verdict.VIOLATED, violates = "mutualExclusion")
  @Instance(with = 5, expect = Verdict.VIOLATED, violates = "mutualExclusion")
  static void tokenReplaced(Topology t, int stations) {
    t.add("Station", stations - 1, i -> new Station(i == 1)).add("Station", new ReplacingStation());
  }

  @Invariant("no two stations are in the critical section")
  static boolean mutualExclusion(World w) {
    return w.nodes(Station.class).stream().filter(s -> s.place == Place.INSIDE).count() <= 1;
  }

  @Invariant("some station has the token, or it is on its way")
  static boolean tokenNotLost(World w) {
    return w.nodes(Station.class).stream().anyMatch(s -> s.place != Place.OUTSIDE)
        || !w.pending().isEmpty();
  }

  @Reachable("the last station gets its turn")
  static boolean lastStationEnters(World w) {
    List<Station> stations = w.nodes(Station.class);
    return stations.get(stations.size() - 1).place == Place.INSIDE;
  }

  @EveryRun("every station has the token again and again")
  static Formula everyStationGetsItsTurn(List<NodeId> nodes) {
    return all(
        nodes.stream()
            .map(
                id ->
                    always(
                        eventually(
                            state(
                                id + " has the token",
                                w -> ((Station) w.node(id)).place != Place.OUTSIDE))))
            .toList());
  }

  /** The right to enter. */
  record Token() {}

  /** Where a station is. */
  enum Place {
    OUTSIDE,
    HOLDING,
    INSIDE
  }

  /** A station of the ring. */
  static class Station extends Node {
    Place place;

    Station(boolean holdsToken) {
      place = holdsToken ? Place.HOLDING : Place.OUTSIDE;
    }

    @Receive(when = "outside")
    void token(Token m) {
      place = Place.HOLDING;
    }

    @Step(when = "holding")
    void enter() {
      place = Place.INSIDE;
    }

    @Step(when = "notOutside")
    void passOn() {
      place = Place.OUTSIDE;
      send(next(), new Token());
    }

    boolean outside() {
      return place == Place.OUTSIDE;
    }

    boolean holding() {
      return place == Place.HOLDING;
    }

    boolean notOutside() {
      return place != Place.OUTSIDE;
    }

    private NodeId next() {
      List<NodeId> ring = ids(Station.class);
      return ring.get((ring.indexOf(self()) + 1) % ring.size());
    }
  }

  /** Broken: takes a slow token for a lost one. */
  static final class ReplacingStation extends Station {
    ReplacingStation() {
      super(false);
    }

    @Step(once = true, when = "outside")
    void replaceToken() {
      place = Place.HOLDING;
    }
  }
}
