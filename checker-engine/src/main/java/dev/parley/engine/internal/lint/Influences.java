package dev.parley.engine.internal.lint;

import java.util.Optional;
import java.util.Set;

/**
 * What code may call to learn of anything but itself and its arguments: files, the clock, the
 * environment, classes by name. Code that calls none of it does the same whenever it runs on the
 * same Java. Wider than what makes a step impure: this is asked about whole classes, the methods
 * that build instances included, and an error here would keep a result that is out of date.
 */
public final class Influences {
  private static final Set<String> LOOKUPS =
      Set.of(
          "forName",
          "getClassLoader",
          "getResource",
          "getResources",
          "getResourceAsStream",
          "getModule",
          "findClass",
          "loadClass");

  private static final Set<String> OWNERS =
      Set.of(
          "java/util/ServiceLoader",
          "java/util/ResourceBundle",
          "java/lang/ClassLoader",
          "java/lang/Module",
          "java/lang/ModuleLayer",
          "java/lang/StackWalker",
          "java/net/URLClassLoader",
          "java/security/AccessController");

  private Influences() {}

  /**
   * What a call may learn of, in words.
   *
   * @param owner the internal name of the class that the call names
   * @param name the method
   * @param descriptor its types
   */
  public static Optional<String> ofCall(String owner, String name, String descriptor) {
    if (Loggers.isSilent(owner, name, descriptor)
        || owner.equals("java/lang/Object")
        || isFlag(owner, name)) {
      return Optional.empty();
    }
    boolean foreign =
        OWNERS.contains(owner)
            || owner.startsWith("java/util/prefs/")
            || owner.startsWith("java/sql/")
            || owner.startsWith("javax/")
            || owner.startsWith("java/lang/management/")
            || owner.startsWith("java/util/zip/Zip")
            || owner.startsWith("java/util/jar/")
            || owner.startsWith("sun/")
            || owner.startsWith("jdk/")
            || owner.startsWith("com/sun/");
    boolean lookup =
        LOOKUPS.contains(name)
            && (owner.equals("java/lang/Class") || owner.startsWith("java/lang/invoke/"));
    return foreign
            || lookup
            || ImpureJdk.isOutside(owner)
                && ImpureJdk.call(ClassCode.Site.Kind.CALL, owner, name, descriptor).isPresent()
        ? Optional.of(display(owner) + "." + name)
        : Optional.empty();
  }

  /** Each class with an {@code assert} asks this of itself; in a check assertions are on. */
  private static boolean isFlag(String owner, String name) {
    return owner.equals("java/lang/Class") && name.equals("desiredAssertionStatus");
  }

  /** What reading a static field may learn of. */
  public static Optional<String> ofField(String owner, String name) {
    return ImpureJdk.read(owner, name).map(impurity -> display(owner) + "." + name);
  }

  /** Whether the calls of a class are removed, or left to the tables here, and never entered. */
  public static boolean isOutside(String owner) {
    return ImpureJdk.isOutside(owner);
  }

  private static String display(String owner) {
    return owner.replace('/', '.');
  }
}
