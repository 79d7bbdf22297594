package dev.parley.engine.fork;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Verdict;
import dev.parley.engine.Checker;
import dev.parley.engine.fork.fixture.Chatty;
import dev.parley.engine.internal.lint.Loggers;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.options.PurePatterns;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ProgressListener;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class LoggersTest {
  @Test
  void loggersDoNothingWhereverTheyAreCalledAndAreListed() throws Exception {
    PrintStream before = System.err;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setErr(new PrintStream(printed, true));
    InstanceResult result;
    try {
      result = check("one", SearchOptions.DEFAULT);
    } finally {
      System.setErr(before);
    }
    assertThat(result.verdict()).as("%s", result.error()).isEqualTo(Verdict.VERIFIED);
    assertThat(result.figures().states()).isEqualTo(3);
    assertThat(printed.toString()).doesNotContain("said", "asked", "judged", "inside");
    assertThat(result.basis().silencedCalls())
        .contains(
            "java.lang.System$Logger.log",
            "java.util.logging.Logger.log",
            "java.util.logging.Logger.severe",
            "org.slf4j.Logger.error",
            "org.slf4j.LoggerFactory.getLogger",
            "org.slf4j.MDC.put")
        .isSorted();
    assertThat(result.warnings()).noneMatch(w -> w.contains("ogger"));
  }

  @Test
  void whatALoggerIsGivenIsStillWorkedOutAndMustBePure() throws Exception {
    InstanceResult result = check("clocked", SearchOptions.DEFAULT);
    assertThat(result.verdict()).isEqualTo(Verdict.ERROR);
    assertThat(result.error().orElseThrow().message()).contains("System.nanoTime()");
  }

  @Test
  void theConfigurationMayVouchForAClassAMethodOrAPackage() throws Exception {
    for (String pattern :
        List.of(
            "java.lang.System.nanoTime",
            Chatty.class.getName() + "$Clocked",
            Chatty.class.getName() + "$Clocked.speak",
            "dev.parley.engine.fork.**")) {
      InstanceResult result = check("clocked", assuming(pattern));
      assertThat(result.verdict()).as(pattern).isEqualTo(Verdict.VERIFIED);
      assertThat(result.warnings())
          .anyMatch(w -> w.endsWith("the configuration says so (assumePure: " + pattern + ")"));
    }
    for (String other :
        List.of("java.lang.*", "dev.parley.engine.*", Chatty.class.getName() + "$Clocke", "x.**")) {
      assertThat(check("clocked", assuming(other)).verdict()).as(other).isEqualTo(Verdict.ERROR);
    }
  }

  private static SearchOptions assuming(String pattern) {
    return SearchOptions.DEFAULT.withAssumePure(new PurePatterns(List.of(pattern)));
  }

  @Test
  void onlyCallsOfWhichNothingCanBeToldAfterwardsAreSilent() {
    String jul = "java/util/logging/Logger";
    assertThat(Loggers.isSilent(jul, "info", "(Ljava/lang/String;)V")).isTrue();
    assertThat(Loggers.isSilent(jul, "isLoggable", "(Ljava/util/logging/Level;)Z")).isTrue();
    assertThat(Loggers.isSilent(jul, "getParent", "()Ljava/util/logging/Logger;")).isTrue();
    assertThat(Loggers.isSilent(jul, "getName", "()Ljava/lang/String;")).isFalse();
    assertThat(Loggers.isSilent(jul, "getUseParentHandlers", "()Z")).isFalse();
    assertThat(Loggers.isSilent(jul, "<init>", "()V")).isFalse();
    assertThat(Loggers.isSilent("java/util/logging/Level", "intValue", "()I")).isFalse();
    assertThat(Loggers.isSilent("org/slf4j/MDC", "get", "(Ljava/lang/String;)Ljava/lang/String;"))
        .isFalse();
    assertThat(Loggers.isSilent("java/lang/System", "exit", "(I)V")).isFalse();
    assertThat(Loggers.isSilent("com/acme/Logger", "info", "(Ljava/lang/String;)V")).isFalse();
  }

  private static InstanceResult check(String instance, SearchOptions options) throws Exception {
    List<String> classPath =
        List.of(ForkFixtures.origin(Chatty.class), ForkFixtures.origin(LoggerFactory.class));
    try (ProtocolClassLoader loader = new ProtocolClassLoader(classPath)) {
      return Checker.check(
          ModelLoader.load(loader.loadClass(Chatty.class.getName()), instance),
          options,
          ProgressListener.NONE);
    }
  }
}
