package dev.parley.engine.fork;

import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Protocol;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Terminal;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.SearchMode;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a process checks that makes a {@link StartupArchive}: small, and with something of
 * everything that a check usually needs. Guests greet a host, who answers. One instance is right,
 * the other shows a counterexample.
 */
@Protocol(name = "rehearsal", description = "Guests greet a host.")
final class Rehearsal {
  private Rehearsal() {}

  /** Both instances, as a build asks for them. */
  static CheckRequest request(List<String> engine) {
    return new CheckRequest(
        List.of(target("polite"), target("rude")),
        engine,
        Budget.UNBOUNDED,
        Budget.UNBOUNDED,
        SearchMode.DEFAULT.options(),
        Duration.ofSeconds(1));
  }

  private static Target target(String instance) {
    return new Target("rehearsal", Rehearsal.class.getName(), instance, List.of());
  }

  record Hello(String text) {}

  record Welcome(int number) {}

  static final class Guest extends Node {
    private int number;

    @Step(once = true)
    void greet() {
      sendToAll(Host.class, new Hello("hello"));
    }

    @Receive
    void welcome(Welcome message) {
      number = message.number();
    }
  }

  static final class Host extends Node {
    private final Set<NodeId> greeted = new TreeSet<>();

    @Receive
    void hello(Hello message, NodeId from) {
      greeted.add(from);
      send(from, new Welcome(greeted.size()));
    }
  }

  @Instance
  static void polite(Topology t) {
    t.add(2, i -> new Guest()).add(new Host());
  }

  @Instance(expect = Verdict.VIOLATED, violates = "atMostTwoGuests")
  static void rude(Topology t) {
    t.add(3, i -> new Guest()).add(new Host());
  }

  @Invariant
  static boolean atMostTwoGuests(World w) {
    return w.nodes(Host.class).get(0).greeted.size() <= 2;
  }

  @Invariant
  static boolean numbersAreGivenOnce(World w) {
    return w.nodes(Guest.class).stream().filter(guest -> guest.number > 0).count()
        <= w.nodes(Guest.class).stream().mapToInt(guest -> guest.number).max().orElse(0);
  }

  @Terminal
  static boolean everybodyIsWelcome(World w) {
    return w.nodes(Guest.class).stream().allMatch(guest -> guest.number > 0);
  }
}
