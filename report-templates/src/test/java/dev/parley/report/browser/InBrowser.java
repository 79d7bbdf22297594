package dev.parley.report.browser;

import dev.parley.report.StormyReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives tests the browser and the reports; both are made once for all test classes. */
final class InBrowser implements ParameterResolver {
  /**
   * What is made once.
   *
   * @param chromium the browser
   * @param report the report of real runs
   * @param many the report of many instances
   * @param stormy the page of a counterexample with faults and with steps aside
   */
  record Stage(Chromium chromium, Path report, Path many, Path stormy) implements AutoCloseable {
    static Stage set() {
      try {
        return new Stage(
            new Chromium(), RealReport.write(), RealReport.writeMany(), StormyReport.write());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() throws IOException {
      chromium.close();
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Stage.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(ExtensionContext.Namespace.create(InBrowser.class))
        .computeIfAbsent(Stage.class, type -> Stage.set(), Stage.class);
  }
}
