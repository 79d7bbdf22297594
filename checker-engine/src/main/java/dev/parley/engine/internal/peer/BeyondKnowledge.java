package dev.parley.engine.internal.peer;

/**
 * What a program would answer is not known and will not be found out: the history is as long as it
 * may get, or a program that answers differently each time could not be brought there again.
 * Nothing is explored beyond, and the search is incomplete.
 */
public final class BeyondKnowledge extends RuntimeException {
  BeyondKnowledge(String message) {
    super(message, null, false, false);
  }
}
