package dev.parley.engine.fork;

import dev.parley.engine.internal.Diagnosis;
import dev.parley.engine.internal.infer.ParsedClasses;
import dev.parley.engine.internal.order.Order;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.cert.Certificate;
import java.util.List;

/**
 * Loads a protocol's classes. They see the JDK, their own class path and {@code dev.parley.api};
 * the engine and its libraries stay out of sight, so that a protocol may depend on any version of
 * ASM, or none. The API's classes are the engine's own even if the class path holds the API's jar
 * too: annotations and {@code Node} must be the same classes on both sides.
 *
 * <p>Classes are rewritten while they are loaded, so that neither the order of sets and maps nor a
 * hash code depends on the JVM ({@link Rewriter}). Other loaders, such as that of a test with
 * {@code Scenario}, run protocols as they are. There a step that depends on such an order may go
 * unnoticed; only a check in the engine's process finds it.
 *
 * <p>Assertions are on: a failed {@code assert} in a step is a violation.
 */
final class ProtocolClassLoader extends URLClassLoader
    implements Order.Rewriting, ParsedClasses.Sharing {
  private final ParsedClasses parsed;

  ProtocolClassLoader(List<String> classPath) {
    this(classPath, new ParsedClasses());
  }

  /** The same, sharing what is parsed with other loaders of the same class path. */
  ProtocolClassLoader(List<String> classPath, ParsedClasses parsed) {
    super(
        Diagnosis.PROTOCOL_LOADER,
        urls(classPath),
        new ApiOnly(ProtocolClassLoader.class.getClassLoader()));
    setDefaultAssertionStatus(true);
    this.parsed = parsed;
  }

  @Override
  public ParsedClasses parsedClasses() {
    return parsed;
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    URL file = findResource(name.replace('.', '/') + ".class");
    if (file == null) {
      throw new ClassNotFoundException(name);
    }
    byte[] bytes;
    try (InputStream original = file.openStream()) {
      bytes = Rewriter.rewritten(original.readAllBytes());
    } catch (IOException | RuntimeException notUnderstood) {
      // A class file that is damaged, or newer than this JVM: the JVM says what is wrong with it.
      return super.findClass(name);
    }
    int end = name.lastIndexOf('.');
    if (end > 0 && getDefinedPackage(name.substring(0, end)) == null) {
      definePackage(name.substring(0, end), null, null, null, null, null, null, null);
    }
    CodeSource source = new CodeSource(root(file, name), (Certificate[]) null);
    return defineClass(name, bytes, 0, bytes.length, source);
  }

  /** The class path entry that a class file stands in. */
  private URL root(URL file, String name) throws ClassNotFoundException {
    String path = file.toString();
    for (URL entry : getURLs()) {
      if (path.startsWith(entry.toString()) || path.startsWith("jar:" + entry + "!/")) {
        return entry;
      }
    }
    throw new ClassNotFoundException(name + " in " + path);
  }

  private static URL[] urls(List<String> classPath) {
    return classPath.stream().map(ProtocolClassLoader::url).toArray(URL[]::new);
  }

  private static URL url(String entry) {
    try {
      return Path.of(entry).toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException("not a class path entry: " + entry, e);
    }
  }

  /** The JDK and the API, nothing else. */
  private static final class ApiOnly extends ClassLoader {
    /** What rewritten classes call. */
    private static final String ORDER = Order.class.getPackageName() + ".";

    private final ClassLoader engine;

    ApiOnly(ClassLoader engine) {
      super("parley-api", ClassLoader.getPlatformClassLoader());
      this.engine = engine;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (isShared(name)) {
        return engine.loadClass(name);
      }
      throw new ClassNotFoundException(name);
    }

    /** Byte code can be read of whatever can be loaded: collections of ours are everywhere. */
    @Override
    protected URL findResource(String path) {
      boolean file = path.endsWith(".class");
      return file && isShared(path.replace('/', '.')) ? engine.getResource(path) : null;
    }

    private static boolean isShared(String name) {
      return name.startsWith("dev.parley.api.") || name.startsWith(ORDER);
    }
  }
}
