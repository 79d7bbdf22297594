package example;

import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Node;
import dev.parley.api.Protocol;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.World;
import java.util.HashSet;
import java.util.Set;

/** Bidders with offers of their own, of which it makes no difference which is which. */
@Protocol(name = "auction", description = "An auctioneer takes the first offer.")
final class Auction {
  private Auction() {}

  record Offer(int number) {}

  @Instance(with = {3})
  static void bidders(Topology t, int count) {
    t.add("Bidder", count, i -> new Bidder(new Offer(i)))
        .add(new Auctioneer())
        .interchangeable("Bidder", Offer::new);
  }

  @Invariant("what was sold was offered")
  static boolean offered(World w) {
    return w.nodes(Auctioneer.class).stream()
        .allMatch(
            a ->
                a.sold == null
                    || w.nodes(Bidder.class).stream().anyMatch(b -> b.own.equals(a.sold)));
  }

  static final class Bidder extends Node {
    final Offer own;
    Offer won;

    Bidder(Offer own) {
      this.own = own;
    }

    @Step(once = true)
    void bid() {
      sendToAll(Auctioneer.class, own);
    }

    @Receive
    void sold(Offer to) {
      won = to;
    }
  }

  static final class Auctioneer extends Node {
    final Set<Offer> offers = new HashSet<>();
    Offer sold;

    @Receive
    void offered(Offer m) {
      offers.add(m);
      if (sold == null) {
        sold = m;
        sendToAll(Bidder.class, m);
      }
    }
  }
}
