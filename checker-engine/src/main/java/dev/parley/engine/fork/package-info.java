/**
 * Runs the engine in a process of its own: {@link dev.parley.engine.fork.EngineProcess} is the
 * parent's end, {@link dev.parley.engine.fork.EngineMain} the child's.
 *
 * <p>The parent listens on a loopback port, starts {@code java}, and recognises the child by a
 * token. It sends one {@link dev.parley.engine.fork.Request}; the child streams {@link
 * dev.parley.engine.fork.Event}s until it is done. The stream is the socket and never standard
 * output, so nothing a protocol prints can corrupt it. Whatever becomes of the child (killed, out
 * of memory, stuck in a handler), the parent ends up with one result per instance. A verdict is
 * told as soon as it is known, before the steps that lead there, so that it outlives the process.
 */
package dev.parley.engine.fork;
