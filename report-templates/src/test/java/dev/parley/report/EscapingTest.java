package dev.parley.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names and values come from the checked program and must stay text, whatever they contain. */
class EscapingTest {
  @TempDir Path directory;

  @Test
  void hostileNamesStayTextInTheIndex() throws IOException {
    Document index = Jsoup.parse(HtmlReport.write(Fixtures.report(Fixtures.hostile()), directory));

    assertThat(index.select("script")).hasSize(2);
    assertThat(index.select("img, [onerror]")).isEmpty();
    assertThat(index.select("#table .protocol").first().text().replaceAll(" /$", ""))
        .isEqualTo("<script>alert('x')</script>");
  }

  @Test
  void hostileNamesAndValuesStayTextInAnInstancePage() throws IOException {
    Document page = hostilePage();

    assertThat(page.select("script")).hasSize(4);
    assertThat(page.select("img, [onerror]")).isEmpty();
    assertThat(page.select("h1").text()).isEqualTo("\"><img src=x onerror=alert(1)>");
    assertThat(page.select("#step-1 .what b").text()).isEqualTo("<script>alert('x')</script>");
  }

  @Test
  void embeddedDataCannotEndItsElement() throws IOException {
    Element data = hostilePage().getElementById("trace-data");

    assertThat(data.data())
        .doesNotContain("<")
        .doesNotContain(">")
        .contains("\\u003c/script\\u003e\\u003c!--\\u003cscript\\u003e")
        .endsWith("]}");
  }

  @Test
  void stringsOfTheEmbeddedDataAreJson() {
    assertThat(ScriptJson.string("a\"b\\c\n\t\u2028é"))
        .isEqualTo("\"a\\\"b\\\\c\\u000a\\u0009\\u2028é\"");
    assertThat(ScriptJson.string("😀\ud800")).isEqualTo("\"\\ud83d\\ude00\\ud800\"");
  }

  private Document hostilePage() throws IOException {
    HtmlReport.write(Fixtures.report(Fixtures.hostile()), directory);
    try (var pages = Files.list(directory.resolve("instances"))) {
      return Jsoup.parse(pages.findFirst().orElseThrow());
    }
  }
}
