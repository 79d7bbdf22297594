package dev.parley.engine.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Verdict;
import dev.parley.engine.model.Model;
import dev.parley.engine.options.Budget;
import java.util.List;
import java.util.Optional;
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

  @Test
  void namesOfOneRunDifferEvenWhereCaseIsIgnored() {
    List<Model.Description> all =
        List.of(named("p", "x"), named("P", "x"), named("p", "y"), named("p", "x"));
    FileNames.Run names = FileNames.of(all);

    assertThat(names.of(all.get(0))).startsWith("p-x~").isEqualTo(names.of(all.get(3)));
    assertThat(names.of(all.get(1))).startsWith("P-x~");
    assertThat(names.of(all.get(2))).isEqualTo("p-y");
    assertThat(names.of(all.get(0))).isNotEqualToIgnoringCase(names.of(all.get(1)));
  }

  private static Model.Description named(String protocol, String instance) {
    return new Model.Description(
        protocol,
        "example.P",
        "",
        instance,
        List.of(),
        Verdict.VERIFIED,
        Optional.empty(),
        Budget.UNBOUNDED);
  }
}
