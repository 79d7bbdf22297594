/** A map kept by a chain of servers. */
package dev.parley.protocols.chain;
