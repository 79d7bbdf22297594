package example;

import dev.parley.junit.CheckProtocols;

/** Stands for a protocol, a package, and something that is no protocol. */
@CheckProtocols(
    value = {Lamps.class, String.class},
    packages = "example.deeper")
final class SomeProtocols {}
