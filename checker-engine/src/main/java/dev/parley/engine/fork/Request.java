package dev.parley.engine.fork;

/** What the parent may ask of the engine's process. */
public sealed interface Request
    permits CheckRequest, CompareRequest, ReplayRequest, Request.WhereAreYou {

  /** Asks for the stack of the thread that runs the protocol, before giving up on it. */
  record WhereAreYou() implements Request {}
}
