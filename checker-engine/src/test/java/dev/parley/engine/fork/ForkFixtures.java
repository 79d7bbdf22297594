package dev.parley.engine.fork;

import dev.parley.engine.fork.fixture.Greeting;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.options.SearchOptions;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Starts real processes on the fixture protocols of the tests' own class path. */
final class ForkFixtures {
  static final EngineLaunch.Patience PATIENCE =
      new EngineLaunch.Patience(
          Duration.ofSeconds(60), Optional.of(Duration.ofSeconds(60)), Duration.ofSeconds(60));

  private ForkFixtures() {}

  static EngineLaunch launch(EngineLaunch.Patience patience, String... jvmArguments) {
    return new EngineLaunch(
        java(),
        Path.of("target"),
        Optional.of("64m"),
        List.of(jvmArguments),
        OptionalInt.empty(),
        patience);
  }

  static Path java() {
    return Path.of(System.getProperty("java.home"), "bin", "java");
  }

  static Target target(Class<?> protocol, String instance) {
    return new Target(protocol.getSimpleName(), protocol.getName(), instance, List.of());
  }

  static CheckRequest request(Target... targets) {
    return request(Budget.UNBOUNDED, targets);
  }

  static CheckRequest request(Budget overriding, Target... targets) {
    return new CheckRequest(
        Arrays.asList(targets),
        List.of(origin(Greeting.class)),
        Budget.UNBOUNDED,
        overriding,
        SearchOptions.DEFAULT,
        Duration.ofMillis(1));
  }

  static CompareRequest comparison(Budget overriding, Target... targets) {
    CheckRequest same = request(overriding, targets);
    return new CompareRequest(
        same.targets(),
        same.classPath(),
        same.defaultBudget(),
        same.overridingBudget(),
        List.of(SearchMode.STATEFUL, SearchMode.DBSS),
        2,
        same.progressInterval());
  }

  static String origin(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
