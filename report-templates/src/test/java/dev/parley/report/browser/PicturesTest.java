package dev.parley.report.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The pictures in the guide are of pages of real runs, and of today's pages: beside them stands
 * what the pages they were made from consisted of. {@code mvn test -pl report-templates -am
 * -Dtest=PicturesTest -Dsurefire.failIfNoSpecifiedTests=false -Dparley.pictures.update=true} makes
 * them anew; look at them before committing them.
 *
 * <p>Pixels are not compared: they differ from one machine's fonts to the next. What is compared is
 * the style, the script, the kinds of elements and the headings.
 */
@Tag("browser")
@ExtendWith(InBrowser.class)
class PicturesTest {
  private static final Path IMAGES = Path.of("..", "src-site", "resources", "images");
  private static final boolean UPDATE = Boolean.getBoolean("parley.pictures.update");

  /** Whether a mode of a comparison comes to its end, and how full budgets are. */
  private static final String DEPENDS_ON_SPEED = "\\b(verified|violated|exhausted|error|full)\\b";

  private final InBrowser.Stage stage;

  PicturesTest(InBrowser.Stage stage) {
    this.stage = stage;
  }

  /** The pictures: of which page, and how large. */
  enum Picture {
    INDEX("report-index.png", "index.html", 1280, 900),
    VERIFIED("report-verified.png", "instances/ballot-voters.2.3.html", 1280, 1400),
    VIOLATED("report.png", "instances/ballot-forgetful.2.3.html", 1440, 900),
    TREND("report-trend.png", "trends/ballot-trend.html", 1280, 740);

    private final String file;
    private final String page;
    private final int width;
    private final int height;

    Picture(String file, String page, int width, int height) {
      this.file = file;
      this.page = page;
      this.width = width;
      this.height = height;
    }
  }

  @ParameterizedTest
  @EnumSource
  void aPictureShowsTodaysPage(Picture picture) throws IOException {
    Path page = stage.report().resolve(picture.page);
    Path source = IMAGES.resolve(picture.file.replace(".png", ".source"));
    String digest = digest(content(Jsoup.parse(page)));
    if (UPDATE) {
      Files.write(IMAGES.resolve(picture.file), pictureOf(page, picture));
      Files.writeString(source, digest + "\n");
    }
    assertThat(source)
        .as("%s shows an earlier page; see the comment of this class", picture.file)
        .hasContent(digest);
  }

  @Test
  void noPictureIsLeftOver() throws IOException {
    TreeMap<String, Boolean> made = new TreeMap<>();
    try (var files = Files.list(IMAGES)) {
      files.forEach(file -> made.put(file.getFileName().toString().replaceAll("\\..*", ""), true));
    }
    for (Picture picture : Picture.values()) {
      assertThat(made.remove(picture.file.replace(".png", ""))).as(picture.file).isTrue();
    }
    assertThat(made).as("pictures that nothing makes").isEmpty();
  }

  private byte[] pictureOf(Path page, Picture picture) {
    Chromium browser = stage.chromium();
    browser.inside(picture.width, picture.height);
    try {
      browser.open(page);
      return browser.picture();
    } finally {
      browser.outside();
    }
  }

  private static String content(Document page) {
    TreeSet<String> kinds = new TreeSet<>();
    StringBuilder code = new StringBuilder();
    for (Element element : page.getAllElements()) {
      String name = element.tagName();
      if (element.closest("svg") == null) {
        kinds.add(name + " " + element.className().replaceAll(DEPENDS_ON_SPEED, ""));
      }
      if (name.equals("style") || name.equals("script") && element.attributesSize() == 0) {
        code.append(element.data());
      }
      if (name.matches("h[1-4]|dt|button|label")) {
        kinds.add(element.ownText().replaceAll("[\\d.,]+", ""));
      }
    }
    return code + String.join("\n", kinds);
  }

  private static String digest(String content) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
