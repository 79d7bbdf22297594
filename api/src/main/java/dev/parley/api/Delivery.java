package dev.parley.api;

/**
 * One message of a consumed set, with its sender.
 *
 * @param from who sent it
 * @param message the message
 * @param <M> the message's type
 */
public record Delivery<M>(NodeId from, M message) {}
