package example.empty;

import dev.parley.junit.CheckProtocols;

/** Stands for nothing, which is a mistake. */
@CheckProtocols
final class NoProtocols {}
