package dev.parley.engine.fork;

import dev.parley.engine.internal.Diagnosis;
import dev.parley.engine.internal.infer.ParsedClasses;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;

/**
 * Loads a protocol's classes. They see the JDK, their own class path and {@code dev.parley.api};
 * the engine and its libraries stay out of sight, so that a protocol may depend on any version of
 * ASM, or none. The API's classes are the engine's own even if the class path holds the API's jar
 * too: annotations and {@code Node} must be the same classes on both sides.
 *
 * <p>Assertions are on: a failed {@code assert} in a step is a violation.
 */
final class ProtocolClassLoader extends URLClassLoader implements ParsedClasses.Sharing {
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
    private final ClassLoader engine;

    ApiOnly(ClassLoader engine) {
      super("parley-api", ClassLoader.getPlatformClassLoader());
      this.engine = engine;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (name.startsWith("dev.parley.api.")) {
        return engine.loadClass(name);
      }
      throw new ClassNotFoundException(name);
    }
  }
}
