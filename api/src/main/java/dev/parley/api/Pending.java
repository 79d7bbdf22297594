package dev.parley.api;

/**
 * A message that has been sent and not yet consumed, as properties see it.
 *
 * @param from who sent it
 * @param to whose inbox holds it
 * @param message the message
 */
public record Pending(NodeId from, NodeId to, Object message) {}
