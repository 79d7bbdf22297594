package dev.parley.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.parley.engine.options.ExplorationOptions.Order;
import dev.parley.engine.options.SearchMode;
import dev.parley.runner.CompareOptions;
import org.apache.maven.api.plugin.testing.InjectMojo;
import org.apache.maven.api.plugin.testing.MojoParameter;
import org.apache.maven.api.plugin.testing.MojoTest;
import org.apache.maven.plugin.MojoExecutionException;
import org.junit.jupiter.api.Test;

@MojoTest
class CompareMojoTest {
  private static final String PLAIN = "src/test/projects/plain/pom.xml";
  private static final String CONFIGURED = "src/test/projects/configured/pom.xml";

  @Test
  @InjectMojo(goal = "compare", pom = PLAIN)
  void withoutConfigurationAllModesAreComparedDepthFirstInThreeRounds(CompareMojo mojo)
      throws Exception {
    assertThat(mojo.options().modes()).isEqualTo(SearchMode.ALL);
    assertThat(mojo.options().rounds()).isEqualTo(3);
    assertThat(mojo.options().run().selection().selectsAll()).isTrue();
  }

  @Test
  @InjectMojo(goal = "compare", pom = CONFIGURED)
  @MojoParameter(name = "order", value = "breadth-first")
  void everyElementOfTheConfigurationReachesTheOptions(CompareMojo mojo) throws Exception {
    CompareOptions options = mojo.options();
    assertThat(options.modes())
        .extracting(SearchMode::name, mode -> mode.options().exploration().order())
        .containsExactly(
            tuple("dbss", Order.BREADTH_FIRST), tuple("stateful", Order.BREADTH_FIRST));
    assertThat(options.modes()).allMatch(mode -> mode.options().store().deliveryRecord());
    assertThat(options.modes()).noneMatch(mode -> mode.options().scrutiny().runTwice());
    assertThat(options.rounds()).isEqualTo(5);
    assertThat(options.run().selection().protocols()).containsExactly("paxos", "*-commit");
    assertThat(options.run().heap()).contains("8g");
  }

  @Test
  @InjectMojo(goal = "compare", pom = PLAIN)
  @MojoParameter(name = "modes", value = "stateful,sleep-sets")
  void anUnknownModeIsRefusedWithTheKnownOnes(CompareMojo mojo) {
    assertThatThrownBy(mojo::options)
        .isInstanceOf(MojoExecutionException.class)
        .hasMessage(
            "The configuration is not valid: there is no search mode 'sleep-sets'; choose among"
                + " stateless, stateful, dbss-without-push, dbss, por,"
                + " dbss-por, reduced, rounds, simulate");
  }

  @Test
  @InjectMojo(goal = "compare", pom = PLAIN)
  @MojoParameter(name = "skip", value = "true")
  void skippingSaysSoAndDoesNothing(CompareMojo mojo) throws Exception {
    assertThat(RecordingLog.of(mojo)).containsExactly("[info] Parley is skipped (parley.skip).");
  }
}
