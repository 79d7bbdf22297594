package dev.parley.engine.internal.sends;

import java.util.List;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;

/** One thing that a value may be. A value that may be several has several atoms. */
sealed interface Atom {
  /**
   * Some object of a class or its subclasses.
   *
   * @param type the class
   * @param open whether it may be of a user class below; otherwise it is of the class itself, or of
   *     some class of the JDK
   */
  record Of(Class<?> type, boolean open) implements Atom {}

  /** The name of some node of a class or its subclasses. */
  record OneOf(Class<?> role) implements Atom {}

  /** A class itself, as in {@code ids(Acceptor.class)}. */
  record Constant(Class<?> type) implements Atom {}

  /** One of the consumed deliveries, or the quorum that holds them. */
  record Consumed(Class<?> message, boolean quorum) implements Atom {}

  /**
   * A lambda or method reference.
   *
   * @param made where it is made
   * @param captured what it holds
   * @param depth how many lambdas are nested in it, itself included
   */
  record Lambda(InvokeDynamicInsnNode made, List<Value> captured, int depth) implements Atom {}

  /** Things there is one of. */
  enum Known implements Atom {
    /** The node whose step runs. */
    THIS,
    /** The name of a sender of what is consumed. */
    SENDER,
    /** The node's own name. */
    SELF,
    /** An object of some class of the JDK, made by the JDK. */
    JDK
  }

  /** Anything at all. */
  Atom ANYTHING = new Of(Object.class, true);
}
