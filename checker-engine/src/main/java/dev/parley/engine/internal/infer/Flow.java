package dev.parley.engine.internal.infer;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.analysis.Value;

/**
 * What is known of one value on the stack or in a local variable.
 *
 * @param width how many slots it takes
 * @param fields the candidate fields it may depend on, a bit each
 * @param present whether it is certainly not null; of no meaning for primitives
 * @param plain whether, unless null, it is a string, a box, an enum constant or a node name, whose
 *     {@code equals} and {@code hashCode} run none of the user's code
 * @param tame whether, unless null, it is plain or one of the JDK's own collections, whose size can
 *     be asked and whose elements can be copied without running the user's code
 * @param direct the candidate fields whose very object it may be
 * @param fresh the instructions of this method that may have made it
 * @param foreign whether it may be some object other than these
 * @param carries whether it may be, or hold, a record with auxiliary components ({@link Carriers})
 */
record Flow(
    int width,
    long fields,
    boolean present,
    boolean plain,
    boolean tame,
    long direct,
    Set<AbstractInsnNode> fresh,
    boolean foreign,
    boolean carries)
    implements Value {

  static final Flow NULL = new Flow(1, 0, false, true, true, 0, Set.of(), false, false);

  /** Any value of a primitive type, or one nothing is known of. */
  static Flow unknown(int width) {
    return new Flow(width, 0, false, false, false, 0, Set.of(), true, false);
  }

  /** Any value of a plain type. */
  static Flow ofPlainType() {
    return new Flow(1, 0, false, true, true, 0, Set.of(), true, false);
  }

  /** An object made in this method. */
  static Flow made(AbstractInsnNode where, boolean tame) {
    return new Flow(1, 0, true, false, tame, 0, Set.of(where), false, false);
  }

  Flow dependingOn(long more) {
    return new Flow(width, fields | more, present, plain, tame, direct, fresh, foreign, carries);
  }

  Flow asPresent() {
    return new Flow(width, fields, true, plain, tame, direct, fresh, foreign, carries);
  }

  Flow asPlain() {
    return new Flow(width, fields, present, true, true, direct, fresh, foreign, carries);
  }

  Flow asTame() {
    return new Flow(width, fields, present, plain, true, direct, fresh, foreign, carries);
  }

  /** The same as something that may carry auxiliary components, or that cannot. */
  Flow carrying(boolean may) {
    return may == carries
        ? this
        : new Flow(width, fields, present, plain, tame, direct, fresh, foreign, may);
  }

  /** The content of a candidate field. */
  Flow heldBy(long field) {
    return new Flow(width, fields | field, present, plain, tame, field, Set.of(), false, carries);
  }

  /** The same seen from another method, where it is an object like any other. */
  Flow outsideItsMethod() {
    return new Flow(width, fields, present, plain, tame, 0, Set.of(), true, carries);
  }

  /** What is true of both. */
  Flow join(Flow other) {
    if (equals(other)) {
      return this;
    }
    Set<AbstractInsnNode> all = fresh;
    if (!fresh.containsAll(other.fresh)) {
      all = new HashSet<>(fresh);
      all.addAll(other.fresh);
    }
    return new Flow(
        Math.min(width, other.width),
        fields | other.fields,
        present && other.present,
        plain && other.plain,
        tame && other.tame,
        direct | other.direct,
        all,
        foreign || other.foreign,
        carries || other.carries);
  }

  @Override
  public int getSize() {
    return width;
  }
}
