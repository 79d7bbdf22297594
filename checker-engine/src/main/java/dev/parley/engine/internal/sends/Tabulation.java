package dev.parley.engine.internal.sends;

import dev.parley.engine.internal.infer.Program;
import dev.parley.engine.internal.infer.Program.Body;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds what methods may do, by running them on abstract values instead of real arguments.
 *
 * <p><b>The idea.</b> A send's recipient and message come from somewhere: a parameter, a {@code
 * new}, the names of a role. So every value is followed as a small set of {@link Atom}s, from the
 * handler's parameters through variables, collections, streams, lambdas and calls, down to the
 * sends. A method is looked at anew for each combination of arguments it is called with, and the
 * outcome kept in a table (Sharir and Pnueli's functional approach, tabulated): that makes {@code
 * reply(from, new Ack())} a reply although {@code reply} itself could send anything to anyone.
 *
 * <p><b>Why it never says too little.</b> Each part takes in all that can happen.
 *
 * <ul>
 *   <li>Only subclasses of {@code Node} can send, and only through methods that are final. A call
 *       of a user method leads to all methods that the classes of the program have for it; on the
 *       node itself, whose class is known, to the one that it has.
 *   <li>A value read from a field may be whatever the field's type allows: the name of any node.
 *       What a step stores and reads again is thereby covered.
 *   <li>Code of the JDK makes no node names and no user objects. What it gives was given to it, was
 *       in what it was given, or came out of a function it was given. So a result, or the argument
 *       of a function, may be any of these, as far as the types that the JVM checks allow it.
 *   <li>Collections change. Two values that may be views of one object have a place in common; what
 *       a call may put into one is then in both. An object that user methods or lambdas get hold of
 *       may hold anything afterwards.
 *   <li>Lambdas are run wherever the JDK gets hold of them or of what they are in, not only where
 *       they are made, so lazy streams make no difference.
 *   <li>Reflection, native methods, classes that cannot be read, and what becomes too large, count
 *       as sending anything to anyone, and a note says where.
 * </ul>
 *
 * <p>Static initialisers are not looked at: no node is running a step that they could send in. The
 * engine compares every send with the relation nevertheless.
 *
 * <p><b>Recursion.</b> If a method calls itself, the inner call gets the result known so far. Then
 * everything is analysed again until the table stays the same. That ends: atoms are only added, and
 * there are finitely many, because lambdas nest to a fixed depth.
 */
final class Tabulation {
  /** Combinations of methods and arguments; protocols need some dozens. */
  private static final int ENTRY_LIMIT = 3_000;

  /** Calls within calls; keeps the stack of this thread from overflowing. */
  private static final int DEPTH_LIMIT = 150;

  private static final int ROUND_LIMIT = 50;

  /** A method and what it is called with. */
  private record Entry(Body body, List<Value> arguments) {}

  private final Classes classes;
  private final Calls calls;
  private final Map<Entry, CodeEffects> table = new HashMap<>();
  private final Set<Entry> visited = new HashSet<>();
  private final Set<Entry> open = new HashSet<>();
  private boolean recursive;
  private boolean changed;

  Tabulation(Program program, Classes classes, SleepingSenders sleeping) {
    this.classes = classes;
    this.calls = new Calls(program, classes, sleeping, this);
  }

  /** What a method may do when called from outside with the given values. */
  CodeEffects start(Body body, List<Value> arguments) {
    Callee callee =
        new Callee(
            org.objectweb.asm.Opcodes.INVOKESPECIAL,
            body.home().name,
            body.method().name,
            body.method().desc);
    String place = name(body.home().name, body.method().name);
    for (int round = 0; round < ROUND_LIMIT; round++) {
      recursive = false;
      changed = false;
      CodeEffects outcome = outcome(body, arguments, callee, place);
      if (!recursive || !changed) {
        return outcome;
      }
      visited.clear();
    }
    return calls.unknown(callee, place, "calls itself in ways that are too entangled to follow");
  }

  /** What a method may do when called with the given values. */
  CodeEffects outcome(Body body, List<Value> arguments, Callee callee, String place) {
    Entry entry = new Entry(body, arguments);
    if (open.contains(entry)) {
      recursive = true;
      // It may go on for ever.
      return table.getOrDefault(entry, CodeEffects.NOTHING).withEffect();
    }
    if (visited.contains(entry)) {
      return table.get(entry);
    }
    if (open.size() == DEPTH_LIMIT || table.size() >= ENTRY_LIMIT) {
      return calls.unknown(callee, place, "calls " + callee + ", which leads to too much code");
    }
    visited.add(entry);
    open.add(entry);
    CodeEffects before = table.getOrDefault(entry, CodeEffects.NOTHING);
    CodeEffects after = before.or(new MethodWalk(classes, calls, body, arguments).outcome());
    open.remove(entry);
    table.put(entry, after);
    changed |= !after.equals(before);
    return after;
  }

  /** As {@code Acceptor.read}; a lambda goes by the method it stands in. */
  static String name(String type, String method) {
    String name = method;
    if (name.startsWith("lambda$")) {
      String around = name.substring("lambda$".length(), Math.max(7, name.lastIndexOf('$')));
      name = around.equals("new") ? "<init>" : around.equals("static") ? "<clinit>" : around;
    }
    String simple = type.substring(type.lastIndexOf('/') + 1);
    return simple.substring(simple.lastIndexOf('$') + 1) + "." + name;
  }
}
