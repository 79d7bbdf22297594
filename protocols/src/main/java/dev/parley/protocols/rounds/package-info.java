/**
 * Protocols in rounds, in their ordinary asynchronous form: every message carries the round it
 * belongs to, a node that gives up waiting moves on to a later round, and a message from a round
 * that its receiver has left has no effect any more: it stays pending, and nobody looks at it. They
 * are those of Drăgoi and Inzaghi Pronesti, "A Sequentialization Procedure for Fault-Tolerant
 * Protocols", 2022, each with the mistakes it describes and without.
 *
 * <p>Moving on may happen at any moment, which covers slow messages and lost ones alike: it makes
 * no difference whether a message arrives too late or never. There is no bound on how many do, as a
 * budget of faults would set one, so these protocols declare no losses. A node that consumes late
 * messages and ignores them would do as well, at the price of many more states, with and without
 * each of them.
 */
package dev.parley.protocols.rounds;
