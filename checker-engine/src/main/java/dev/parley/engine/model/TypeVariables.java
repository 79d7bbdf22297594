package dev.parley.engine.model;

import java.lang.reflect.Array;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.HashMap;
import java.util.Map;

/**
 * What the type variables of a class's ancestors stand for in that class, so that a handler
 * inherited from {@code Replica<M>} consumes exactly what the subclass puts in for {@code M}.
 */
final class TypeVariables {
  private final Map<TypeVariable<?>, Type> meaning = new HashMap<>();

  TypeVariables(Class<?> type) {
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      bind(c.getGenericSuperclass());
      for (Type face : c.getGenericInterfaces()) {
        bind(face);
      }
    }
  }

  /** The class objects of the given type are known to have. */
  Class<?> classOf(Type type) {
    if (type instanceof Class<?> known) {
      return known;
    }
    if (type instanceof ParameterizedType parameterized) {
      return classOf(parameterized.getRawType());
    }
    if (type instanceof WildcardType wildcard) {
      return classOf(wildcard.getUpperBounds()[0]);
    }
    if (type instanceof GenericArrayType array) {
      return Array.newInstance(classOf(array.getGenericComponentType()), 0).getClass();
    }
    TypeVariable<?> variable = (TypeVariable<?>) type;
    Type bound = meaning.get(variable);
    return classOf(bound == null ? variable.getBounds()[0] : bound);
  }

  private void bind(Type ancestor) {
    if (ancestor instanceof ParameterizedType parameterized) {
      Class<?> raw = (Class<?>) parameterized.getRawType();
      Type[] arguments = parameterized.getActualTypeArguments();
      for (int i = 0; i < arguments.length; i++) {
        meaning.put(raw.getTypeParameters()[i], arguments[i]);
      }
      for (Type face : raw.getGenericInterfaces()) {
        bind(face);
      }
    }
  }
}
