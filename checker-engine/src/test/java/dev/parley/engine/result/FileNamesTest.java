package dev.parley.engine.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FileNamesTest {
  @Test
  void ordinaryNamesStayAsTheyAre() {
    assertThat(FileNames.of("paxos", "p2a3l1")).isEqualTo("paxos-p2a3l1");
    assertThat(FileNames.of("faulty-paxos", "acceptsEverything_2"))
        .isEqualTo("faulty-paxos-acceptsEverything_2");
  }

  @Test
  void parametersStayReadableAndApartFromDots() {
    assertThat(FileNames.of("paxos", "paxos(2,3,2)")).isEqualTo("paxos-paxos.2.3.2");
    assertThat(FileNames.of("paxos", "paxos.2.3.2")).startsWith("paxos-paxos.2.3.2~");
    assertThat(FileNames.of("p", "x(23)")).isNotEqualTo(FileNames.of("p", "x(2,3)"));
    assertThat(FileNames.of("p", "x(-1)")).contains("~");
  }

  @Test
  void aNameNeverLeavesItsFolderNorNeedsQuoting() {
    for (String hostile :
        List.of("../../etc/passwd", "..", ".", "a\\b", "a:b", "<script>", "a b", "é\n\0", "")) {
      assertThat(FileNames.of(hostile, hostile)).matches("[A-Za-z0-9_-][A-Za-z0-9._~-]*");
      assertThat(FileNames.of(hostile, "x")).matches("[A-Za-z0-9_-][A-Za-z0-9._~-]*");
    }
  }

  @Test
  void mendedNamesThatLookAlikeStayApart() {
    assertThat(FileNames.of("a/b", "x"))
        .isNotEqualTo(FileNames.of("a:b", "x"))
        .isNotEqualTo(FileNames.of("a_b", "x"));
  }

  @Test
  void theBorderBetweenProtocolAndInstanceIsNotLost() {
    assertThat(FileNames.of("a-b", "c")).isNotEqualTo(FileNames.of("a", "b-c"));
    assertThat(FileNames.of("a", "-b")).isNotEqualTo(FileNames.of("a-", "b"));
    assertThat(FileNames.of("", "a-b")).isNotEqualTo(FileNames.of("-a", "b"));
  }

  @Test
  void longNamesAreCutAndStayApart() {
    String one = FileNames.of("p", "x".repeat(400) + "1");
    String two = FileNames.of("p", "x".repeat(400) + "2");

    assertThat(one).hasSizeLessThan(140).isNotEqualTo(two);
  }
}
