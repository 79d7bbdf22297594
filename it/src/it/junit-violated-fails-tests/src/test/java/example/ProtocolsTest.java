package example;

import dev.parley.junit.CheckProtocols;

@CheckProtocols
class ProtocolsTest {}
