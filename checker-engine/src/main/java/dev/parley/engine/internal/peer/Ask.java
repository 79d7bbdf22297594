package dev.parley.engine.internal.peer;

import dev.parley.api.Exchange;

/**
 * A request as a program sees it. Programs do not know the nodes that talk to them: connections are
 * numbered in the order in which a history opens them.
 *
 * @param connection the number of the connection
 * @param sent the bytes, each as the character with its number
 * @param replies how many replies are awaited, or {@link Exchange#HANG_UP}
 */
record Ask(int connection, String sent, int replies) {
  boolean hangsUp() {
    return replies == Exchange.HANG_UP;
  }
}
