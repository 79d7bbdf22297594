package dev.parley.engine.internal.peer;

import dev.parley.engine.result.PeerUse;

/** Counts what it takes to talk to a program. */
final class Effort {
  private long starts;
  private long resets;
  private long requests;
  private long replayed;

  void started() {
    starts++;
  }

  void wasReset() {
    resets++;
  }

  void asked() {
    requests++;
  }

  void replayed() {
    replayed++;
  }

  PeerUse.Effort soFar() {
    return new PeerUse.Effort(starts, resets, requests, replayed);
  }
}
