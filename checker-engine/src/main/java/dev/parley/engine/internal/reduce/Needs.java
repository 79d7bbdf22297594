package dev.parley.engine.internal.reduce;

/**
 * What must happen before a step becomes enabled. Stubborn sets are computed from it. A <b>need</b>
 * stands for "a message of this kind is sent"; every need has one node that can meet it, the
 * sender. Needs are numbered from 0.
 *
 * <p>Answers are {@link Clauses}. They are asked for once for each cell, and kept by {@link
 * CellKinds}.
 */
interface Needs {
  /** The need will never be met: its sender cannot send such a message any more. */
  int NEVER = -1;

  /** The need may be met by whatever the sender does next. */
  int SENDER = -2;

  /** How many needs there are. */
  int count();

  /** Whether all is known that can be asked of a cell. */
  boolean knows(int node, int cell);

  /** The node that can meet a need. */
  int sender(int need);

  /**
   * What a set with a node's transitions must also contain: for every step that only lacks messages
   * in the node's local state, the needs of such a message.
   *
   * @return where the clauses start
   */
  int ofNode(int node, int cell, ClauseBook book);

  /**
   * What a set must also contain so that nothing outside it meets the need.
   *
   * @param need the need
   * @param cell the sender's cell
   * @return where the clauses start, or {@link #NEVER}, or {@link #SENDER}
   */
  int ofNeed(int need, int cell, ClauseBook book);

  /** Whether a message to a node is idle in a local state: see {@link IdlePackets}. */
  boolean isIdle(int node, int local, int messageId);

  /** Whether a transition of the cell may close a cycle: see {@link Cycles}. */
  boolean closesCycle(int node, int cell);

  /** 0 if a step of the cell starts something, 1 if one goes on, 2 if all end something. */
  int rank(int node, int cell);
}
