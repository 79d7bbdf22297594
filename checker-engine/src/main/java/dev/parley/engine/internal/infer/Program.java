package dev.parley.engine.internal.infer;

import dev.parley.engine.internal.lint.ClassFiles;
import dev.parley.engine.model.Model;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Every user class that steps and properties can come across: those they start from, and all that
 * these mention, again and again. The purity lint follows calls and may overlook code that is kept
 * in a field and called later; here that would make a wrong answer of a missed one, so whole
 * classes are taken, whether or not a step gets there.
 */
public final class Program {
  /** More than this is a library with all it depends on, not a protocol. */
  private static final int CLASS_LIMIT = 3_000;

  /** For those who follow calls: more than this takes too long to be worth it. */
  private static final int CALLED_CLASS_LIMIT = 500;

  private static final String API = "dev/parley/api/";

  /**
   * A method with the class that declares it.
   *
   * @param home the class
   * @param method the method
   */
  public record Body(ClassNode home, MethodNode method) {
    /** Whether the method has one of the given modifiers. */
    public boolean is(int access) {
      return (method.access & access) != 0;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Body body && body.method == method;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(method);
    }
  }

  private final ClassLoader loader;
  private final Map<String, ClassNode> classes = new LinkedHashMap<>();
  private final Map<String, Set<String>> ancestors = new HashMap<>();
  private final Map<String, List<Body>> bySignature = new HashMap<>();
  private final List<Body> bodies = new ArrayList<>();
  private final Map<String, List<Body>> reachable = new HashMap<>();
  private final Map<String, List<String>> below = new HashMap<>();
  private final Map<String, Set<String>> outsideAncestors = new HashMap<>();

  /** For classes of the JDK and the API, the methods they declare, if they can be loaded. */
  private final Map<String, Optional<Set<String>>> declared = new HashMap<>();

  private Optional<String> obstacle = Optional.empty();
  private boolean incomplete;

  /** Reads the classes with the given internal names and all they lead to, or to an obstacle. */
  Program(Set<String> roots, ClassLoader loader) {
    this(roots, loader, false);
  }

  private Program(Set<String> roots, ClassLoader loader, boolean pastObstacles) {
    this.loader = loader;
    int limit = pastObstacles ? CALLED_CLASS_LIMIT : CLASS_LIMIT;
    Deque<String> waiting = new ArrayDeque<>(roots);
    Set<String> asked = new HashSet<>();
    while (!waiting.isEmpty() && (obstacle.isEmpty() || pastObstacles) && classes.size() < limit) {
      String name = waiting.remove();
      if (!isOutside(name) && asked.add(name)) {
        read(name).ifPresent(node -> waiting.addAll(mentioned(node, !pastObstacles)));
      }
    }
    if (classes.size() == limit) {
      incomplete = true;
      obstruct("the protocol uses more than " + limit + " classes");
    }
    for (ClassNode node : classes.values()) {
      for (MethodNode method : node.methods) {
        Body body = new Body(node, method);
        bodies.add(body);
        bySignature.computeIfAbsent(method.name + method.desc, s -> new ArrayList<>()).add(body);
      }
    }
  }

  /**
   * Reads on past what would be an obstacle to knowing everything: for who can tell, at each place,
   * what is not known there. A call to a class that was not read finds no method.
   *
   * @param model the instance, whose nodes and the objects they start with are where reading starts
   * @return the classes
   */
  public static Program ofNodes(Model model) {
    Model nodes =
        new Model(model.description(), model.nodes(), model.types(), List.of(), model.setting());
    InitialObjects objects = new InitialObjects(nodes);
    Set<String> roots = new LinkedHashSet<>();
    model.types().forEach(type -> roots.add(Type.getInternalName(type.type())));
    roots.addAll(objects.classes());
    if (!objects.unseen().isEmpty()) {
      // Whoever built the instance knows what stands behind objects that do not show it.
      roots.add(model.description().protocolClass().replace('.', '/'));
    }
    return new Program(roots, model.types().get(0).type().getClassLoader(), true);
  }

  /**
   * Reads on past what would be an obstacle to knowing everything, from the properties as well.
   *
   * @param objects what the nodes start with
   */
  static Program ofCalls(Model model, InitialObjects objects) {
    return new Program(roots(model, objects), model.types().get(0).type().getClassLoader(), true);
  }

  /** Where reading starts: nodes, properties, and the objects that nodes start with. */
  static Set<String> roots(Model model, InitialObjects objects) {
    Set<String> roots = new LinkedHashSet<>();
    model.types().forEach(type -> roots.add(Type.getInternalName(type.type())));
    model.judged().stream()
        .flatMap(property -> property.method().stream())
        .forEach(method -> roots.add(Type.getInternalName(method.getDeclaringClass())));
    roots.addAll(objects.classes());
    return roots;
  }

  /** Whether a class, given by its internal name, is the JDK's or the API's. */
  public static boolean isOutside(String name) {
    return ClassFiles.isJdk(name) || name.startsWith(API);
  }

  /** Why nothing can be said for certain, if so: a sentence. */
  Optional<String> obstacle() {
    return obstacle;
  }

  /** All methods of all classes. */
  public List<Body> bodies() {
    return bodies;
  }

  /** All classes that were read. */
  Iterable<ClassNode> classNodes() {
    return classes.values();
  }

  /** A class that was read. */
  ClassNode classNode(String type) {
    return classes.get(type);
  }

  boolean isRecord(String type) {
    ClassNode node = classes.get(type);
    return node != null && "java/lang/Record".equals(node.superName);
  }

  boolean isEnum(String type) {
    ClassNode node = classes.get(type);
    return node != null && (node.access & Opcodes.ACC_ENUM) != 0;
  }

  /** If in doubt it is one. */
  boolean isInterface(String type) {
    ClassNode node = classes.get(type);
    return node == null
        ? loaded(type).map(Class::isInterface).orElse(true)
        : (node.access & Opcodes.ACC_INTERFACE) != 0;
  }

  /** The method that a call on the given class finds, if a user class has it. */
  Optional<Body> find(String owner, String name, String descriptor) {
    for (ClassNode node = classes.get(owner); node != null; node = classes.get(node.superName)) {
      Optional<Body> own = own(node.name, name, descriptor);
      if (own.isPresent()) {
        return own;
      }
    }
    return Optional.empty();
  }

  /** The method of a class that was read, not an inherited one. */
  Optional<Body> own(String type, String name, String descriptor) {
    ClassNode node = classes.get(type);
    return node.methods.stream()
        .filter(method -> method.name.equals(name) && method.desc.equals(descriptor))
        .findFirst()
        .map(method -> new Body(node, method));
  }

  /**
   * The method that an object of the given class runs: its own, an inherited one, or an interface's
   * default.
   *
   * @param type the class's internal name
   * @param name the method's name
   * @param descriptor its parameter and return types
   * @return the method, if a user class has it
   */
  public Optional<Body> lookup(String type, String name, String descriptor) {
    Optional<Body> inherited = find(type, name, descriptor);
    if (inherited.isPresent() && !inherited.get().is(Opcodes.ACC_ABSTRACT)) {
      return inherited;
    }
    Optional<Body> found = Optional.empty();
    for (String ancestor : ancestors(type)) {
      ClassNode node = classes.get(ancestor);
      if (node != null && (node.access & Opcodes.ACC_INTERFACE) != 0) {
        Optional<Body> body =
            find(ancestor, name, descriptor).filter(b -> !b.is(Opcodes.ACC_ABSTRACT));
        // The lowest default wins.
        if (body.isPresent()
            && (found.isEmpty() || ancestors(ancestor).contains(found.get().home().name))) {
          found = body;
        }
      }
    }
    return found.or(() -> inherited);
  }

  /** Whether some class was not read, so that unknown methods may override known ones. */
  public boolean incomplete() {
    return incomplete;
  }

  /** Whether the class's file was read. */
  public boolean knows(String type) {
    return classes.containsKey(type);
  }

  /** The classes of which objects may be called by the given class's name: it and those below. */
  public List<String> below(String type) {
    return below.computeIfAbsent(
        type, t -> classes.keySet().stream().filter(name -> ancestors(name).contains(t)).toList());
  }

  /** The class that declares a field, asked for through the given class or one below it. */
  Optional<String> fieldHome(String owner, String name) {
    for (ClassNode node = classes.get(owner); node != null; node = classes.get(node.superName)) {
      if (node.fields.stream().anyMatch(field -> field.name.equals(name))) {
        return Optional.of(node.name);
      }
    }
    return Optional.empty();
  }

  /**
   * All methods that a call can reach; empty if that is not certain, because objects of classes
   * unknown here may stand behind it.
   */
  List<Body> targets(MethodInsnNode call) {
    Optional<Body> found = find(call.owner, call.name, call.desc);
    if (found.isEmpty() || call.getOpcode() == Opcodes.INVOKEINTERFACE) {
      return List.of();
    }
    Body body = found.get();
    boolean exact =
        call.getOpcode() != Opcodes.INVOKEVIRTUAL
            || body.is(Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL)
            || (classes.get(call.owner).access & Opcodes.ACC_FINAL) != 0;
    if (exact) {
      return body.is(Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE) ? List.of() : List.of(body);
    }
    return ancestors(call.owner).contains("dev/parley/api/Node") ? overrides(call) : List.of();
  }

  /** The classes of nodes are all known: they are where reading starts. */
  private List<Body> overrides(MethodInsnNode call) {
    Set<Body> targets = new LinkedHashSet<>();
    for (String type : classes.keySet()) {
      if (ancestors(type).contains(call.owner)) {
        find(type, call.name, call.desc)
            .filter(body -> !body.is(Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE))
            .ifPresent(targets::add);
      }
    }
    return List.copyOf(targets);
  }

  /** All user methods that a call on the given class might reach, going by names and ancestors. */
  List<Body> reachable(String owner, String name, String descriptor) {
    return reachable.computeIfAbsent(
        owner + "." + name + descriptor,
        call ->
            bySignature.getOrDefault(name + descriptor, List.of()).stream()
                .filter(body -> mayBeBoth(owner, body.home.name))
                .toList());
  }

  /** Whether some object may be of both classes. */
  private boolean mayBeBoth(String one, String other) {
    return classes.keySet().stream()
        .map(this::ancestors)
        .anyMatch(line -> line.contains(one) && line.contains(other));
  }

  /** Whether the method may be called by the JDK, which knows it by a type of its own. */
  public boolean overridesOutside(Body body) {
    if (body.is(Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE) || body.method.name.startsWith("<")) {
      return false;
    }
    return outsideAncestors.computeIfAbsent(body.home.name, this::outsideAncestors).stream()
        .anyMatch(ancestor -> declares(ancestor, body.method.name, body.method.desc));
  }

  /** Those of subclasses count: they may implement an interface with a method they inherit. */
  private Set<String> outsideAncestors(String type) {
    return classes.keySet().stream()
        .map(this::ancestors)
        .filter(line -> line.contains(type))
        .flatMap(Set::stream)
        .filter(Program::isOutside)
        .collect(Collectors.toSet());
  }

  /** Whether a class of the JDK or the API declares a method itself; if in doubt it does. */
  boolean declares(String outside, String name, String descriptor) {
    return declared
        .computeIfAbsent(outside, type -> loaded(type).map(Program::signatures))
        .map(signatures -> signatures.contains(name + descriptor))
        .orElse(true);
  }

  private static Set<String> signatures(Class<?> type) {
    Set<String> signatures = new HashSet<>();
    for (java.lang.reflect.Method method : type.getDeclaredMethods()) {
      signatures.add(method.getName() + Type.getMethodDescriptor(method));
    }
    return signatures;
  }

  /** The class itself and everything it inherits from, the JDK's part included. */
  public Set<String> ancestors(String type) {
    Set<String> known = ancestors.get(type);
    if (known == null) {
      known = new HashSet<>();
      addAncestors(type, known);
      ancestors.put(type, known);
    }
    return known;
  }

  private void addAncestors(String type, Set<String> into) {
    if (type == null || !into.add(type)) {
      return;
    }
    ClassNode node = classes.get(type);
    if (node != null) {
      addAncestors(node.superName, into);
      node.interfaces.forEach(i -> addAncestors(i, into));
    } else {
      loaded(type)
          .ifPresent(
              c -> {
                if (c.getSuperclass() != null) {
                  addAncestors(Type.getInternalName(c.getSuperclass()), into);
                }
                for (Class<?> face : c.getInterfaces()) {
                  addAncestors(Type.getInternalName(face), into);
                }
              });
    }
  }

  private Optional<Class<?>> loaded(String type) {
    try {
      return Optional.of(Class.forName(type.replace('/', '.'), false, loader));
    } catch (ClassNotFoundException | LinkageError e) {
      return Optional.empty();
    }
  }

  // Reading ----------------------------------------------------------------------------------

  private Optional<ClassNode> read(String name) {
    Optional<ClassNode> read =
        ParsedClasses.of(loader, name, () -> ClassFiles.open(name, loader).flatMap(Program::parse));
    if (read.isEmpty()) {
      // What cannot even be loaded has no objects.
      incomplete |= loaded(name).isPresent();
      obstruct("the byte code of " + name.replace('/', '.') + " cannot be read");
    } else {
      classes.put(name, read.get());
    }
    return read;
  }

  private static Optional<ClassNode> parse(ClassReader reader) {
    try {
      ClassNode node = new ClassNode();
      reader.accept(node, ClassReader.SKIP_FRAMES);
      return Optional.of(node);
    } catch (RuntimeException e) {
      return Optional.empty();
    }
  }

  /**
   * The classes a class mentions. Those of its nest may read its private fields without being
   * mentioned; they are left out for who follows calls, since their code runs only if it is called.
   */
  private Set<String> mentioned(ClassNode node, boolean nest) {
    Set<String> names = new LinkedHashSet<>(node.interfaces);
    names.add(node.superName);
    if (nest && node.nestHostClass != null) {
      names.add(node.nestHostClass);
    }
    if (nest && node.nestMembers != null) {
      names.addAll(node.nestMembers);
    }
    for (MethodNode method : node.methods) {
      for (AbstractInsnNode instruction : method.instructions) {
        addMentioned(node, instruction, names);
      }
    }
    names.remove(null);
    return names;
  }

  private void addMentioned(ClassNode home, AbstractInsnNode instruction, Set<String> names) {
    if (instruction instanceof MethodInsnNode call) {
      names.add(element(call.owner));
      if (isReflection(call)) {
        obstruct(home, "uses reflection (" + call.name + "), which may read any field");
      }
    } else if (instruction instanceof FieldInsnNode field) {
      names.add(field.owner);
    } else if (instruction instanceof TypeInsnNode type) {
      names.add(element(type.desc));
    } else if (instruction instanceof LdcInsnNode constant && constant.cst instanceof Type type) {
      addType(type, names);
    } else if (instruction instanceof LdcInsnNode constant
        && constant.cst instanceof ConstantDynamic) {
      obstruct(home, "has constants that are computed when they are first used");
    } else if (instruction instanceof InvokeDynamicInsnNode dynamic) {
      if (!isKnownBootstrap(dynamic.bsm.getOwner())) {
        obstruct(home, "calls methods by way of " + dynamic.bsm.getOwner().replace('/', '.'));
      }
      for (Object argument : dynamic.bsmArgs) {
        if (argument instanceof Handle handle) {
          names.add(handle.getOwner());
          if (isReflection(handle.getOwner(), handle.getName())) {
            obstruct(home, "uses reflection (" + handle.getName() + "), which may read any field");
          }
        }
      }
    }
  }

  private void obstruct(ClassNode home, String what) {
    obstruct(home.name.replace('/', '.') + " " + what);
  }

  private void obstruct(String sentence) {
    obstacle = obstacle.or(() -> Optional.of(sentence));
  }

  /** Lambdas, strings, switches and records; other languages have their own. */
  static boolean isKnownBootstrap(String owner) {
    return owner.equals("java/lang/invoke/LambdaMetafactory")
        || owner.equals("java/lang/invoke/StringConcatFactory")
        || owner.equals("java/lang/runtime/ObjectMethods")
        || owner.equals("java/lang/runtime/SwitchBootstraps");
  }

  private static String element(String type) {
    if (!type.startsWith("[")) {
      return type;
    }
    Type element = Type.getType(type).getElementType();
    return element.getSort() == Type.OBJECT ? element.getInternalName() : "java/lang/Object";
  }

  private static void addType(Type type, Set<String> names) {
    if (type.getSort() == Type.ARRAY || type.getSort() == Type.OBJECT) {
      names.add(element(type.getInternalName()));
    }
  }

  /** Whether a call may read fields that it does not name. */
  static boolean isReflection(MethodInsnNode call) {
    return isReflection(call.owner, call.name);
  }

  /** The same for a method that is named elsewhere. */
  static boolean isReflection(String owner, String name) {
    return switch (owner) {
      case "java/lang/reflect/Field" -> name.startsWith("get");
      case "java/lang/reflect/Method" -> name.equals("invoke");
      case "java/lang/reflect/RecordComponent" -> name.equals("getAccessor");
      case "java/lang/reflect/Constructor", "java/lang/Class" -> name.equals("newInstance");
      case "java/lang/invoke/MethodHandle" -> name.startsWith("invoke");
      case "java/lang/invoke/VarHandle",
          "java/lang/invoke/MethodHandleProxies",
          "java/util/concurrent/atomic/AtomicIntegerFieldUpdater",
          "java/util/concurrent/atomic/AtomicLongFieldUpdater",
          "java/util/concurrent/atomic/AtomicReferenceFieldUpdater",
          "java/io/ObjectOutputStream",
          "sun/misc/Unsafe" ->
          true;
      default -> false;
    };
  }
}
