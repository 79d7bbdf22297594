package dev.parley.engine.internal.sends;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * What running some code may do.
 *
 * @param result what it may give; meaningless if it gives nothing
 * @param spill what it may put into the objects it was given
 * @param sends the classes of the messages it may send, by recipients
 * @param notes why it may do less than is said here
 * @param effect whether it may do anything at all besides giving its result
 */
record CodeEffects(
    Value result,
    Set<Atom> spill,
    Map<Recipients, Set<Class<?>>> sends,
    Set<String> notes,
    boolean effect) {
  static final CodeEffects NOTHING =
      new CodeEffects(Value.NOTHING, Set.of(), Map.of(), Set.of(), false);

  static CodeEffects giving(Value result) {
    return new CodeEffects(result, Set.of(), Map.of(), Set.of(), false);
  }

  CodeEffects withResult(Value other) {
    return new CodeEffects(other, spill, sends, notes, effect);
  }

  CodeEffects spilling(Set<Atom> atoms) {
    return new CodeEffects(result, Value.union(spill, atoms), sends, notes, effect);
  }

  CodeEffects withEffect() {
    return new CodeEffects(result, spill, sends, notes, true);
  }

  /** One or the other, or both. */
  CodeEffects or(CodeEffects other) {
    Map<Recipients, Set<Class<?>>> all = new HashMap<>(sends);
    other.sends.forEach((to, types) -> all.merge(to, types, Value::union));
    return new CodeEffects(
        result.join(other.result),
        Value.union(spill, other.spill),
        all,
        Value.union(notes, other.notes),
        effect || other.effect);
  }

  /** This and then the other; the result of the other is ignored. */
  CodeEffects and(CodeEffects deeds) {
    return or(new CodeEffects(result, spill, deeds.sends, deeds.notes, deeds.effect));
  }
}
