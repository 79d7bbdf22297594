package dev.parley.engine.internal.space;

/**
 * What happens to messages between sending and consumption. An inbox and a bundle of messages on
 * their way are numbers handed out by the network; what they stand for is its own business.
 */
interface Network {
  /** The inbox, or bundle, that holds nothing. */
  int empty();

  /** The bundle of the given envelopes, which are ascending. */
  int bundle(int[] envelopes, int length);

  /** The inbox after a bundle has been placed in it. */
  int place(int inbox, int bundle);

  /** The inbox after a bundle has been consumed from it. */
  int consume(int inbox, int bundle);

  /** The envelopes of an inbox or bundle, ascending, with repetitions. */
  int[] envelopes(int inboxOrBundle);

  /** The envelopes a handler may take next from an inbox, ascending, each once. */
  int[] consumable(int inbox);

  /** What the network's tables take in memory. */
  long bytes();
}
