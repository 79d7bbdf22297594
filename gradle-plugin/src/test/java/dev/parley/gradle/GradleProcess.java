package dev.parley.gradle;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.gradle.api.internal.StartParameterInternal;
import org.gradle.api.logging.LogLevel;
import org.gradle.initialization.DefaultBuildCancellationToken;
import org.gradle.initialization.DefaultBuildRequestContext;
import org.gradle.initialization.DefaultBuildRequestMetaData;
import org.gradle.initialization.NoOpBuildEventConsumer;
import org.gradle.internal.buildoption.Option;
import org.gradle.internal.buildprocess.BuildProcessState;
import org.gradle.internal.classpath.ClassPath;
import org.gradle.internal.instrumentation.agent.AgentStatus;
import org.gradle.internal.logging.LoggingManagerInternal;
import org.gradle.internal.logging.services.DefaultLoggingManagerFactory;
import org.gradle.internal.logging.services.LoggingServiceRegistry;
import org.gradle.internal.nativeintegration.services.NativeServices;
import org.gradle.internal.service.ServiceRegistry;
import org.gradle.launcher.exec.BuildActionResult;
import org.gradle.launcher.exec.BuildExecutor;
import org.gradle.launcher.exec.DefaultBuildActionParameters;
import org.gradle.tooling.internal.provider.action.ExecuteBuildAction;

/**
 * A process in which Gradle's own code builds a project, as its daemon does. Gradle's distribution
 * is not in any package registry; the jar that plugins are compiled against has the code. So this
 * is put together by hand, and is no proof that a distribution does the same.
 *
 * <p>Its arguments are the project's directory, Gradle's home, and then steps: {@code build:TASK}
 * runs a task with the configuration cache, {@code move:FROM:TO} moves a file of the project.
 */
final class GradleProcess {
  private final File project;
  private final File home;
  private final BuildExecutor executor;

  private GradleProcess(File project, File home) {
    this.project = project;
    this.home = home;
    NativeServices.initializeOnDaemon(home, NativeServices.NativeServicesMode.ENABLED);
    ServiceRegistry logging = LoggingServiceRegistry.newEmbeddableLogging();
    LoggingManagerInternal manager = logging.get(DefaultLoggingManagerFactory.class).create();
    manager.setLevelInternal(LogLevel.LIFECYCLE);
    manager.attachSystemOutAndErr();
    manager.start();
    @SuppressWarnings("resource") // It lives as long as this process.
    BuildProcessState state =
        new BuildProcessState(
            true, AgentStatus.disabled(), ClassPath.EMPTY, logging, NativeServices.getInstance());
    executor = state.getServices().get(BuildExecutor.class);
  }

  public static void main(String[] arguments) throws IOException {
    Path directory = Path.of(arguments[0]);
    GradleProcess gradle = new GradleProcess(directory.toFile(), new File(arguments[1]));
    for (String step : List.of(arguments).subList(2, arguments.length)) {
      String[] parts = step.split(":");
      if (parts[0].equals("build")) {
        gradle.build(parts[1]);
      } else {
        Files.move(
            directory.resolve(parts[1]),
            directory.resolve(parts[2]),
            StandardCopyOption.REPLACE_EXISTING);
      }
    }
    System.out.flush();
    // Gradle keeps threads for the next build.
    Runtime.getRuntime().halt(0);
  }

  private void build(String task) {
    StartParameterInternal parameters = new StartParameterInternal();
    parameters.setProjectDir(project);
    parameters.setCurrentDir(project);
    parameters.setGradleUserHomeDir(home);
    parameters.setConfigurationCache(Option.Value.value(true));
    parameters.setTaskNames(List.of(task));
    BuildActionResult result =
        executor.execute(
            new ExecuteBuildAction(parameters),
            new DefaultBuildActionParameters(
                System.getProperties(),
                System.getenv(),
                project,
                LogLevel.LIFECYCLE,
                false,
                ClassPath.EMPTY),
            new DefaultBuildRequestContext(
                new DefaultBuildRequestMetaData(System.currentTimeMillis()),
                new DefaultBuildCancellationToken(),
                new NoOpBuildEventConsumer()));
    System.out.println("ENDED " + task + (result.hasFailure() ? " with failure" : " well"));
  }
}
