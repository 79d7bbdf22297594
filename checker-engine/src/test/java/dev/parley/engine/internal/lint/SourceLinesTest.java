package dev.parley.engine.internal.lint;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import org.junit.jupiter.api.Test;

class SourceLinesTest {
  private final SourceLines lines = new SourceLines();

  private static final class Sample {
    static int here() {
      return new Throwable().getStackTrace()[0].getLineNumber();
    }

    static int here(int ignored) {
      return new Throwable().getStackTrace()[0].getLineNumber();
    }
  }

  private interface Bodiless {
    void nothing();
  }

  @Test
  void tellsTheFirstLineOfAMethod() throws Exception {
    assertThat(lines.of(Sample.class.getDeclaredMethod("here")))
        .contains("SourceLinesTest.java:" + Sample.here());
  }

  @Test
  void tellsOverloadsApart() throws Exception {
    Method overload = Sample.class.getDeclaredMethod("here", int.class);
    assertThat(lines.of(overload)).contains("SourceLinesTest.java:" + Sample.here(0));
    assertThat(Sample.here()).isNotEqualTo(Sample.here(0));
  }

  @Test
  void methodWithoutCodeHasNoLine() throws Exception {
    assertThat(lines.of(Bodiless.class.getDeclaredMethod("nothing"))).isEmpty();
  }
}
