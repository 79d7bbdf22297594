package dev.parley.engine.internal.peer;

/** Counts what it takes to talk to a program. */
final class Effort {
  private long starts;
  private long resets;
  private long restores;
  private long requests;
  private long replayed;
  private long probes;

  void started() {
    starts++;
  }

  void wasReset() {
    resets++;
  }

  void wasRestored() {
    restores++;
  }

  void asked() {
    requests++;
  }

  void replayed() {
    replayed++;
  }

  void probed() {
    probes++;
  }

  ProgramUse.Counts soFar() {
    return new ProgramUse.Counts(starts, resets, restores, requests, replayed, probes);
  }
}
