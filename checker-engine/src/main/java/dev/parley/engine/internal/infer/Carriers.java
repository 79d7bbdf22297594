package dev.parley.engine.internal.infer;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;

/**
 * Which values may be, or hold, a record with auxiliary components, and what the JDK may do with
 * them.
 *
 * <p>Such a record is relevant content itself: it may be sent, stored and handed about. Its
 * auxiliary components are read in two ways only. User code reads them by name, which the taint
 * analysis sees. And the {@code equals}, {@code hashCode} and {@code toString} that the compiler
 * gives every record read all components; whether two records with the same relevant content are
 * one element of a {@code HashSet} depends on them. The JDK calls these methods where no byte code
 * of the user's shows it. So a value that may be such a record, going by its static type, may be
 * given only to methods of the JDK that were looked at and that compare, hash and print nothing.
 * Generic types are erased, so that every collection may hold one.
 *
 * <p>An ordinary object that holds such a record compares by identity, or by user code that is
 * looked at like any other.
 */
final class Carriers {
  private static final Set<String> NEVER =
      Set.of(
          "java/lang/Class",
          "java/lang/StringBuilder",
          "java/util/BitSet",
          "java/util/Random",
          "java/util/OptionalInt",
          "java/util/OptionalLong",
          "java/util/OptionalDouble",
          "java/util/stream/IntStream",
          "java/util/stream/LongStream",
          "java/util/stream/DoubleStream",
          "java/math/BigInteger",
          "java/math/BigDecimal");

  /** Where user classes begin; what is below any other class of the JDK may be a collection. */
  private static final Set<String> BARE =
      Set.of("java/lang/Object", "java/lang/Record", "java/lang/Enum", "dev/parley/api/Node");

  /** Methods that look at no element, or hand elements out as they are. */
  private static final Set<String> HANDS_ON =
      Set.of(
          "size",
          "isEmpty",
          "get",
          "getFirst",
          "getLast",
          "removeFirst",
          "removeLast",
          "addFirst",
          "addLast",
          "poll",
          "peek",
          "iterator",
          "next",
          "hasNext",
          "clear",
          "entrySet",
          "keySet",
          "values",
          "getKey",
          "getValue",
          "stream",
          "map",
          "mapToInt",
          "mapToLong",
          "filter",
          "flatMap",
          "anyMatch",
          "allMatch",
          "noneMatch",
          "count",
          "toList",
          "findFirst",
          "findAny",
          "forEach",
          "limit",
          "skip",
          "isPresent",
          "ifPresent",
          "orElse",
          "orElseThrow",
          "ofNullable",
          "empty",
          "requireNonNull");

  private static final Set<String> LISTS =
      Set.of(
          "java/util/List",
          "java/util/ArrayList",
          "java/util/LinkedList",
          "java/util/ArrayDeque",
          "java/util/Deque",
          "java/util/Queue");

  /** Methods of sets and maps that compare their first argument with elements or keys. */
  private static final Set<String> BY_KEY =
      Set.of("add", "contains", "remove", "put", "get", "containsKey", "getOrDefault");

  private final Program program;
  private final Set<String> records;
  private final long fields;
  private final Map<String, Boolean> known = new HashMap<>();

  /**
   * Carriers of the components of these records.
   *
   * @param program all user classes
   * @param records the internal names of records with auxiliary components
   * @param fields the components, a bit each
   */
  Carriers(Program program, Set<String> records, long fields) {
    this.program = program;
    this.records = records;
    this.fields = fields;
  }

  /** None. */
  static Carriers none(Program program) {
    return new Carriers(program, Set.of(), 0);
  }

  boolean any() {
    return !records.isEmpty();
  }

  /** The auxiliary components, a bit each. */
  long fields() {
    return fields;
  }

  /** Whether a value of the type may be, or hold, such a record. */
  boolean mayCarry(Type type) {
    if (records.isEmpty() || type.getSort() < Type.ARRAY) {
      return false;
    }
    return type.getSort() == Type.ARRAY
        ? mayCarry(type.getElementType())
        : mayCarry(type.getInternalName());
  }

  private boolean mayCarry(String type) {
    Boolean answer = known.get(type);
    if (answer == null) {
      // A record within itself holds one only if another of its components does.
      known.put(type, false);
      answer = find(type);
      known.put(type, answer);
      if (answer) {
        // What was asked for meanwhile may have relied on the preliminary answer.
        known.values().removeIf(may -> !may);
      }
    }
    return answer;
  }

  private boolean find(String type) {
    if (HarmlessJdk.isPlain(type) || NEVER.contains(type) || program.isEnum(type)) {
      return false;
    }
    if (type.startsWith("java/") && (type.endsWith("Exception") || type.endsWith("Error"))) {
      return false;
    }
    if (!program.knows(type)) {
      return !type.equals("dev/parley/api/Node");
    }
    return program.below(type).stream().anyMatch(this::holds);
  }

  private boolean holds(String type) {
    ClassNode node = program.classNode(type);
    if (!program.isRecord(type)) {
      return Program.isOutside(node.superName) && !BARE.contains(node.superName);
    }
    return records.contains(type)
        || node.fields.stream().map((FieldNode f) -> Type.getType(f.desc)).anyMatch(this::mayCarry);
  }

  /**
   * Whether a method of the JDK or the API may be called with such a record, or with what may hold
   * one.
   *
   * @param owner the class it is called on
   * @param name its name
   * @param descriptor its parameters
   * @param keyCarries whether the first argument may carry
   */
  static boolean mayTake(String owner, String name, String descriptor, boolean keyCarries) {
    if (owner.startsWith("dev/parley/api/")) {
      return !Set.of("equals", "hashCode", "toString", "choose").contains(name);
    }
    if (name.equals("<init>")) {
      return BARE.contains(owner)
          || LISTS.contains(owner)
          || !keyCarries && owner.startsWith("java/util/");
    }
    if (owner.equals("java/lang/Object")) {
      return name.equals("getClass");
    }
    boolean collection =
        owner.startsWith("java/util/") && !owner.startsWith("java/util/concurrent/")
            || owner.equals("java/lang/Iterable");
    if (!collection) {
      return false;
    }
    boolean list = LISTS.contains(owner);
    return switch (name) {
      case "of" ->
          owner.equals("java/util/List")
              || owner.equals("java/util/Optional")
              || owner.equals("java/util/stream/Stream");
      case "copyOf" -> owner.equals("java/util/List");
      case "add", "addAll", "set" -> list || name.equals("add") && !keyCarries;
      // With two arguments it compares the second with the value of the first.
      case "remove" ->
          list && descriptor.startsWith("(I)")
              || !keyCarries && Type.getArgumentTypes(descriptor).length < 2;
      case "get" -> list || owner.equals("java/util/Optional") || !keyCarries;
      default -> HANDS_ON.contains(name) || BY_KEY.contains(name) && !keyCarries;
    };
  }
}
