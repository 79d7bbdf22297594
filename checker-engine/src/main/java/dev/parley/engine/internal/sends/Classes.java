package dev.parley.engine.internal.sends;

import dev.parley.api.Delivery;
import dev.parley.api.NodeId;
import dev.parley.api.Quorum;
import dev.parley.engine.internal.infer.Program;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Type;

/** What can be concluded from the class of a value. */
final class Classes {
  /** Types whose objects hold nothing that code of the JDK could take out. */
  private static final Set<String> CLOSED =
      Set.of(
          "java/lang/Object",
          "java/lang/Record",
          "java/lang/Enum",
          "java/lang/Comparable",
          "java/lang/constant/Constable",
          "java/lang/constant/ConstantDesc",
          "java/io/Serializable",
          "java/lang/String",
          "java/lang/Boolean",
          "java/lang/Byte",
          "java/lang/Short",
          "java/lang/Character",
          "java/lang/Integer",
          "java/lang/Long",
          "java/lang/Float",
          "java/lang/Double",
          "dev/parley/api/Node");

  private final Program program;
  private final ClassLoader loader;
  private final Class<?> node;
  private final Map<String, Class<?>> known = new HashMap<>();
  private final Map<Class<?>, Boolean> closed = new HashMap<>();

  /**
   * For the steps of one node class.
   *
   * @param node the class
   */
  Classes(Program program, Class<?> node) {
    this.program = program;
    this.loader = node.getClassLoader();
    this.node = node;
  }

  /** The class with an internal name; {@code Object}, of which all are, if there is none. */
  Class<?> named(String name) {
    return known.computeIfAbsent(name, this::load);
  }

  private Class<?> load(String name) {
    try {
      return Class.forName(name.replace('/', '.'), false, loader);
    } catch (ClassNotFoundException | LinkageError e) {
      return Object.class;
    }
  }

  /** The node class whose steps are looked at. */
  Class<?> node() {
    return node;
  }

  /** A value of which only the declared type is known. */
  Value declared(Type type) {
    return switch (type.getSort()) {
      case Type.VOID, Type.BOOLEAN, Type.CHAR, Type.BYTE, Type.SHORT, Type.INT, Type.FLOAT ->
          Value.NOTHING;
      case Type.LONG, Type.DOUBLE -> Value.WIDE;
      default -> ofType(named(type.getInternalName()));
    };
  }

  /** Some object of the class, that may be null. */
  Value ofType(Class<?> type) {
    Set<Atom> content = isClosed(type) ? Set.of() : Set.of(Atom.ANYTHING);
    return new Value(1, Set.of(new Atom.Of(type, true)), content, Set.of(), false);
  }

  /** An object that has just been made. */
  Value made(Class<?> type) {
    return ofType(type).withSelf(Set.of(new Atom.Of(type, false))).asPresent();
  }

  /** The value as it is after a cast that succeeded. */
  Value cast(Value value, Class<?> target) {
    Set<Atom> self = narrow(value.self(), target);
    return settled(value.withSelf(self));
  }

  /** Removes the content of values that have none, and the places of values that cannot change. */
  Value settled(Value value) {
    return value.self().stream().allMatch(this::isClosed)
        ? new Value(value.size(), value.self(), Set.of(), Set.of(), value.present())
        : value;
  }

  /** Those of the atoms that may be of the class, known to be of it. */
  Set<Atom> narrow(Set<Atom> atoms, Class<?> target) {
    if (target == Object.class) {
      return atoms;
    }
    Set<Atom> narrowed = new HashSet<>();
    for (Atom atom : atoms) {
      if (atom instanceof Atom.Of of) {
        narrow(of, target, narrowed);
      } else if (atom == Atom.Known.JDK) {
        if (ofJdk(target)) {
          narrowed.add(new Atom.Of(target, false));
        }
      } else if (target.isAssignableFrom(typeOf(atom))
          || atom instanceof Atom.Lambda lambda && target.isInterface() && hasMore(lambda)) {
        narrowed.add(atom);
      }
    }
    return Set.copyOf(narrowed);
  }

  /** Whether a lambda implements more interfaces than the one it is made for. */
  private static boolean hasMore(Atom.Lambda lambda) {
    return lambda.made().bsm.getName().equals("altMetafactory");
  }

  private static void narrow(Atom.Of of, Class<?> target, Set<Atom> into) {
    if (target.isAssignableFrom(of.type())) {
      into.add(of);
    } else if (!of.open() && ofJdk(of.type()) && !ofJdk(target)) {
      // No class of the JDK is below one that is not.
      return;
    } else if (of.type().isAssignableFrom(target) || mayMeet(of.type(), target)) {
      into.add(new Atom.Of(target, of.open()));
    }
  }

  /** Whether some third class may be below both. */
  private static boolean mayMeet(Class<?> one, Class<?> other) {
    if (one.isArray() && other.isArray()) {
      return true;
    }
    return one.isInterface() && !Modifier.isFinal(other.getModifiers())
        || other.isInterface() && !Modifier.isFinal(one.getModifiers());
  }

  static boolean ofJdk(Class<?> type) {
    Class<?> element = type;
    while (element.isArray()) {
      element = element.getComponentType();
    }
    return element.isPrimitive()
        || Program.isOutside(Type.getInternalName(element))
            && !element.getName().startsWith("dev.parley.api.");
  }

  /** The class an atom is certainly of. */
  Class<?> typeOf(Atom atom) {
    if (atom instanceof Atom.Of of) {
      return of.type();
    } else if (atom instanceof Atom.OneOf || atom == Atom.Known.SELF || atom == Atom.Known.SENDER) {
      return NodeId.class;
    } else if (atom instanceof Atom.Constant) {
      return Class.class;
    } else if (atom instanceof Atom.Consumed consumed) {
      return consumed.quorum() ? Quorum.class : Delivery.class;
    } else if (atom instanceof Atom.Lambda lambda) {
      return named(Type.getReturnType(lambda.made().desc).getInternalName());
    }
    return atom == Atom.Known.THIS ? node : Object.class;
  }

  /** Whether a value that is this atom holds nothing that could be taken out or changed. */
  boolean isClosed(Atom atom) {
    if (atom instanceof Atom.Lambda || atom == Atom.Known.JDK) {
      return false;
    }
    if (atom == Atom.Known.THIS) {
      return isClosed(node);
    }
    return !(atom instanceof Atom.Of of) || isClosed(of.type());
  }

  /**
   * Whether code of the JDK finds nothing in objects of the class: neither it nor any class below
   * it has ancestors with methods that give something away.
   */
  boolean isClosed(Class<?> type) {
    return closed.computeIfAbsent(type, this::findClosed);
  }

  private boolean findClosed(Class<?> type) {
    if (type.isPrimitive() || type == NodeId.class) {
      return true;
    }
    if (type == Object.class || type.isArray()) {
      return false;
    }
    String name = Type.getInternalName(type);
    if (Program.isOutside(name)) {
      return CLOSED.contains(name) && Modifier.isFinal(type.getModifiers());
    }
    return !program.incomplete()
        && program.below(name).stream()
            .flatMap(below -> program.ancestors(below).stream())
            .allMatch(ancestor -> CLOSED.contains(ancestor) || !Program.isOutside(ancestor));
  }
}
