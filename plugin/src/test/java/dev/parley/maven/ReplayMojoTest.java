package dev.parley.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.OptionalInt;
import org.apache.maven.api.plugin.testing.InjectMojo;
import org.apache.maven.api.plugin.testing.MojoParameter;
import org.apache.maven.api.plugin.testing.MojoTest;
import org.apache.maven.plugin.MojoExecutionException;
import org.junit.jupiter.api.Test;

@MojoTest
class ReplayMojoTest {
  private static final String CONFIGURED = "src/test/projects/configured/pom.xml";

  @Test
  @InjectMojo(goal = "replay", pom = CONFIGURED)
  void withoutDebugNothingIsWaitedFor(ReplayMojo mojo) throws Exception {
    assertThat(mojo.trace).isEqualTo("traces/a.json");
    assertThat(mojo.options().debugPort()).isEqualTo(OptionalInt.empty());
  }

  @Test
  @InjectMojo(goal = "replay", pom = CONFIGURED)
  @MojoParameter(name = "debug", value = "true")
  void debugWithoutAPortUsesTheUsualOne(ReplayMojo mojo) throws Exception {
    assertThat(mojo.options().debugPort()).isEqualTo(OptionalInt.of(5005));
  }

  @Test
  @InjectMojo(goal = "replay", pom = CONFIGURED)
  @MojoParameter(name = "debug", value = "8000")
  void debugTakesAPort(ReplayMojo mojo) throws Exception {
    assertThat(mojo.options().debugPort()).isEqualTo(OptionalInt.of(8000));
  }

  @Test
  @InjectMojo(goal = "replay", pom = CONFIGURED)
  @MojoParameter(name = "debug", value = "99999")
  void somethingElseThanAPortIsRefused(ReplayMojo mojo) {
    assertThatThrownBy(mojo::options)
        .isInstanceOf(MojoExecutionException.class)
        .hasMessage(
            "The configuration is not valid: parley.debug must be a port or true, not '99999'");
  }

  @Test
  @InjectMojo(goal = "replay", pom = CONFIGURED)
  void aTraceFileThatIsNotThereIsReportedWithTheRemedy(ReplayMojo mojo) {
    assertThatThrownBy(mojo::execute)
        .isInstanceOf(MojoExecutionException.class)
        .hasMessageContaining("There is no trace file")
        .hasMessageContaining(Path.of("traces", "a.json").toString());
  }
}
