package dev.parley.engine.internal.symmetry;

import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Pending;
import dev.parley.api.World;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Proves from byte code that a property cannot tell interchangeable nodes apart.
 *
 * <p>Names can be told apart by their order, number, text or hash code, by the place or time at
 * which they come out of a collection, or by comparing them with one that the code has from
 * somewhere else. So code is blind if it does none of this: it calls nothing but methods that are
 * known not to ({@link #known}) and code that is blind itself, changes no object that it did not
 * just make (or it could count how often it was called), and reads no static field that could hold
 * a name. Whatever is not known to be harmless is taken for something that tells nodes apart. That
 * is why loops over collections are never blind: nothing says what they do with the first element.
 *
 * <p>One thing is believed: that {@code equals} of users' classes, if a collection calls it, asks
 * whether things are equal and nothing else.
 */
final class BlindCode {
  private static final Set<String> COLLECTION =
      Set.of(
          "size", "isEmpty", "contains", "containsAll", "containsKey", "containsValue", "stream",
          "keySet", "values", "entrySet", "equals", "of", "copyOf");

  private static final Set<String> STREAM =
      Set.of(
          "filter", "map", "mapToInt", "mapToLong", "mapToObj", "flatMap", "boxed", "distinct",
          "count", "allMatch", "anyMatch", "noneMatch", "collect", "concat");

  private static final Set<String> NUMBERS = Set.of("sum", "max", "min");

  private static final Map<String, Set<String>> OTHERS =
      Map.ofEntries(
          Map.entry(name(World.class), Set.of("nodes", "node", "isUp", "pending")),
          Map.entry(name(Pending.class), Set.of("from", "to", "message", "equals")),
          Map.entry(name(NodeId.class), Set.of("role", "equals")),
          Map.entry(name(Node.class), Set.of("self")),
          Map.entry("java/lang/Object", Set.of("<init>", "equals", "getClass")),
          Map.entry("java/lang/Record", Set.of("<init>")),
          Map.entry("java/lang/Enum", Set.of("ordinal", "name", "equals", "compareTo")),
          Map.entry("java/lang/String", Set.of("equals", "length", "isEmpty")),
          Map.entry(
              "java/util/stream/Collectors",
              Set.of("toSet", "counting", "groupingBy", "partitioningBy", "mapping", "summingInt")),
          Map.entry("java/util/Collections", Set.of("disjoint", "frequency")),
          Map.entry("java/util/Map$Entry", Set.of("getKey", "getValue", "equals")),
          Map.entry("java/util/Objects", Set.of("equals", "isNull", "nonNull", "requireNonNull")),
          Map.entry("java/util/Optional", Set.of("isPresent", "isEmpty", "get", "equals")),
          Map.entry("java/util/OptionalInt", Set.of("isPresent", "isEmpty", "getAsInt", "orElse")),
          Map.entry(
              "java/util/OptionalLong", Set.of("isPresent", "isEmpty", "getAsLong", "orElse")));

  private static final Set<String> BOXES =
      Set.of("Integer", "Long", "Short", "Byte", "Character", "Boolean", "Double", "Float", "Math");

  private record Code(String owner, String method, String descriptor) {}

  private final ClassLoader loader;
  private final Collection<Class<?>> nodeTypes;
  private final Deque<Code> open = new ArrayDeque<>();
  private final Set<Code> seen = new HashSet<>();
  private Optional<String> objection = Optional.empty();

  private BlindCode(ClassLoader loader, Collection<Class<?>> nodeTypes) {
    this.loader = loader;
    this.nodeTypes = nodeTypes;
  }

  /**
   * Why a method may tell nodes apart, as a clause with its place; nothing if it cannot.
   *
   * @param nodeTypes the classes of all nodes
   */
  static Optional<String> objection(Method method, Collection<Class<?>> nodeTypes) {
    Class<?> type = method.getDeclaringClass();
    if (type.getClassLoader() == null) {
      return Optional.of("its code cannot be read");
    }
    BlindCode code = new BlindCode(type.getClassLoader(), nodeTypes);
    code.open.add(new Code(name(type), method.getName(), Type.getMethodDescriptor(method)));
    while (code.objection.isEmpty() && !code.open.isEmpty()) {
      Code next = code.open.remove();
      if (code.seen.add(next)) {
        code.read(next);
      }
    }
    return code.objection;
  }

  private static String name(Class<?> type) {
    return type.getName().replace('.', '/');
  }

  private void object(String why) {
    if (objection.isEmpty()) {
      objection = Optional.of(why);
    }
  }

  private void read(Code code) {
    try (InputStream bytes = loader.getResourceAsStream(code.owner + ".class")) {
      if (bytes == null) {
        object("the code of " + code.owner.replace('/', '.') + " cannot be read");
        return;
      }
      Reading reading = new Reading(code);
      new ClassReader(bytes).accept(reading, ClassReader.SKIP_FRAMES);
      if (!reading.found) {
        inherited(code, reading.superName);
      }
    } catch (IOException | IllegalArgumentException e) {
      object("the code of " + code.owner.replace('/', '.') + " cannot be read");
    }
  }

  private void inherited(Code code, String superName) {
    if (superName == null || code.method.startsWith("<")) {
      object("the code of " + code.owner.replace('/', '.') + "." + code.method + " is missing");
    } else if (superName.startsWith("java/") || superName.startsWith("dev/parley/api/")) {
      if (!known(superName, code.method)) {
        object(code.owner.replace('/', '.') + "." + code.method + " is not known to be harmless");
      }
    } else {
      open.add(new Code(superName, code.method, code.descriptor));
    }
  }

  /** Whether a method of a class that is no user's cannot tell nodes apart. */
  static boolean known(String owner, String method) {
    if (OTHERS.containsKey(owner)) {
      return OTHERS.get(owner).contains(method);
    }
    if (method.equals("<init>") && owner.startsWith("java/lang/") && owner.endsWith("Error")) {
      // As a switch over all constants does if there is yet another.
      return true;
    }
    if (owner.startsWith("java/lang/") && BOXES.contains(owner.substring("java/lang/".length()))) {
      return !method.equals("hashCode") && !method.equals("toString");
    }
    if (!owner.startsWith("java/util/")) {
      return false;
    }
    try {
      Class<?> type = Class.forName(owner.replace('/', '.'), false, null);
      if (Map.class.isAssignableFrom(type)) {
        return COLLECTION.contains(method) || Set.of("get", "getOrDefault").contains(method);
      }
      return Collection.class.isAssignableFrom(type) && COLLECTION.contains(method)
          || type == Stream.class && STREAM.contains(method)
          || (type == IntStream.class || type == LongStream.class)
              && (STREAM.contains(method) || NUMBERS.contains(method));
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /** The classes whose code a call may run; nothing if that is not known. */
  private Optional<List<String>> targets(String owner, boolean isVirtual) {
    if (!isVirtual) {
      return Optional.of(List.of(owner));
    }
    try {
      Class<?> type = Class.forName(owner.replace('/', '.'), false, loader);
      if (Node.class.isAssignableFrom(type)) {
        List<String> types = new ArrayList<>();
        nodeTypes.stream()
            .filter(type::isAssignableFrom)
            .forEach(nodeType -> types.add(name(nodeType)));
        return Optional.of(types);
      }
      return Modifier.isFinal(type.getModifiers())
          ? Optional.of(List.of(owner))
          : Optional.empty();
    } catch (ClassNotFoundException | LinkageError e) {
      return Optional.empty();
    }
  }

  private boolean isEnum(String owner) {
    try {
      return Class.forName(owner.replace('/', '.'), false, loader).isEnum();
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }

  /** Reads one method. */
  private final class Reading extends ClassVisitor {
    private final Code code;
    private String file = "";
    private String superName;
    private boolean found;

    Reading(Code code) {
      super(Opcodes.ASM9);
      this.code = code;
    }

    @Override
    public void visit(
        int version, int access, String name, String sign, String above, String[] interfaces) {
      superName = above;
    }

    @Override
    public void visitSource(String source, String debug) {
      file = source == null ? "" : source;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      if (!name.equals(code.method) || !descriptor.equals(code.descriptor)) {
        return null;
      }
      found = true;
      if ((access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE | Opcodes.ACC_SYNCHRONIZED)) != 0) {
        object("the code of " + code.owner.replace('/', '.') + "." + name + " cannot be read");
        return null;
      }
      return new Instructions(code, file);
    }
  }

  private final class Instructions extends MethodVisitor {
    private final Code code;
    private final String file;
    private int line;

    Instructions(Code code, String file) {
      super(Opcodes.ASM9);
      this.code = code;
      this.file = file;
    }

    @Override
    public void visitLineNumber(int number, Label start) {
      line = number;
    }

    @Override
    public void visitInsn(int opcode) {
      if (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE) {
        tells("changes an array");
      }
      if (opcode == Opcodes.MONITORENTER) {
        tells("takes a lock");
      }
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
      boolean inConstructor = code.method.equals("<init>") && owner.equals(code.owner);
      if (opcode == Opcodes.PUTSTATIC || opcode == Opcodes.PUTFIELD && !inConstructor) {
        tells("changes the field " + name);
      } else if (opcode == Opcodes.GETSTATIC && !isHarmless(owner, name, descriptor)) {
        tells("reads the static field " + name);
      }
    }

    private boolean isHarmless(String owner, String name, String descriptor) {
      return descriptor.length() == 1
          || descriptor.equals("Ljava/lang/String;")
          || name.startsWith("$SwitchMap$")
          || descriptor.equals("L" + owner + ";") && isEnum(owner);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean onInterface) {
      boolean direct =
          opcode == Opcodes.INVOKESTATIC
              || opcode == Opcodes.INVOKESPECIAL
              || name.startsWith("lambda$");
      called(owner, name, descriptor, !direct);
    }

    @Override
    public void visitInvokeDynamicInsn(
        String name, String descriptor, Handle bootstrap, Object... arguments) {
      String made = bootstrap.getOwner();
      if (made.equals("java/lang/runtime/ObjectMethods") && name.equals("equals")) {
        return;
      }
      if (!made.equals("java/lang/invoke/LambdaMetafactory")) {
        tells("makes a text");
        return;
      }
      for (Object argument : arguments) {
        if (argument instanceof Handle handle) {
          boolean isVirtual =
              handle.getTag() == Opcodes.H_INVOKEVIRTUAL
                  || handle.getTag() == Opcodes.H_INVOKEINTERFACE;
          called(
              handle.getOwner(),
              handle.getName(),
              handle.getDesc(),
              isVirtual && !handle.getName().startsWith("lambda$"));
        }
      }
    }

    private void called(String owner, String name, String descriptor, boolean isVirtual) {
      if (owner.startsWith("[")) {
        if (!name.equals("clone")) {
          tells("calls " + name + " of an array");
        }
      } else if (owner.startsWith("java/") || owner.startsWith("dev/parley/api/")) {
        if (!known(owner, name)) {
          tells(what(owner, name));
        }
      } else if (name.equals("hashCode") || name.equals("toString")) {
        tells("asks for a hash code or a text");
      } else {
        Optional<List<String>> targets = targets(owner, isVirtual);
        if (targets.isEmpty()) {
          tells("calls " + simple(owner) + "." + name + ", which other classes may override");
        }
        targets.stream()
            .flatMap(List::stream)
            .forEach(target -> open.add(new Code(target, name, descriptor)));
      }
    }

    private String what(String owner, String name) {
      if (name.equals("iterator") || name.equals("next") || name.equals("forEach")) {
        return "takes elements one after the other";
      }
      return NameUses.telling(owner, name).orElse("calls " + simple(owner) + "." + name);
    }

    private String simple(String owner) {
      return owner.substring(owner.lastIndexOf('/') + 1).replace('$', '.');
    }

    private void tells(String what) {
      object(
          String.format(
              Locale.ROOT,
              "%s.%s (%s:%d) %s",
              simple(code.owner),
              code.method,
              file,
              line,
              what));
    }
  }
}
