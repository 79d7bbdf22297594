package dev.parley.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Names and values as they stand in source code, command lines and embedded data. */
class TextFormsTest {
  @Test
  void aJavaLiteralHoldsAnyText() {
    assertThat(JavaText.literal("plain")).isEqualTo("\"plain\"");
    assertThat(JavaText.literal("a\"b\\c\n\r\té")).isEqualTo("\"a\\\"b\\\\c\\n\\015\\t\\u00e9\"");
  }

  @Test
  void aCommentCannotBeEndedOrEscapedFromWithin() {
    assertThat(JavaText.comment("a */ b \\u000a\nc")).isEqualTo("a * / b ?u000a?c");
  }

  @Test
  void namesAreMadeOfLettersAndDigits() {
    assertThat(JavaText.name("lease-clients.2", true)).isEqualTo("LeaseClients2");
    assertThat(JavaText.name("oneWinner", false)).isEqualTo("oneWinner");
    assertThat(JavaText.name("2pc-small", true)).isEqualTo("Of2pcSmall");
    assertThat(JavaText.name("—", false)).isEqualTo("of");
  }

  @Test
  void aWordOfACommandLineIsQuotedWhereShellsWouldSplitIt() {
    assertThat(ShellText.word("paxos-2.x")).isEqualTo("paxos-2.x");
    assertThat(ShellText.word("clients(2)")).isEqualTo("\"clients(2)\"");
    assertThat(ShellText.word("50%")).isEqualTo("'50%'");
    assertThat(ShellText.word("a$b `c` \\")).isEqualTo("'a$b `c` \\'");
    assertThat(ShellText.word("it's")).isEqualTo("\"it's\"");
    assertThat(ShellText.word("it's \"so\"")).isEqualTo("'it'\\''s \"so\"'");
  }

  @Test
  void embeddedStepsCarryTheirChangesOnly() {
    String json =
        ScriptJson.of(
            new TraceBuilder()
                .node("a", "A", "big", "unchanged", "count", "0")
                .node("b", "B")
                .step("a", "A.go")
                .set("count", "1")
                .done()
                .step("b", "B.go")
                .done()
                .build());

    assertThat(json)
        .isEqualTo(
            "{\"nodes\":[{\"node\":\"a\",\"fields\":[[\"big\",\"unchanged\",false],"
                + "[\"count\",\"0\",false]]},{\"node\":\"b\",\"fields\":[]}],"
                + "\"steps\":[[0,[[1,\"1\"]]],[1,[]]]}");
  }
}
