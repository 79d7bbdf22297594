package dev.parley.protocols.generals;

import dev.parley.api.Budget;
import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Protocol;
import dev.parley.api.Quorum;
import dev.parley.api.Reachable;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Terminal;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;

/**
 * The Byzantine generals with oral messages (Lamport, Shostak and Pease, "The Byzantine Generals
 * Problem", 1982): a commander gives an order to his lieutenants. Loyal lieutenants must do the
 * same thing, and if the commander is loyal, what he says, although one of the generals may be a
 * traitor.
 *
 * <p>The algorithm OM(1), for at most one traitor among at least four generals:
 *
 * <ol>
 *   <li><b>Order.</b> The commander sends his order to every lieutenant.
 *   <li><b>Relay.</b> Every lieutenant tells the others which order he got.
 *   <li><b>Decide.</b> Every lieutenant does what the majority says of the order he got and the
 *       orders the others say they got; if there is no majority, he retreats.
 * </ol>
 *
 * <p>If the commander is loyal, all but one of the orders in a loyal lieutenant's hand are the
 * commander's. If he is the traitor, all lieutenants are loyal and have the same orders in hand.
 * With three generals there are two orders in hand, and no majority if they differ: whatever a
 * lieutenant then does is wrong in one of the two cases.
 *
 * <p>A traitor says to everyone what he likes, each time anew; the checker tries everything. He
 * always says something: in the generals' synchronous world silence is noticed and counts as an
 * order to retreat, so it adds nothing to what he can do. For the same reason lieutenants can wait
 * for all relays here, and it does not matter that a traitor speaks only when he has his order.
 */
@Protocol(
    name = "byzantine-generals",
    description =
        "Byzantine generals with oral messages, OM(1): loyal lieutenants agree in spite of one"
            + " traitor.",
    budget = @Budget(states = 20_000_000, time = "10m"))
public final class ByzantineGenerals {
  private ByzantineGenerals() {}

  /** Nobody is a traitor. */
  @Instance(with = 3)
  @Instance(with = 4)
  static void allLoyal(Topology t, int generals) {
    t.add("Commander", new LoyalCommander())
        .add("Lieutenant", generals - 1, i -> new LoyalLieutenant());
  }

  /** The traitor is a lieutenant, who is told the truth and does not tell it. */
  @Instance(with = 4)
  @Instance(with = 5)
  static void traitorousLieutenant(Topology t, int generals) {
    t.add("Commander", new LoyalCommander())
        .add("Lieutenant", generals - 2, i -> new LoyalLieutenant())
        .add("Traitor", new TraitorousLieutenant());
  }

  /** The traitor is the commander, who need not say the same to all. */
  @Instance(with = 3)
  @Instance(with = 4)
  @Instance(with = 5)
  static void traitorousCommander(Topology t, int generals) {
    t.add("Traitor", new TraitorousCommander())
        .add("Lieutenant", generals - 1, i -> new LoyalLieutenant());
  }

  /**
   * Broken by its parameters: there are too few generals for a majority. The counterexample: the
   * commander says attack, the traitor says he was told to retreat, and the loyal lieutenant, in
   * doubt, retreats. (A traitorous commander does no harm to three generals: whoever is in doubt
   * knows that the other one is, and both retreat.)
   */
  @Instance(with = 3, expect = Verdict.VIOLATED, violates = "validity")
  static void tooFewGenerals(Topology t, int generals) {
    traitorousLieutenant(t, generals);
  }

  /**
   * Broken likewise, with the other rule for doubt: lieutenants obey the commander. The
   * counterexample: a traitorous commander says attack to one and retreat to the other, and each
   * does as he is told.
   */
  @Instance(with = 3, expect = Verdict.VIOLATED, violates = "agreement")
  static void commanderTrusted(Topology t, int generals) {
    t.add("Traitor", new TraitorousCommander())
        .add("Lieutenant", generals - 1, i -> new TrustingLieutenant());
  }

  /**
   * Broken: one lieutenant does what he is ordered, without listening to the others. The
   * counterexample: the commander orders him alone to retreat; the others learn of it and attack,
   * as most were told, while he retreats.
   */
  @Instance(with = 4, expect = Verdict.VIOLATED, violates = "agreement")
  static void relaysIgnored(Topology t, int generals) {
    t.add("Traitor", new TraitorousCommander())
        .add("Lieutenant", generals - 2, i -> new LoyalLieutenant())
        .add("Lieutenant", new BlindLieutenant());
  }

  /**
   * Broken by its parameters: OM(1) does not stand up to two traitors. The counterexample: the
   * commander says attack, both traitors tell a loyal lieutenant that they were told to retreat,
   * and he does.
   */
  @Instance(with = 4, expect = Verdict.VIOLATED, violates = "validity")
  @Instance(with = 5, expect = Verdict.VIOLATED, violates = "validity")
  static void twoTraitors(Topology t, int generals) {
    t.add("Commander", new LoyalCommander())
        .add("Lieutenant", generals - 3, i -> new LoyalLieutenant())
        .add("Traitor", 2, i -> new TraitorousLieutenant());
  }

  @Invariant("no two loyal lieutenants decide differently")
  static boolean agreement(World w) {
    return w.nodes(LoyalLieutenant.class).stream()
            .map(lieutenant -> lieutenant.decision)
            .filter(decision -> decision != null)
            .distinct()
            .count()
        <= 1;
  }

  @Invariant("if the commander is loyal, every loyal lieutenant does as he says")
  static boolean validity(World w) {
    return w.nodes(LoyalCommander.class).stream()
        .allMatch(
            commander ->
                w.nodes(LoyalLieutenant.class).stream()
                    .map(lieutenant -> lieutenant.decision)
                    .allMatch(decision -> decision == null || decision == commander.order));
  }

  @Terminal("in the end every loyal lieutenant has decided")
  static boolean everyoneDecides(World w) {
    return w.nodes(LoyalLieutenant.class).stream().allMatch(l -> l.decision != null);
  }

  @Reachable("all loyal lieutenants may attack")
  static boolean attack(World w) {
    return allDo(Plan.ATTACK, w);
  }

  @Reachable("all loyal lieutenants may retreat")
  static boolean retreat(World w) {
    return allDo(Plan.RETREAT, w);
  }

  private static boolean allDo(Plan plan, World w) {
    return w.nodes(LoyalLieutenant.class).stream().allMatch(l -> l.decision == plan);
  }

  /** What an army can do. */
  enum Plan {
    ATTACK,
    RETREAT
  }

  /** The commander to a lieutenant: do this. */
  record Order(Plan plan) {}

  /** A lieutenant to another: this is what I was ordered. */
  record Relay(Plan plan) {}

  /** Orders what he wants done. */
  static final class LoyalCommander extends Node {
    Plan order;

    @Step(once = true)
    void command() {
      order = choose(Plan.values());
      sendToAll(Lieutenant.class, new Order(order));
    }
  }

  /** Orders everyone something else, if he likes. */
  static final class TraitorousCommander extends Node {
    @Step(once = true)
    void command() {
      for (NodeId lieutenant : ids(Lieutenant.class)) {
        send(lieutenant, new Order(choose(Plan.values())));
      }
    }
  }

  /** Gets an order and relays it. */
  abstract static class Lieutenant extends Node {
    /** The order he got; null before. */
    Plan ordered;

    @Receive
    void order(Order m) {
      ordered = m.plan();
      for (NodeId lieutenant : ids(Lieutenant.class)) {
        if (!lieutenant.equals(self())) {
          send(lieutenant, new Relay(relayed()));
        }
      }
    }

    @Receive(quorum = "others", when = "hasOrder")
    void decide(Quorum<Relay> relays) {
      decideAfter(relays);
    }

    int others() {
      return ids(Lieutenant.class).size() - 1;
    }

    boolean hasOrder() {
      return ordered != null;
    }

    /** What to tell another lieutenant. */
    abstract Plan relayed();

    abstract void decideAfter(Quorum<Relay> relays);
  }

  /** Tells the truth and goes by the majority. */
  static class LoyalLieutenant extends Lieutenant {
    /** What he does in the end; null before. */
    Plan decision;

    @Override
    final Plan relayed() {
      return ordered;
    }

    @Override
    final void decideAfter(Quorum<Relay> relays) {
      long others = relays.messages().filter(relay -> relay.plan() == Plan.ATTACK).count();
      long attack = others + (ordered == Plan.ATTACK ? 1 : 0);
      decision = decide(attack, relays.size() + 1 - attack);
    }

    /** What to do, given how many say attack and how many say retreat. */
    Plan decide(long attack, long retreat) {
      return attack > retreat ? Plan.ATTACK : Plan.RETREAT;
    }
  }

  /** In doubt follows the commander. */
  static final class TrustingLieutenant extends LoyalLieutenant {
    @Override
    Plan decide(long attack, long retreat) {
      return attack == retreat ? ordered : super.decide(attack, retreat);
    }
  }

  /** Broken: always follows the commander. */
  static final class BlindLieutenant extends LoyalLieutenant {
    @Override
    Plan decide(long attack, long retreat) {
      return ordered;
    }
  }

  /** Tells everyone something else, if he likes, and nobody cares what he does in the end. */
  static final class TraitorousLieutenant extends Lieutenant {
    @Override
    Plan relayed() {
      return choose(Plan.values());
    }

    @Override
    void decideAfter(Quorum<Relay> relays) {}
  }
}
