package dev.parley.engine.internal.capture;

import dev.parley.api.Node;
import java.lang.reflect.Field;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The final fields of nodes that keep what the constructor gave them and are no part of states. */
public final class FixedFields {
  private FixedFields() {}

  /**
   * The first such field in which two nodes of one class differ, as {@code Proposer.ballot}.
   *
   * @param names what a node's name, or a value that stands for a node, must be in the second if it
   *     is in a field of the first
   */
  public static Optional<String> difference(Node one, Node other, UnaryOperator<Object> names) {
    for (Field field : Types.instanceFields(one.getClass(), Node.class)) {
      if (VaryingFields.isFixed(field)) {
        Object left = VaryingFields.read(field, one);
        Object expected = left == null ? null : names.apply(left);
        if (!Objects.equals(expected, VaryingFields.read(field, other))) {
          return Optional.of(field.getDeclaringClass().getSimpleName() + "." + field.getName());
        }
      }
    }
    return Optional.empty();
  }
}
