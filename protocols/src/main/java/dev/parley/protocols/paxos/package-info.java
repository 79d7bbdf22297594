/** Single-decree Paxos, with quorum steps and with single-message steps. */
package dev.parley.protocols.paxos;
