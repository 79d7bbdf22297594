package dev.parley.engine.internal.lint;

import java.lang.reflect.Method;
import java.util.Optional;
import org.objectweb.asm.Type;

/** Where methods stand in the source, as far as their class files tell. Not thread-safe. */
public final class SourceLines {
  private final ClassFiles files = new ClassFiles();

  /** Knows no class yet; each class file is read once, when first asked for. */
  public SourceLines() {}

  /**
   * Finds the first line of a method's code.
   *
   * @param method the method
   * @return as {@code Acceptor.java:42}; empty without code or debug information
   */
  public Optional<String> of(Method method) {
    return files
        .read(method.getDeclaringClass())
        .flatMap(code -> line(code, method.getName() + Type.getMethodDescriptor(method)));
  }

  private static Optional<String> line(ClassCode code, String method) {
    ClassCode.MethodCode body = code.methods().get(method);
    if (body == null || body.firstLine().isEmpty()) {
      return Optional.empty();
    }
    return code.sourceFile().map(file -> file + ":" + body.firstLine().getAsInt());
  }
}
