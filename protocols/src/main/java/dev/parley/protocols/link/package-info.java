/** One sender, one receiver, and an unreliable channel between them. */
package dev.parley.protocols.link;
