package dev.parley.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.maven.execution.DefaultMavenExecutionRequest;
import org.apache.maven.execution.DefaultMavenExecutionResult;
import org.apache.maven.execution.MavenSession;
import org.junit.jupiter.api.Test;

class TerminalTest {
  private final DefaultMavenExecutionRequest request = new DefaultMavenExecutionRequest();

  @Test
  void aPersonAtATerminalSeesColours() {
    assertThat(terminal(Map.of(), true).isColoured()).isTrue();
    assertThat(terminal(Map.of(), true).isWatched()).isTrue();
  }

  @Test
  void pipesBatchModeAndThoseWhoWantNoneGetNone() {
    assertThat(terminal(Map.of(), false).isColoured()).isFalse();
    assertThat(terminal(Map.of("NO_COLOR", "1"), true).isColoured()).isFalse();
    request.setInteractiveMode(false);
    assertThat(terminal(Map.of(), true).isColoured()).isFalse();
    assertThat(terminal(Map.of(), true).isWatched()).isFalse();
  }

  @Test
  void whatIsSaidOnTheCommandLineWinsAndMavenHasTheLastWord() {
    request.getUserProperties().setProperty("style.color", "always");
    assertThat(terminal(Map.of("NO_COLOR", "1"), false).isColoured()).isTrue();
    assertThat(new Terminal(session(), Map.of(), true, false).isColoured()).isFalse();
    request.getUserProperties().setProperty("style.color", "never");
    assertThat(terminal(Map.of(), true).isColoured()).isFalse();
  }

  @Test
  void anEmptyNoColorAsksForNothing() {
    assertThat(terminal(Map.of("NO_COLOR", ""), true).isColoured()).isTrue();
  }

  @Test
  void theShellsWidthIsTakenIfItIsOne() {
    assertThat(terminal(Map.of("COLUMNS", "132"), true).columns()).isEqualTo(132);
    for (String odd : new String[] {"wide", "0", "-80", "7", "99999999999"}) {
      assertThat(terminal(Map.of("COLUMNS", odd), true).columns()).isBetween(20, 9_999);
    }
  }

  private Terminal terminal(Map<String, String> variables, boolean attached) {
    return new Terminal(session(), variables, attached, true);
  }

  @SuppressWarnings("deprecation")
  private MavenSession session() {
    return new MavenSession(null, null, request, new DefaultMavenExecutionResult());
  }
}
