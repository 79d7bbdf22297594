/** Raft: a log replicated by servers that crash and come back. */
package dev.parley.protocols.raft;
