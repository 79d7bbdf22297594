package dev.parley.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LineTest {
  private static final Style.Painter TAGS =
      (style, text) -> "<" + style.name().charAt(0) + ">" + text + "</>";

  @Test
  void onlyThePaintersOwnControlCharactersReachTheConsole() {
    List<String> shown = new ArrayList<>();
    Console console =
        Console.of(shown::add, shown::add, shown::add, (style, text) -> "\u001b[1m" + text);
    console.info(Line.of("a\u001b[2Jb\n").and(Style.BAD, "c\u001b[31m\r"));
    console.warn("x\ny");
    assertThat(shown).containsExactly("a\\u001b[2Jb\\n\u001b[1mc\\u001b[31m\\r", "x\\ny");
  }

  @Test
  void whereNothingIsPaintedTheLineIsItsText() {
    Line line = Line.of("a ").and(Style.GOOD, "b").and(" c");
    assertThat(line.painted(Style.Painter.NONE)).isEqualTo(line.text()).isEqualTo("a b c");
    assertThat(line.painted(TAGS)).isEqualTo("a <G>b</> c");
  }

  @Test
  void aTablesColumnsStayUnderEachOtherWhateverStandsOut() {
    List<List<String>> rows =
        List.of(List.of("name", "count", ""), List.of("x", "1,000", "ok"), List.of("y", "2", ""));
    List<Line> lines =
        TextTable.lines(rows, Set.of(0, 2), (row, column) -> column == 1 ? Style.BAD : Style.PLAIN);
    assertThat(lines.stream().map(Line::text))
        .containsExactly("name  count", "---------------", "x     1,000  ok", "y         2")
        .isEqualTo(TextTable.lines(rows, Set.of(0, 2)));
    assertThat(lines.get(3).painted(TAGS)).isEqualTo("y         <B>2</>");
  }

  @Test
  void verdictsAndStepsStandOut() {
    assertThat(ConsoleSummary.styled(List.of(Results.verified())).get(2).painted(TAGS))
        .contains("<G>verified</>")
        .endsWith("<G>ok</>");
    List<String> finding =
        FindingText.styled(Results.violated(), Optional.empty()).stream()
            .map(line -> line.painted(TAGS))
            .toList();
    assertThat(finding.get(0)).startsWith("<B>").endsWith("</>");
    assertThat(finding).anyMatch(line -> line.matches(" {4}1\\. <S>.*</> \\(.*\\)"));
    assertThat(FindingText.styled(Results.violated(), Optional.empty()).stream().map(Line::text))
        .isEqualTo(FindingText.lines(Results.violated(), Optional.empty()));
  }
}
