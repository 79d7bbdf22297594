package dev.parley.engine.internal.lint;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.objectweb.asm.Opcodes;

/**
 * One class file, reduced to what is asked of it here.
 *
 * @param name the internal name, as {@code demo/Acceptor}
 * @param loader what found the class file, and finds those it refers to
 * @param parent the superclass's internal name; {@code null} never, as only user classes are read
 * @param interfaces the interfaces' internal names
 * @param sourceFile as {@code Acceptor.java}
 * @param vouched the reason given in {@code @AssumePure}, if the class carries it
 * @param isAbstract whether it is an interface or an abstract class
 * @param staticFields the static fields by name
 * @param methods the methods by name and descriptor
 * @param uses the classes that its methods use
 */
record ClassCode(
    String name,
    ClassLoader loader,
    String parent,
    List<String> interfaces,
    Optional<String> sourceFile,
    Optional<String> vouched,
    boolean isAbstract,
    Map<String, StaticField> staticFields,
    Map<String, MethodCode> methods,
    Uses uses) {

  /**
   * The classes that the methods of a class use, by internal name.
   *
   * @param made those that some method makes objects of
   * @param constantsOf those whose static fields some method reads
   */
  record Uses(Set<String> made, Set<String> constantsOf) {}

  /** How people write the class's name, as {@code demo.Acceptor}. */
  String displayName() {
    return name.replace('/', '.');
  }

  /**
   * A static field.
   *
   * @param name its name
   * @param access its modifiers
   */
  record StaticField(String name, int access) {
    boolean isFinal() {
      return (access & Opcodes.ACC_FINAL) != 0;
    }

    /** Compilers keep their own constants in statics: assertion switches, tables for enums. */
    boolean isSynthetic() {
      return (access & Opcodes.ACC_SYNTHETIC) != 0;
    }
  }

  /**
   * One method.
   *
   * @param name its name
   * @param descriptor its parameter and return types
   * @param access its modifiers
   * @param firstLine the line of its first instruction, if the class file has line numbers
   * @param vouched the reason given in {@code @AssumePure}, if the method carries it
   * @param sites what it does, in order
   */
  record MethodCode(
      String name,
      String descriptor,
      int access,
      OptionalInt firstLine,
      Optional<String> vouched,
      List<Site> sites) {
    MethodCode with(List<Site> more) {
      List<Site> all = new ArrayList<>(sites);
      all.addAll(more);
      return new MethodCode(name, descriptor, access, firstLine, vouched, List.copyOf(all));
    }

    boolean isPrivate() {
      return (access & Opcodes.ACC_PRIVATE) != 0;
    }

    boolean isStatic() {
      return (access & Opcodes.ACC_STATIC) != 0;
    }

    /** The name in the source: that of the method a lambda stands in. */
    String displayName() {
      if (!name.startsWith("lambda$")) {
        return name;
      }
      String around = name.substring("lambda$".length(), Math.max(7, name.lastIndexOf('$')));
      return switch (around) {
        case "new" -> "<init>";
        case "static" -> "<clinit>";
        default -> around;
      };
    }
  }

  /**
   * One instruction that leads out of a method.
   *
   * @param kind what it does
   * @param owner the internal name of the class it refers to
   * @param name the method or field; empty for {@link Kind#MAKE}
   * @param descriptor the types of the method or field
   * @param line the source line, or 0
   * @param isLambda whether it makes a function that will do so
   */
  record Site(Kind kind, String owner, String name, String descriptor, int line, boolean isLambda) {
    /** What an instruction does. */
    enum Kind {
      /** Calls exactly the named method. */
      CALL,
      /** Calls the method that the object's class has under that name. */
      DISPATCH,
      /** Reads a static field. */
      READ,
      /** Writes a static field. */
      WRITE,
      /** Reads an object's field. */
      GET,
      /** Writes an object's field. */
      SET,
      /** Makes an object. */
      MAKE,
      /** Compares two references; see {@link Comparisons}. */
      COMPARE
    }
  }
}
