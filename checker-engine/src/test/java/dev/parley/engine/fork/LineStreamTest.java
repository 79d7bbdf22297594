package dev.parley.engine.fork;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LineStreamTest {
  private final List<String> lines = new ArrayList<>();
  private final LineStream stream = new LineStream(lines::add);
  private final PrintStream out = stream.asPrintStream();

  @Test
  void printedTextArrivesLineByLine() {
    out.print("first\r\nsec");
    out.print("ond \u00e4\u4e16\n");
    out.println();
    assertThat(lines).containsExactly("first", "second \u00e4\u4e16", "");
  }

  @Test
  void anUnfinishedLineArrivesWhenTheInstanceEnds() {
    out.print("no end");
    assertThat(lines).isEmpty();
    stream.restart();
    assertThat(lines).containsExactly("no end");
  }

  @Test
  void aFloodIsCutAndSaidToBe() {
    for (int i = 0; i < 3 * LineStream.MOST_LINES; i++) {
      out.println(i);
    }
    assertThat(lines).hasSize(LineStream.MOST_LINES + 1);
    assertThat(lines).last().asString().contains("not shown");
    stream.restart();
    out.println("next instance");
    assertThat(lines).last().isEqualTo("next instance");
  }

  @Test
  void anEndlessLineIsBroken() {
    out.print("x".repeat(20_000));
    assertThat(lines).isNotEmpty().allMatch(line -> line.length() <= 8_192);
  }
}
