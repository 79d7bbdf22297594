package dev.parley.engine.reference;

import dev.parley.api.Auxiliary;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Describes an object graph as text such that two graphs have the same text exactly if they have
 * the same content. The elements of hash sets and the entries of hash maps are sorted by their own
 * texts; all other collections keep the order anyone can see.
 *
 * <p><b>Sharing is content.</b> If two fields lead to the same mutable object, a write through one
 * shows in the other, so a state in which they share differs from one in which they hold equal
 * objects. Mutable objects are therefore numbered in the order they are met, and a second meeting
 * writes the number. Values (strings, enums, records, {@code List.of}) are never numbered: nobody
 * may tell one copy from another.
 *
 * <p>Elements of hash collections are described on their own, without numbers from outside: their
 * order is not known before they are described. Sharing into such an element is not seen.
 */
final class CanonicalText {
  /** How much of the content is described. */
  enum Content {
    /** Everything. */
    FULL,
    /** All but what is marked {@link Auxiliary}. */
    RELEVANT
  }

  private final Content content;
  private final StringBuilder out = new StringBuilder();
  private final Map<Object, Integer> numbers = new IdentityHashMap<>();

  private final Set<ContentField> constants;

  private CanonicalText(Content content, Set<ContentField> constants) {
    this.content = content;
    this.constants = constants;
  }

  static String of(Object o, Content content) {
    return of(o, content, Set.of());
  }

  /** The text without the given fields, which hold the same in all states. */
  static String of(Object o, Content content, Set<ContentField> constants) {
    CanonicalText text = new CanonicalText(content, constants);
    text.describe(o);
    return text.out.toString();
  }

  private void describe(Object o) {
    if (o == null) {
      out.append('-');
    } else if (content == Content.RELEVANT && o.getClass().isAnnotationPresent(Auxiliary.class)) {
      out.append('~');
    } else if (o instanceof String s) {
      // The length keeps texts apart whatever characters they hold.
      out.append('"').append(s.length()).append(':').append(s);
    } else if (o instanceof Integer) {
      out.append(o);
    } else if (o instanceof Enum<?> e) {
      out.append(e.getDeclaringClass().getName()).append('.').append(e.name());
    } else if (o instanceof Class<?> type) {
      out.append("class ").append(type.getName());
    } else if (DeepCopy.isPlainValue(o)) {
      out.append(o.getClass().getSimpleName()).append(' ').append(o);
    } else if (o instanceof Optional<?> optional) {
      out.append('?');
      describe(optional.orElse(null));
    } else if (o instanceof Record) {
      describeFields(o);
    } else if (DeepCopy.isImmutableCollection(o)) {
      describeContainer("of", o);
    } else {
      describeMutable(o);
    }
  }

  private void describeMutable(Object o) {
    Integer number = numbers.putIfAbsent(o, numbers.size());
    if (number != null) {
      out.append('#').append(number);
    } else if (o.getClass().isArray()) {
      describeArray(o);
    } else if (o instanceof Collection || o instanceof Map) {
      describeContainer(o.getClass().getSimpleName(), o);
    } else {
      describeFields(o);
    }
  }

  private void describeFields(Object o) {
    out.append(o.getClass().getName()).append('{');
    for (ContentField field : ContentField.of(o.getClass())) {
      boolean told = content == Content.FULL || !field.auxiliary();
      if (told && !constants.contains(field)) {
        out.append(field.name()).append('=');
        describe(field.get(o));
        out.append(';');
      }
    }
    out.append('}');
  }

  private void describeArray(Object array) {
    out.append(array.getClass().getComponentType().getName()).append('[');
    for (int i = 0; i < Array.getLength(array); i++) {
      describe(Array.get(array, i));
      out.append(',');
    }
    out.append(']');
  }

  private void describeContainer(String name, Object o) {
    out.append(name);
    if (o instanceof Map<?, ?> map) {
      describeMap(map);
    } else if (o instanceof Set<?> set) {
      describeSet(set);
    } else {
      out.append('[');
      describeInOrder((Collection<?>) o);
      out.append(']');
    }
  }

  private void describeInOrder(Collection<?> elements) {
    for (Object element : elements) {
      describe(element);
      out.append(',');
    }
  }

  private void describeSet(Set<?> set) {
    out.append("<");
    if (isHashed(set)) {
      Set<String> texts = new TreeSet<>();
      set.forEach(element -> texts.add(of(element, content)));
      texts.forEach(text -> out.append(text).append(','));
    } else {
      describeInOrder(set);
    }
    out.append(">");
  }

  private void describeMap(Map<?, ?> map) {
    out.append("(");
    if (isHashed(map)) {
      Map<String, Object> byKey = new TreeMap<>();
      map.forEach((key, value) -> byKey.put(of(key, content), value));
      byKey.forEach((key, value) -> describeEntry(key, value));
    } else {
      map.forEach((key, value) -> describeEntry(of(key, content), value));
    }
    out.append(")");
  }

  private void describeEntry(String key, Object value) {
    out.append(key).append(':');
    describe(value);
    out.append(',');
  }

  private static boolean isHashed(Object container) {
    return container.getClass() == HashSet.class
        || container.getClass() == HashMap.class
        || DeepCopy.isImmutableCollection(container);
  }

  /** The options of a choice as the checker numbers them, equal ones once. */
  static <T> List<T> distinct(Collection<? extends T> options) {
    Map<String, T> byText = options instanceof Set ? new TreeMap<>() : new LinkedHashMap<>();
    for (T option : options) {
      byText.putIfAbsent(of(option, Content.FULL), option);
    }
    return new ArrayList<>(byText.values());
  }
}
