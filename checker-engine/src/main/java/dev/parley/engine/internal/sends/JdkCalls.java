package dev.parley.engine.internal.sends;

import java.util.Set;

/** Calls into the JDK about which more is known than about all others ({@link JdkCode}). */
final class JdkCalls {
  /** Give and keep elements they were given, and make none of their own. */
  private static final Set<String> KEEPS_ELEMENTS =
      Set.of(
          "<init>",
          "add",
          "addAll",
          "addFirst",
          "addLast",
          "put",
          "putAll",
          "putIfAbsent",
          "push",
          "offer",
          "get",
          "getFirst",
          "getLast",
          "getOrDefault",
          "remove",
          "removeAll",
          "removeIf",
          "removeFirst",
          "removeLast",
          "retainAll",
          "clear",
          "contains",
          "containsKey",
          "containsValue",
          "containsAll",
          "isEmpty",
          "size",
          "indexOf",
          "lastIndexOf",
          "of",
          "copyOf",
          "asList",
          "stream",
          "iterator",
          "listIterator",
          "next",
          "hasNext",
          "previous",
          "filter",
          "findFirst",
          "findAny",
          "orElse",
          "orElseThrow",
          "orElseGet",
          "ifPresent",
          "ifPresentOrElse",
          "isPresent",
          "peek",
          "distinct",
          "sorted",
          "limit",
          "skip",
          "toList",
          "forEach",
          "map",
          "flatMap",
          "mapToObj",
          "anyMatch",
          "allMatch",
          "noneMatch",
          "count",
          "concat",
          "subList",
          "keySet",
          "values",
          "poll",
          "pollFirst",
          "pollLast",
          "pop",
          "element",
          "first",
          "last",
          "min",
          "max",
          "reduce",
          "unmodifiableList",
          "unmodifiableSet",
          "unmodifiableCollection",
          "emptyList",
          "emptySet",
          "requireNonNull",
          "ofNullable",
          "empty",
          "computeIfAbsent",
          "sort",
          "reverse",
          "takeWhile",
          "dropWhile",
          "equals",
          "hashCode",
          "set");

  /** Only look at what they are called on; nothing is put into it. */
  private static final Set<String> READS =
      Set.of(
          "get",
          "getFirst",
          "getLast",
          "getOrDefault",
          "contains",
          "containsKey",
          "containsValue",
          "containsAll",
          "isEmpty",
          "size",
          "indexOf",
          "lastIndexOf",
          "stream",
          "iterator",
          "next",
          "hasNext",
          "findFirst",
          "findAny",
          "toList",
          "equals",
          "hashCode",
          "isPresent",
          "orElse",
          "orElseThrow",
          "count",
          "keySet",
          "values",
          "requireNonNull");

  /** Give elements that no function made but the one they are called with. */
  private static final Set<String> MAPS = Set.of("map", "mapToObj");

  /** Collections that are empty when made, and hold nothing but what is put into them. */
  private static final Set<String> COLLECTIONS =
      Set.of(
          "java/util/ArrayList",
          "java/util/LinkedList",
          "java/util/ArrayDeque",
          "java/util/HashSet",
          "java/util/LinkedHashSet",
          "java/util/TreeSet",
          "java/util/HashMap",
          "java/util/LinkedHashMap",
          "java/util/TreeMap",
          "java/util/PriorityQueue");

  /** Results that nobody can change, as long as nobody can change the elements. */
  private static final Set<String> FIXED =
      Set.of(
          "java/util/stream/Stream.toList",
          "java/util/List.of",
          "java/util/List.copyOf",
          "java/util/Set.of",
          "java/util/Set.copyOf");

  private JdkCalls() {}

  static boolean keepsElements(Callee callee) {
    return ofCollections(callee) && KEEPS_ELEMENTS.contains(callee.name());
  }

  static boolean onlyReads(Callee callee) {
    return ofCollections(callee) && READS.contains(callee.name());
  }

  static boolean maps(Callee callee) {
    return ofCollections(callee) && MAPS.contains(callee.name());
  }

  static boolean isFixed(Callee callee) {
    return FIXED.contains(callee.owner() + "." + callee.name());
  }

  static boolean isCollection(String type) {
    return COLLECTIONS.contains(type);
  }

  private static boolean ofCollections(Callee callee) {
    String owner = callee.owner();
    return owner.startsWith("java/util/stream/")
        || owner.startsWith("java/util/") && owner.indexOf('/', "java/util/".length()) < 0
        || owner.equals("java/lang/Iterable");
  }

  /** Whether the call may run methods, or make objects, that no class file names. */
  static boolean isReflective(Callee callee) {
    String owner = callee.owner();
    return owner.startsWith("java/lang/reflect/") && !callee.isVirtual()
        || owner.startsWith("java/lang/reflect/")
            && Set.of("invoke", "newInstance", "get", "getAccessor").contains(callee.name())
        || owner.startsWith("java/lang/invoke/")
        || owner.equals("java/lang/Class")
            && Set.of("forName", "newInstance", "getEnumConstants").contains(callee.name())
        || owner.equals("java/lang/ClassLoader")
        || owner.equals("java/util/ServiceLoader")
        || owner.equals("java/io/ObjectInputStream")
        || owner.startsWith("sun/misc/");
  }
}
