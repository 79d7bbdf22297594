package dev.parley.engine.internal.sends;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What is known of a value of a method.
 *
 * @param size 2 for {@code long} and {@code double}
 * @param self what it may be; empty for primitives and null
 * @param content what code of the JDK may find in it: the elements of a collection or stream, and
 *     their elements
 * @param places where it, or what it is a view of, was made; two values with a place in common may
 *     share content that changes. Empty if nothing can change it unseen.
 * @param present whether it is certainly not null
 */
record Value(int size, Set<Atom> self, Set<Atom> content, Set<Object> places, boolean present)
    implements org.objectweb.asm.tree.analysis.Value {

  /** The place of what a call makes, to be known by the call's own place. */
  static final Object HERE = new Object();

  static final Value NOTHING = new Value(1, Set.of(), Set.of(), Set.of(), false);
  static final Value WIDE = new Value(2, Set.of(), Set.of(), Set.of(), false);

  static Value of(Atom atom) {
    return new Value(1, Set.of(atom), Set.of(), Set.of(), true);
  }

  @Override
  public int getSize() {
    return size;
  }

  /** All that it may be or hold. */
  Set<Atom> all() {
    return union(self, content);
  }

  Value withSelf(Set<Atom> atoms) {
    return new Value(size, Set.copyOf(atoms), content, places, present);
  }

  Value withContent(Set<Atom> atoms) {
    return new Value(size, self, Set.copyOf(atoms), places, present);
  }

  Value withPlaces(Set<?> made) {
    return new Value(size, self, content, Set.copyOf(made), present);
  }

  Value asPresent() {
    return present ? this : new Value(size, self, content, places, true);
  }

  Value join(Value other) {
    if (equals(other)) {
      return this;
    }
    if (size != other.size) {
      return NOTHING;
    }
    return new Value(
        size,
        union(self, other.self),
        union(content, other.content),
        union(places, other.places),
        present && other.present);
  }

  static Value join(Collection<Value> values) {
    return values.stream().reduce(Value::join).orElse(NOTHING);
  }

  /** The same, with the place of the call that made it. */
  Value madeAt(Object place) {
    if (!places.contains(HERE)) {
      return this;
    }
    Set<Object> made = new HashSet<>(places);
    made.remove(HERE);
    made.add(place);
    return withPlaces(made);
  }

  boolean shares(Set<?> others) {
    return places.stream().anyMatch(others::contains);
  }

  /** The places of all values. */
  static Set<Object> places(List<Value> values) {
    Set<Object> all = new HashSet<>();
    values.forEach(value -> all.addAll(value.places));
    return all;
  }

  static <T> Set<T> union(Set<T> one, Set<T> other) {
    if (one.containsAll(other)) {
      return one;
    }
    if (other.containsAll(one)) {
      return other;
    }
    Set<T> both = new HashSet<>(one);
    both.addAll(other);
    return Set.copyOf(both);
  }
}
