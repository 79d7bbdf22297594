package dev.parley.report.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.RunReport;
import dev.parley.report.HtmlReport;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.opentest4j.AssertionFailedError;

/** The tests that a report writes are compiled and run, as a user would. */
class ReproducingTestRunsTest {
  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "dev.parley.report.browser.Lease | clients(2) | LeaseClients2Test | exclusiveIsViolated",
        "dev.parley.report.browser.Ballot | forgetful(2,3) | BallotForgetful23Test"
            + " | oneWinnerIsViolated",
        "dev.parley.report.browser.Relay | round(5,500) | RelayRound5500Test | stopsIsViolated",
        "dev.parley.report.browser.Odd | loud | OddLoudTest | theLastStepFails",
        "dev.parley.report.browser.Odd | deaf | OddDeafTest | theMistakeShows"
      })
  void itCompilesAndReproducesTheFinding(
      String protocol, String instance, String className, String method) throws Exception {
    InstanceResult result = RealReport.check(Class.forName(protocol), instance);

    Method test = compiled(write(result).resolve(className + ".java"), className, method);

    assertThatCode(() -> run(test)).doesNotThrowAnyException();
  }

  @Test
  void itFailsOnceTheStepsAreNotPossibleAnyMore() throws Exception {
    InstanceResult result = RealReport.check(Lease.class, "clients(2)");
    Path source = write(result).resolve("LeaseClients2Test.java");
    Files.writeString(source, Files.readString(source).replace("Server.expire", "Server.renew"));

    Method test = compiled(source, "LeaseClients2Test", "exclusiveIsViolated");

    assertThatThrownBy(() -> run(test))
        .isInstanceOf(AssertionFailedError.class)
        .hasMessageContaining("step 5 (Server1 Server.renew) is not possible any more");
  }

  @Test
  void itNamesEveryStepWithItsPlaceInTheSource() throws IOException {
    InstanceResult result = RealReport.check(Lease.class, "clients(2)");

    String source = Files.readString(write(result).resolve("LeaseClients2Test.java"));

    assertThat(source)
        .startsWith("package dev.parley.report.browser;\n")
        .contains("Scenario.of(\"dev.parley.report.browser.Lease\", \"clients(2)\")")
        .containsPattern("// 1\\. Lease\\.java:\\d+\n    scenario\\.step\\(\"Client1\"")
        .contains("step(\"Server1\", \"Server.acquire\").takes(\"Client1\", \"Acquire[]\");");
  }

  private Path write(InstanceResult result) throws IOException {
    HtmlReport.write(new RunReport("t", "0", "17", "now", List.of(result)), directory);
    return directory.resolve("reproduce");
  }

  private Method compiled(Path source, String className, String method) throws Exception {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter complaints = new StringWriter();
    Path classes = Files.createDirectories(directory.resolve("classes"));
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      boolean done =
          compiler
              .getTask(
                  complaints,
                  files,
                  null,
                  List.of("-Xlint:all", "-Werror", "-proc:none", "-d", classes.toString()),
                  null,
                  files.getJavaFileObjects(source))
              .call();
      assertThat(done).as(complaints.toString()).isTrue();
    }
    URL[] path = {classes.toUri().toURL()};
    Class<?> test =
        new URLClassLoader(path, getClass().getClassLoader())
            .loadClass("dev.parley.report.browser." + className);
    Method found = test.getDeclaredMethod(method);
    assertThat(Arrays.asList(found.getAnnotations()))
        .anyMatch(annotation -> annotation.annotationType() == Test.class);
    found.setAccessible(true);
    return found;
  }

  private static void run(Method test) throws Throwable {
    var constructor = test.getDeclaringClass().getDeclaredConstructor();
    constructor.setAccessible(true);
    try {
      test.invoke(constructor.newInstance());
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
