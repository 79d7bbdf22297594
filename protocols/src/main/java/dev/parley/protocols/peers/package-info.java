/**
 * Systems of which one side is checked and the other side is a real program: those of
 * Leungwattanakit and others, "Modular Software Model Checking for Distributed Systems" (2013), and
 * Redis. Each thread of a checked program is a node, and what threads share is a node too.
 */
package dev.parley.protocols.peers;
