/**
 * Single-decree Paxos, with quorum steps and with single-message steps, and a wrong specification
 * of it.
 */
package dev.parley.protocols.paxos;
