package example;

import dev.parley.junit.CheckProtocols;

/** Stands for all protocols of the package and below. */
@CheckProtocols
final class AllProtocols {}
