package dev.parley.engine.model;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The names of the parameters of instance methods, which make {@code paxos(2,3,2)} readable. They
 * are in the class file if it was compiled with {@code -parameters}, or, as nearly every build
 * does, with the names of local variables for debuggers. Otherwise they are not known.
 */
final class ParameterNames {
  private ParameterNames() {}

  /**
   * The parameters after the topology with their values: {@code proposers=2, acceptors=3}.
   *
   * @param method a static method that takes a topology and then ints
   * @param with the ints
   * @return nothing if there are none, or if their names are not known
   */
  static Optional<String> label(Method method, int[] with) {
    if (with.length == 0) {
      return Optional.empty();
    }
    return declared(method)
        .or(() -> ofVariables(method))
        .filter(names -> names.size() == with.length + 1)
        .map(
            names -> {
              List<String> words = new ArrayList<>();
              for (int i = 0; i < with.length; i++) {
                words.add(names.get(i + 1) + "=" + with[i]);
              }
              return String.join(", ", words);
            });
  }

  private static Optional<List<String>> declared(Method method) {
    List<String> names = new ArrayList<>();
    for (Parameter parameter : method.getParameters()) {
      if (!parameter.isNamePresent()) {
        return Optional.empty();
      }
      names.add(parameter.getName());
    }
    return Optional.of(names);
  }

  private static Optional<List<String>> ofVariables(Method method) {
    Class<?> type = method.getDeclaringClass();
    String file = type.getName().substring(type.getName().lastIndexOf('.') + 1) + ".class";
    try (InputStream bytes = type.getResourceAsStream(file)) {
      if (bytes == null) {
        return Optional.empty();
      }
      Variables variables = new Variables(method);
      new ClassReader(bytes).accept(variables, ClassReader.SKIP_FRAMES);
      return Optional.of(variables.names());
    } catch (IOException | RuntimeException e) {
      // A name is a convenience: classes that cannot be read are somebody else's finding.
      return Optional.empty();
    }
  }

  /** The local variables that a static method begins with; none of them takes two places. */
  private static final class Variables extends ClassVisitor {
    private final String name;
    private final String descriptor;
    private final int count;
    private final TreeMap<Integer, String> found = new TreeMap<>();

    Variables(Method method) {
      super(Opcodes.ASM9);
      name = method.getName();
      descriptor = Type.getMethodDescriptor(method);
      count = method.getParameterCount();
    }

    List<String> names() {
      return List.copyOf(found.headMap(count).values());
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String method, String type, String signature, String[] exceptions) {
      if (!method.equals(name) || !type.equals(descriptor)) {
        return null;
      }
      return new MethodVisitor(Opcodes.ASM9) {
        @Override
        public void visitLocalVariable(
            String variable, String type, String signature, Label start, Label end, int index) {
          found.putIfAbsent(index, variable);
        }
      };
    }
  }
}
