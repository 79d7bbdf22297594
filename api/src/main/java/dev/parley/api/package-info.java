/**
 * What a protocol compiles against: annotations that name its parts and the few types its nodes and
 * properties use.
 *
 * <p>The smallest protocol that can be checked:
 *
 * <pre>{@code
 * @Protocol(name = "ping-pong")
 * final class PingPong {
 *   record Ping() {}
 *   record Pong() {}
 *
 *   static final class Client extends Node {
 *     boolean answered;
 *
 *     @Step(once = true)
 *     void start() { sendToAll(Server.class, new Ping()); }
 *
 *     @Receive
 *     void pong(Pong m) { answered = true; }
 *   }
 *
 *   static final class Server extends Node {
 *     @Receive
 *     void ping(Ping m, NodeId from) { send(from, new Pong()); }
 *   }
 *
 *   @Instance
 *   static void oneClient(Topology t) { t.add(new Client()).add(new Server()); }
 *
 *   @Terminal
 *   static boolean everyoneIsAnswered(World w) {
 *     return w.nodes(Client.class).stream().allMatch(c -> c.answered);
 *   }
 * }
 * }</pre>
 *
 * <p><b>What a step may do.</b> A step is one annotated method of a {@link dev.parley.api.Node}. It
 * runs atomically. It may read and write the fields of its own node, {@link
 * dev.parley.api.Node#send send} messages and {@link dev.parley.api.Node#choose choose} among
 * finitely many values; everything else it does must follow from those fields and the consumed
 * messages alone. Time, randomness, threads, I/O and mutable statics are reported as errors: the
 * checker runs each distinct local step a handful of times and reuses its outcome for millions of
 * global states, which is only right for pure functions.
 */
package dev.parley.api;
