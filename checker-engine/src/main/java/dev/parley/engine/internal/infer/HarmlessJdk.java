package dev.parley.engine.internal.infer;

import java.util.Map;
import java.util.Set;

/**
 * Which calls into the JDK may be made with auxiliary content. Each entry has been looked at: it
 * gives the same on every run, runs none of the user's code under the stated conditions, and either
 * never throws or throws for reasons that the conditions exclude. A method that is not listed is
 * not wrong, it merely keeps a field from being inferred.
 */
public final class HarmlessJdk {
  /** What a call does with what it is given. */
  public enum Call {
    /** Looks at primitives, or at a string or box, and gives a value. */
    COMPUTES,
    /** Asks a collection how much is in it. */
    MEASURES,
    /** Makes a list of the elements of a collection. */
    COPIES,
    /** Adds to a list, or empties a collection: looks at no element. */
    CHANGES,
    /** Adds to a set, or puts into a map: compares what is added with what is there. */
    CHANGES_BY_KEY,
    /** Anything else. */
    UNKNOWN
  }

  static final String LIST = "java/util/ArrayList";
  private static final String LINKED_LIST = "java/util/LinkedList";

  /** Collections that accept every element and grow without complaint; no user code in lists. */
  private static final Set<String> LISTS = Set.of(LIST, LINKED_LIST);

  private static final Set<String> HASHED =
      Set.of(
          "java/util/HashSet",
          "java/util/LinkedHashSet",
          "java/util/HashMap",
          "java/util/LinkedHashMap");

  private static final Map<String, String> BOXES =
      Map.of(
          "java/lang/Boolean", "Z",
          "java/lang/Byte", "B",
          "java/lang/Short", "S",
          "java/lang/Character", "C",
          "java/lang/Integer", "I",
          "java/lang/Long", "J",
          "java/lang/Float", "F",
          "java/lang/Double", "D");

  private static final Set<String> FACTORIES =
      Set.of("java/util/List", "java/util/Set", "java/util/Map");

  private static final Set<String> COLLECTION_TYPES =
      Set.of(
          "java/util/Collection",
          "java/util/List",
          "java/util/Set",
          "java/util/Map",
          "java/util/AbstractCollection",
          "java/util/AbstractList",
          "java/util/AbstractSet",
          "java/util/AbstractMap");

  /** Names that change a collection in some way, to tell what steps write from what they read. */
  private static final Set<String> CHANGING_NAMES =
      Set.of(
          "add",
          "addAll",
          "addFirst",
          "addLast",
          "clear",
          "compute",
          "computeIfAbsent",
          "computeIfPresent",
          "merge",
          "offer",
          "poll",
          "pollFirst",
          "pollLast",
          "pop",
          "push",
          "put",
          "putAll",
          "putIfAbsent",
          "remove",
          "removeAll",
          "removeFirst",
          "removeIf",
          "removeLast",
          "replace",
          "replaceAll",
          "retainAll",
          "set",
          "append",
          "incrementAndGet",
          "getAndIncrement",
          "addAndGet",
          "sort");

  private HarmlessJdk() {}

  static boolean isContainer(String type) {
    return LISTS.contains(type) || HASHED.contains(type);
  }

  static boolean isHashed(String type) {
    return HASHED.contains(type);
  }

  /** Whether values of the type are plain, as far as the JDK and the API know. */
  static boolean isPlain(String type) {
    return type.equals("java/lang/String")
        || BOXES.containsKey(type)
        || type.equals("dev/parley/api/NodeId");
  }

  /** Whether a runtime class is one of the JDK's own collections without surprises. */
  static boolean isTame(Class<?> type) {
    String name = type.getName();
    return isContainer(name.replace('.', '/'))
        || name.startsWith("java.util.ImmutableCollections$")
        || isPlain(name.replace('.', '/'))
        || type.isEnum();
  }

  /** Whether a call certainly gives something other than null. */
  static boolean neverNull(String owner, String name) {
    return FACTORIES.contains(owner) && (name.equals("of") || name.equals("copyOf"))
        || owner.equals("java/util/Objects") && name.equals("requireNonNull")
        || name.equals("valueOf") && (owner.equals("java/lang/String") || BOXES.containsKey(owner));
  }

  /** Whether a call certainly gives a collection of the JDK. */
  static boolean givesTame(String owner, String name) {
    return FACTORIES.contains(owner) && (name.equals("of") || name.equals("copyOf"));
  }

  static boolean looksLikeChange(String name) {
    return CHANGING_NAMES.contains(name);
  }

  /** What a call into the JDK does, as far as it has been looked at. */
  public static Call call(String owner, String name, String descriptor) {
    if (owner.equals("java/lang/Math")) {
      boolean total = name.equals("min") || name.equals("max") || name.equals("abs");
      return total ? Call.COMPUTES : Call.UNKNOWN;
    }
    if (BOXES.containsKey(owner)) {
      return ofBox(owner, name, descriptor);
    }
    if (owner.equals("java/lang/String")) {
      return ofString(name, descriptor);
    }
    if (LISTS.contains(owner) && name.equals("<init>")) {
      return descriptor.equals("(Ljava/util/Collection;)V") ? Call.COPIES : Call.UNKNOWN;
    }
    if (isContainer(owner) || COLLECTION_TYPES.contains(owner)) {
      return ofCollection(name, descriptor);
    }
    return Call.UNKNOWN;
  }

  private static Call ofBox(String owner, String name, String descriptor) {
    String primitive = BOXES.get(owner);
    boolean boxes = name.equals("valueOf") && descriptor.startsWith("(" + primitive + ")");
    boolean unboxes = name.endsWith("Value") && descriptor.startsWith("()");
    boolean computes =
        descriptor.startsWith("(" + primitive + primitive + ")")
            && Set.of("min", "max", "sum", "compare", "logicalAnd", "logicalOr", "logicalXor")
                .contains(name);
    boolean shows = name.equals("toString") && descriptor.startsWith("(" + primitive + ")");
    return boxes || unboxes || computes || shows ? Call.COMPUTES : Call.UNKNOWN;
  }

  private static Call ofString(String name, String descriptor) {
    boolean measures = descriptor.startsWith("()") && Set.of("length", "isEmpty").contains(name);
    boolean shows = name.equals("valueOf") && descriptor.matches("\\([ZCIJFD]\\).*");
    return measures || shows ? Call.COMPUTES : Call.UNKNOWN;
  }

  private static Call ofCollection(String name, String descriptor) {
    return switch (name + descriptor) {
      case "size()I", "isEmpty()Z" -> Call.MEASURES;
      case "clear()V", "addFirst(Ljava/lang/Object;)V", "addLast(Ljava/lang/Object;)V" ->
          Call.CHANGES;
      // What the collection is decides whether elements are compared; the caller knows.
      case "add(Ljava/lang/Object;)Z",
          "put(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;" ->
          Call.CHANGES_BY_KEY;
      default -> Call.UNKNOWN;
    };
  }
}
