package dev.parley.api;

/**
 * What is taken for granted of a handler in runs that go on for ever. It matters to {@link
 * Eventually} and {@link LeadsTo} alone: these ask what happens in the end, and a run in which a
 * node never gets a turn shows nothing about the protocol.
 *
 * <p>Besides, every pending message that from some time on could always be consumed is consumed,
 * unless only handlers without fairness could, and on networks where delivery is an event of its
 * own, every message is delivered. Nothing is taken for granted of faults: they need not happen.
 */
public enum Fairness {
  /**
   * It may never run, even if it always could: a client that need not ask for anything, a timeout
   * that need not fire.
   */
  NONE,
  /** If from some time on it always could run, it runs again. This is the default. */
  WEAK,
  /** If it could run again and again, it runs again and again, even if it could not in between. */
  STRONG
}
