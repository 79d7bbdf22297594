package dev.parley.gradle;

import dev.parley.runner.BuildTool;
import dev.parley.runner.ModuleClasses;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import org.gradle.api.file.ConfigurableFileCollection;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Classpath;
import org.gradle.api.tasks.IgnoreEmptyDirectories;
import org.gradle.api.tasks.InputFiles;
import org.gradle.api.tasks.Nested;
import org.gradle.api.tasks.Optional;
import org.gradle.api.tasks.PathSensitive;
import org.gradle.api.tasks.PathSensitivity;
import org.gradle.jvm.toolchain.JavaLauncher;

/** What tasks that run a protocol's code in a process of its own have in common. */
public abstract class ForkingTask extends ParleyTask {
  ForkingTask() {}

  /** The module's own classes, where protocols are looked for. */
  @InputFiles
  @PathSensitive(PathSensitivity.RELATIVE)
  @IgnoreEmptyDirectories
  public abstract ConfigurableFileCollection getClassDirectories();

  /** What protocols are loaded from, their own classes included. */
  @Classpath
  public abstract ConfigurableFileCollection getClassPath();

  /** The engine's own files; those of this plugin if there are none. */
  @Classpath
  public abstract ConfigurableFileCollection getEngineClassPath();

  /** The Java that the engine runs on; Gradle's own if there is none. */
  @Nested
  @Optional
  public abstract Property<JavaLauncher> getJavaLauncher();

  BuildTool tool() {
    return new GradleTool(getLogger(), java(), existing(getEngineClassPath()));
  }

  private Path java() {
    if (getJavaLauncher().isPresent()) {
      return getJavaLauncher().get().getExecutablePath().getAsFile().toPath();
    }
    String suffix = System.getProperty("os.name").startsWith("Windows") ? ".exe" : "";
    return Path.of(System.getProperty("java.home"), "bin", "java" + suffix);
  }

  /** As far as they exist: a module need not have tests. */
  ModuleClasses classes() {
    return new ModuleClasses(
        paths(getClassDirectories().filter(File::isDirectory)), existing(getClassPath()));
  }

  private static List<String> existing(ConfigurableFileCollection files) {
    return files.getFiles().stream().filter(File::exists).map(File::getPath).toList();
  }

  /** Whether there is nothing that could be checked; says so if so. */
  boolean withoutClasses() {
    boolean none = classes().directories().isEmpty();
    if (none) {
      getLogger().lifecycle("Nothing to check: this project has no classes.");
    }
    return none;
  }
}
