package dev.parley.engine.internal.capture;

import dev.parley.engine.internal.capture.Codec.Scope;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/**
 * Looks for the reason why something is not what it was when it is restored: a record whose
 * constructor does not keep what it is given. Each record that is restored is compared with the
 * values its constructor was called with.
 */
final class Diagnosis {
  private static final String WHY =
      ". Local states and messages are rebuilt through canonical constructors, so these must keep"
          + " the values of a record that exists: ";

  private final Writer writer;
  private final boolean asValue;
  private Optional<String> changed = Optional.empty();
  private Optional<String> copied = Optional.empty();

  /**
   * A diagnosis that has not seen anything.
   *
   * @param catalogue the shapes
   * @param asValue whether a message is restored, not a local state
   */
  Diagnosis(Catalogue catalogue, boolean asValue) {
    this.writer = new Writer(catalogue);
    this.asValue = asValue;
  }

  /** A record was made. */
  void compare(Class<?> type, FieldSlot[] slots, Object[] given, Object made) {
    for (int i = 0; i < slots.length && changed.isEmpty(); i++) {
      Object kept = slots[i].get(made);
      if (given[i] == kept || slots[i].isPrimitive() && given[i].equals(kept)) {
        continue;
      }
      String constructor = "the constructor of record " + type.getName();
      if (!sameContent(given[i], kept)) {
        changed =
            Optional.of(
                constructor
                    + " changes what it is given: called with the values of a record that exists,"
                    + " it makes component "
                    + slots[i].name()
                    + " "
                    + Renderer.text(kept)
                    + " of "
                    + Renderer.text(given[i])
                    + WHY
                    + "move what computes other values into a static factory method");
      } else if (copied.isEmpty()) {
        copied =
            Optional.of(
                constructor
                    + " replaces component "
                    + slots[i].name()
                    + " by a copy, while something else refers to it too"
                    + WHY
                    + "make the copy in a static factory method, or make it immutable (List.copyOf)");
      }
    }
  }

  private boolean sameContent(Object a, Object b) {
    return Objects.equals(a == null, b == null) && Arrays.equals(encoded(a), encoded(b));
  }

  private byte[] encoded(Object value) {
    ByteSink sink = new ByteSink();
    writer.writeGraph(Scope.FULL, asValue, sink, () -> writer.write(value));
    return Arrays.copyOf(sink.array(), sink.length());
  }

  /** What to tell the user. */
  String text() {
    return changed
        .or(() -> copied)
        .orElse(
            "what was captured is not the same after it was restored; look for a constructor of a"
                + " record, a hashCode(), an equals() or a comparison that changes something or"
                + " depends on the order of a set");
  }
}
