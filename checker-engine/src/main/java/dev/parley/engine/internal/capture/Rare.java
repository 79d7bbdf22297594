package dev.parley.engine.internal.capture;

import java.util.BitSet;
import java.util.Map;
import java.util.UUID;

/** Groups of the JDK's classes whose shapes are made together, when one of a group is first met. */
enum Rare {
  COLLECTIONS,
  CONCURRENT,
  HOLDERS,
  OPTIONALS,
  NUMBERS,
  TIMES,
  OTHERS;

  /** The group in which a class of the JDK has its shape, if it has one at all. */
  static Rare of(Class<?> type) {
    return switch (type.getPackageName()) {
      case "java.util" -> ofUtil(type);
      case "java.util.concurrent" -> CONCURRENT;
      case "java.util.concurrent.atomic" -> HOLDERS;
      case "java.math" -> NUMBERS;
      case "java.time" -> TIMES;
      default -> type == StringBuilder.class ? HOLDERS : OTHERS;
    };
  }

  private static Rare ofUtil(Class<?> type) {
    if (type == BitSet.class) {
      return HOLDERS;
    }
    if (type.getSimpleName().startsWith("Optional")) {
      return OPTIONALS;
    }
    return type == UUID.class || Map.Entry.class.isAssignableFrom(type) ? OTHERS : COLLECTIONS;
  }

  /** Registers the shapes of those that are values in local state, too. */
  void registerValues(Map<Class<?>, Shape> shapes) {
    switch (this) {
      case OPTIONALS -> ValueShapes.registerOptionals(shapes);
      case NUMBERS -> ValueShapes.registerBigNumbers(shapes);
      case TIMES -> ValueShapes.registerTimes(shapes);
      case OTHERS -> {
        ValueShapes.registerOthers(shapes);
        shapes.put(Class.class, new ObjectShapes.ClassShape());
      }
      default -> {
        // All of the group are objects that change.
      }
    }
  }

  /** Registers the shapes of objects that change. */
  void registerMutable(Map<Class<?>, Shape> shapes) {
    switch (this) {
      case COLLECTIONS -> CollectionShapes.register(shapes);
      case CONCURRENT -> CollectionShapes.registerConcurrent(shapes);
      case HOLDERS -> HolderShapes.register(shapes);
      default -> {
        // All of the group are values.
      }
    }
  }
}
