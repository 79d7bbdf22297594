package example;

import dev.parley.junit.CheckProtocols;
import org.junit.jupiter.api.Test;

/** A class may have both: tests of its own, and protocols. */
@CheckProtocols(FencedLease.class)
class ProtocolsTest {
  @Test
  void anOrdinaryTest() {}
}
