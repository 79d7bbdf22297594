package dev.parley.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValueDiffTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[a, b] | [a, b, c] | [a, b, +c+]",
        "[] | [a] | [+a+]",
        "[a] | [] | [-a-]",
        "{x=1, y=2} | {x=1, y=3} | {x=1, y=-2-+3+}",
        "[Entry[term=1, value=a]] | [Entry[term=2, value=a]] | [Entry[term=-1-+2+, value=a]]",
        "{p=[a, b], q=[]} | {p=[a, b, c], q=[]} | {p=[a, b, +c+], q=[]}",
        "[\"a, b\", c] | [\"a, b\", d] | [\"a, b\", -c-, +d+]",
        "1 | 2 | -1-+2+",
        "null | [a] | -null-+[a]+",
        "[a] | {a} | -[a]-+{a}+",
        "[a, b] | [c, d] | -[a, b]-+[c, d]+",
        "Leader1 | Leader2 | -Leader1-+Leader2+",
      })
  void onlyWhatIsDifferentIsMarked(String before, String after, String marked) {
    assertThat(marked(ValueDiff.of(before, after))).isEqualTo(marked);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[a, b] | [a, b, c] | false",
        "{p=[a, b], q=[]} | {p=[a, b, c], q=[]} | false",
        "[a] | [b] | false",
        "Tag[number=0, writer=0] | Tag[number=1, writer=1] | true",
        "{x=1, y=2} | {x=1, y=3} | true",
      })
  void itIsToldWhetherPartsOfElementsAreDifferent(String before, String after, boolean within) {
    assertThat(ValueDiff.isWithinElements(ValueDiff.of(before, after))).isEqualTo(within);
  }

  @Test
  void longRunsOfTheSameAreSkipped() {
    String before = numbers(100);
    String after = before.replace("]", ", new]");

    List<ValueDiff.Part> parts = ValueDiff.of(before, after);

    assertThat(marked(parts)).isEqualTo("[… 99 more …, 100, +new+]");
  }

  @Test
  void whatIsTooLongToCompareIsShownAsAWhole() {
    assertThat(ValueDiff.of(numbers(500), numbers(501))).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"[a | [b", "[a]] | [b]]", "[\"a] | [\"b]", "[,] | [, ,]", "[ | ]", "[}{] | [{}]"})
  void aTextThatIsNoValueBreaksNothing(String before, String after) {
    assertThat(ValueDiff.of(before, after)).isNotEmpty();
    assertThat(text(ValueDiff.of(before, after), "gone")).isEqualTo(before);
    assertThat(text(ValueDiff.of(before, after), "new")).isEqualTo(after);
  }

  /** What is left of the pieces if those of one kind are taken as they were. */
  private static String text(List<ValueDiff.Part> parts, String kind) {
    return parts.stream()
        .filter(part -> part.kind().equals(kind) || part.kind().equals("same"))
        .map(ValueDiff.Part::text)
        .collect(Collectors.joining());
  }

  private static String numbers(int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(Integer::toString)
        .collect(Collectors.joining(", ", "[", "]"));
  }

  private static String marked(List<ValueDiff.Part> parts) {
    return parts.stream()
        .map(
            part ->
                switch (part.kind()) {
                  case "gone" -> "-" + part.text() + "-";
                  case "new" -> "+" + part.text() + "+";
                  default -> part.text();
                })
        .collect(Collectors.joining());
  }
}
