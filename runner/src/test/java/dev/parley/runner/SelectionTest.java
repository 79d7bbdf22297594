package dev.parley.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.fork.Target;
import java.util.List;
import org.junit.jupiter.api.Test;

class SelectionTest {
  private static final Target SMALL =
      new Target("paxos", "demo.Paxos", "paxos(2,3)", List.of("quick"));
  private static final Target LARGE =
      new Target("paxos", "demo.Paxos", "paxos(3,5)", List.of("nightly"));
  private static final Target COMMIT =
      new Target("two-phase-commit", "demo.Commit", "three", List.of("quick", "nightly"));
  private static final List<Target> ALL = List.of(SMALL, LARGE, COMMIT);

  @Test
  void nothingSaidSelectsEverything() {
    assertThat(select(null, null, null, null)).isEqualTo(ALL);
    assertThat(select("", " ", ",", null)).isEqualTo(ALL);
  }

  @Test
  void protocolsAreSelectedByNameClassAndSimpleClass() {
    assertThat(select("paxos", null, null, null)).containsExactly(SMALL, LARGE);
    assertThat(select("demo.Commit", null, null, null)).containsExactly(COMMIT);
    assertThat(select("Commit", null, null, null)).containsExactly(COMMIT);
    assertThat(select("two-*,none", null, null, null)).containsExactly(COMMIT);
    assertThat(select("pax?s", null, null, null)).containsExactly(SMALL, LARGE);
    assertThat(select("axo", null, null, null)).isEmpty();
  }

  @Test
  void aDotInAPatternIsADot() {
    assertThat(select("demo?Paxos", null, null, null)).containsExactly(SMALL, LARGE);
    assertThat(select("pax.s", null, null, null)).isEmpty();
  }

  @Test
  void commasWithinParenthesesBelongToTheInstancesName() {
    assertThat(select(null, "paxos(2,3)", null, null)).containsExactly(SMALL);
    assertThat(select(null, "paxos(2,3), three", null, null)).containsExactly(SMALL, COMMIT);
    assertThat(select(null, "paxos(*", null, null)).containsExactly(SMALL, LARGE);
  }

  @Test
  void tagsSelectAndExcludedTagsWin() {
    assertThat(select(null, null, "quick", null)).containsExactly(SMALL, COMMIT);
    assertThat(select(null, null, "quick", "nightly")).containsExactly(SMALL);
    assertThat(select(null, null, null, "nightly, quick")).isEmpty();
  }

  private static List<Target> select(
      String protocols, String instances, String tags, String excludedTags) {
    return Selection.of(protocols, instances, tags, excludedTags).of(ALL);
  }
}
