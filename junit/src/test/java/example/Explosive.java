package example;

import dev.parley.api.Instance;
import dev.parley.api.Node;
import dev.parley.api.Protocol;
import dev.parley.api.Topology;

/** Must be found without being initialised. */
@Protocol
final class Explosive {
  static final int FUSE = Integer.parseInt("lit");

  static final class Quiet extends Node {}

  @Instance
  static void one(Topology t) {
    t.add(FUSE, i -> new Quiet());
  }
}
