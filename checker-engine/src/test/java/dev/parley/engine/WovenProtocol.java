package dev.parley.engine;

import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Protocol;
import dev.parley.api.Topology;
import dev.parley.api.World;

/** Two senders of which not both should send: for {@link WovenCodeTest}. */
@Protocol(name = "woven")
public final class WovenProtocol {
  private WovenProtocol() {}

  @Instance
  static void two(Topology t) {
    t.add(2, i -> new WovenSender());
  }

  @Invariant
  static boolean notBoth(World w) {
    return !w.nodes(WovenSender.class).stream().allMatch(WovenSender::isDone);
  }
}
