package dev.parley.junit;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Enumeration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Pattern;

/** Where the running tests' classes come from. */
final class ClassPath {
  private ClassPath() {}

  /** The loader that tools give tests; not always the one this class is from. */
  static ClassLoader loader() {
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    return context == null ? ClassPath.class.getClassLoader() : context;
  }

  /**
   * All files and directories that tests are loaded from, those first that are only visible to the
   * tests' own loader. Tools hide a long class path in the manifest of a jar: it is read too.
   */
  static List<String> elements() {
    Set<Path> elements = new LinkedHashSet<>();
    for (ClassLoader loader = loader(); loader != null; loader = loader.getParent()) {
      if (loader instanceof URLClassLoader urls) {
        for (URL url : urls.getURLs()) {
          path(url).ifPresent(path -> add(path, elements));
        }
      }
    }
    for (String property : List.of("java.class.path", "jdk.module.path")) {
      for (String element :
          System.getProperty(property, "").split(Pattern.quote(File.pathSeparator))) {
        if (!element.isEmpty()) {
          add(Path.of(element), elements);
        }
      }
    }
    return elements.stream().map(Path::toString).toList();
  }

  private static void add(Path element, Set<Path> elements) {
    Path path = element.toAbsolutePath().normalize();
    if (!Files.exists(path) || !elements.add(path) || Files.isDirectory(path)) {
      return;
    }
    for (Path further : named(path)) {
      add(further, elements);
    }
  }

  /** What a jar's manifest adds to the class path. */
  private static List<Path> named(Path jar) {
    List<Path> further = new ArrayList<>();
    try (JarFile file = new JarFile(jar.toFile())) {
      Manifest manifest = file.getManifest();
      String written =
          manifest == null
              ? null
              : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
      for (String each : written == null ? new String[0] : written.strip().split("\\s+")) {
        URI uri = jar.toUri().resolve(each);
        if ("file".equals(uri.getScheme())) {
          further.add(Path.of(uri));
        }
      }
    } catch (IOException | IllegalArgumentException e) {
      // Not a jar, or not an address: a class loader passes over it in silence too.
      return further;
    }
    return further;
  }

  /** The directory or jar a class was loaded from, if it was loaded from one. */
  static Optional<Path> origin(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    return source == null || source.getLocation() == null
        ? Optional.empty()
        : path(source.getLocation());
  }

  /** The directories and jars that have a package; for the unnamed one, all directories. */
  static Collection<Path> roots(String packageName) {
    Set<Path> roots = new LinkedHashSet<>();
    if (packageName.isEmpty()) {
      elements().stream().map(Path::of).filter(Files::isDirectory).forEach(roots::add);
      return roots;
    }
    String folder = packageName.replace('.', '/');
    try {
      for (Enumeration<URL> all = loader().getResources(folder); all.hasMoreElements(); ) {
        root(all.nextElement(), folder).ifPresent(roots::add);
      }
    } catch (IOException e) {
      return roots;
    }
    return roots;
  }

  private static Optional<Path> root(URL found, String folder) {
    try {
      if (found.getProtocol().equals("jar")) {
        String jar = found.getPath();
        return path(new URL(jar.substring(0, jar.indexOf("!/"))));
      }
    } catch (MalformedURLException e) {
      return Optional.empty();
    }
    return path(found)
        .map(
            path -> {
              Path root = path;
              for (int i = 0; i < folder.split("/").length; i++) {
                root = root.getParent();
              }
              return root;
            });
  }

  private static Optional<Path> path(URL url) {
    try {
      return url.getProtocol().equals("file")
          ? Optional.of(Path.of(url.toURI()))
          : Optional.empty();
    } catch (URISyntaxException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
