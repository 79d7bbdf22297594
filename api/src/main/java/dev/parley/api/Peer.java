package dev.parley.api;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A node behind which a real program runs, in any language. Its steps turn messages into requests
 * and replies into messages; the checker learns what the program answers, restarts it where the
 * search goes back, and asks nothing twice.
 *
 * <pre>{@code
 * final class Redis extends Peer {
 *   @Override
 *   protected PeerProgram program() {
 *     return PeerProgram.command("redis-server", "--port", "{port}", "--bind", "127.0.0.1")
 *         .framing(Framing.resp());
 *   }
 *
 *   @Receive
 *   void get(Get get, NodeId from) {
 *     send(from, new Value(ask(from, "GET x\r\n").text()));
 *   }
 * }
 * }</pre>
 *
 * <p>The local state of a peer is its history: what was sent and what came back. An answer must
 * depend on nothing else ({@link PeerProgram.History}). So each trace is run a second time on a
 * fresh process, and other answers then are an error, unless the program is declared {@link
 * PeerProgram#nonDeterministic}.
 *
 * <p>A restart of a peer ({@link Faults#restart}) is a restart of its program in an empty
 * directory: its history is empty then.
 */
public abstract class Peer extends Node {
  /** By connection, or all under the peer's own name, as {@link PeerProgram.History} says. */
  private final Map<NodeId, List<Exchange>> history = new TreeMap<>();

  /** For subclasses. */
  protected Peer() {}

  Map<NodeId, List<Exchange>> histories() {
    return Map.copyOf(history);
  }

  /**
   * How to run the program. Asked once, before the first step; the answer must depend on nothing
   * that steps change.
   */
  protected abstract PeerProgram program();

  /**
   * Sends a request and awaits one reply.
   *
   * @param connection the node on whose behalf; each has a connection of its own, which is opened
   *     by its first request
   * @param request the request, sent as UTF-8; if it is empty, nothing is sent and a reply is
   *     awaited all the same
   * @return the reply, or what happened in its place
   */
  protected final Reply ask(NodeId connection, String request) {
    return ask(connection, request, 1);
  }

  /**
   * Sends a request and awaits several replies.
   *
   * @param connection the node on whose behalf
   * @param request the request, sent as UTF-8
   * @param replies how many replies
   * @return the replies, one after the other, or what happened in their place
   */
  protected final Reply ask(NodeId connection, String request, int replies) {
    return ask(connection, request.getBytes(StandardCharsets.UTF_8), replies);
  }

  /**
   * Sends bytes and awaits several replies.
   *
   * @param connection the node on whose behalf
   * @param request the bytes
   * @param replies how many replies
   * @return the replies, one after the other, or what happened in their place
   */
  protected final Reply ask(NodeId connection, byte[] request, int replies) {
    if (replies < 0) {
      throw new IllegalArgumentException("a request awaits 0 or more replies, not " + replies);
    }
    return exchange(connection, new String(request, StandardCharsets.ISO_8859_1), replies);
  }

  /**
   * Sends a request that has no reply, or a part of a request.
   *
   * @param connection the node on whose behalf
   * @param request the request, sent as UTF-8
   */
  protected final void tell(NodeId connection, String request) {
    ask(connection, request, 0);
  }

  /**
   * Closes a connection. The next request opens another.
   *
   * @param connection the node whose connection it is
   */
  protected final void hangUp(NodeId connection) {
    exchange(connection, "", Exchange.HANG_UP);
  }

  private Reply exchange(NodeId connection, String sent, int replies) {
    NodeContext context = contextFor("ask()");
    Exchange asked = new Exchange(connection, sent, replies, Reply.NONE);
    NodeId key = context.isTotallyOrdered() ? context.self() : connection;
    List<Exchange> before = history.getOrDefault(key, List.of());
    NodeContext.Answered answered = context.exchange(List.copyOf(before), asked);
    if (answered.history().isEmpty()) {
      history.remove(key);
    } else {
      history.put(key, new ArrayList<>(answered.history()));
    }
    return answered.reply();
  }
}
