package dev.parley.engine.internal.symmetry;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Where code asks for what tells names of nodes apart: their order, numbers, text, hash codes, or
 * places in a list. It explains a difference that has shown; that none is found proves nothing.
 */
final class NameUses {
  private static final String NODE_ID = "dev/parley/api/NodeId";
  private static final int MOST_METHODS = 500;

  private static final Map<String, String> TELLING =
      Map.of(
          NODE_ID + ".index",
          "asks for the number of a NodeId",
          NODE_ID + ".compareTo",
          "compares NodeIds",
          NODE_ID + ".toString",
          "asks for the text of a NodeId",
          NODE_ID + ".hashCode",
          "asks for the hash code of a NodeId",
          NODE_ID + ".<init>",
          "makes a NodeId of its own",
          "java/util/List.get",
          "asks for a place in a list",
          "java/util/List.indexOf",
          "asks for a place in a list",
          "java/util/stream/Stream.sorted",
          "sorts",
          "java/util/TreeSet.first",
          "asks for the first of a sorted set",
          "java/util/stream/Stream.findFirst",
          "asks for the first of several");

  private record Code(String owner, String method) {}

  private final ClassLoader loader;
  private final Deque<Code> open = new ArrayDeque<>();
  private final Set<Code> known = new HashSet<>();
  private Optional<String> found = Optional.empty();
  private Optional<String> first = Optional.empty();
  private Code last;

  private NameUses(ClassLoader loader) {
    this.loader = loader;
  }

  /**
   * Where methods of a class, or code that they call, ask for such a thing, as a sentence; if that
   * does not show, where the last of these methods is.
   */
  static Optional<String> in(Class<?> type, List<String> methods) {
    NameUses uses = of(type, methods);
    return uses.found.or(() -> uses.first.map(place -> "It happens in " + place));
  }

  /** What a method is asked for that tells names apart, if it is one of these. */
  static Optional<String> telling(String owner, String method) {
    return Optional.ofNullable(TELLING.get(owner + "." + method));
  }

  private static NameUses of(Class<?> type, List<String> methods) {
    ClassLoader loader =
        type.getClassLoader() == null ? ClassLoader.getSystemClassLoader() : type.getClassLoader();
    NameUses uses = new NameUses(loader);
    String name = type.getName().replace('.', '/');
    methods.forEach(method -> uses.follow(name, method));
    uses.last = new Code(name, methods.get(methods.size() - 1));
    while (uses.found.isEmpty() && !uses.open.isEmpty() && uses.known.size() < MOST_METHODS) {
      uses.read(uses.open.remove());
    }
    return uses;
  }

  private void follow(String owner, String method) {
    boolean usersOwn = !owner.startsWith("java/") && !owner.startsWith("dev/parley/api/");
    Code code = new Code(owner, method);
    if (usersOwn && known.add(code)) {
      open.add(code);
    }
  }

  private void read(Code code) {
    try (InputStream bytes = loader.getResourceAsStream(code.owner + ".class")) {
      if (bytes != null) {
        new ClassReader(bytes).accept(new Reading(code), ClassReader.SKIP_FRAMES);
      }
    } catch (IOException e) {
      // Then there is no explanation from this class.
      return;
    }
  }

  /** Reads the methods of one name in one class. */
  private final class Reading extends ClassVisitor {
    private final Code code;
    private String file = "";

    Reading(Code code) {
      super(Opcodes.ASM9);
      this.code = code;
    }

    @Override
    public void visit(
        int version, int access, String name, String sign, String superName, String[] interfaces) {
      follow(superName, code.method);
    }

    @Override
    public void visitSource(String source, String debug) {
      file = source == null ? "" : source;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      return name.equals(code.method) ? new Calls(code, file) : null;
    }
  }

  private final class Calls extends MethodVisitor {
    private final Code code;
    private final String file;
    private int line;

    Calls(Code code, String file) {
      super(Opcodes.ASM9);
      this.code = code;
      this.file = file;
    }

    @Override
    public void visitLineNumber(int number, Label start) {
      line = number;
      if (first.isEmpty() && code.equals(last)) {
        first = Optional.of(place());
      }
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean onInterface) {
      called(owner, name);
    }

    @Override
    public void visitInvokeDynamicInsn(
        String name, String descriptor, Handle bootstrap, Object... arguments) {
      if (descriptor.contains("L" + NODE_ID + ";") && name.startsWith("makeConcat")) {
        told("asks for the text of a NodeId");
      }
      for (Object argument : arguments) {
        if (argument instanceof Handle handle) {
          called(handle.getOwner(), handle.getName());
        }
      }
    }

    private void called(String owner, String name) {
      if (TELLING.containsKey(owner + "." + name)) {
        told(TELLING.get(owner + "." + name));
      }
      follow(owner, name);
    }

    private void told(String what) {
      if (found.isEmpty()) {
        found = Optional.of(place() + " " + what);
      }
    }

    private String place() {
      String type = code.owner.substring(code.owner.lastIndexOf('/') + 1).replace('$', '.');
      return String.format(Locale.ROOT, "%s.%s (%s:%d)", type, code.method, file, line);
    }
  }
}
