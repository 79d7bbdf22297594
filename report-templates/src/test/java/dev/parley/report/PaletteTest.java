package dev.parley.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Text must stand out from what is behind it: WCAG 2.2, success criterion 1.4.3. */
class PaletteTest {
  private static final double LEAST = 4.5;
  private static final Pattern COLOUR = Pattern.compile("--([a-z0-9-]+): #([0-9a-f]{6});");

  /** Pairs of text and background as the style sheet combines them. */
  private static final List<List<String>> PAIRS =
      List.of(
          List.of("text", "page"),
          List.of("text", "surface"),
          List.of("text", "sunken"),
          List.of("text", "accent-soft"),
          List.of("text", "exhausted-soft"),
          List.of("muted", "page"),
          List.of("muted", "surface"),
          List.of("muted", "sunken"),
          List.of("muted", "accent-soft"),
          List.of("accent", "page"),
          List.of("accent", "surface"),
          List.of("accent", "sunken"),
          List.of("surface", "accent"),
          List.of("surface", "violated"),
          List.of("verified", "page"),
          List.of("verified", "surface"),
          List.of("verified", "verified-soft"),
          List.of("violated", "page"),
          List.of("violated", "surface"),
          List.of("violated", "accent-soft"),
          List.of("violated", "violated-soft"),
          List.of("exhausted", "surface"),
          List.of("exhausted", "sunken"),
          List.of("exhausted", "exhausted-soft"),
          List.of("error", "surface"),
          List.of("error", "error-soft"));

  enum Scheme {
    LIGHT,
    DARK
  }

  @ParameterizedTest
  @EnumSource
  void everyTextHasEnoughContrast(Scheme scheme) throws IOException {
    Map<String, Integer> colours = palette(scheme);

    for (List<String> pair : PAIRS) {
      assertThat(contrast(colours.get(pair.get(0)), colours.get(pair.get(1))))
          .as("%s on %s, %s", pair.get(0), pair.get(1), scheme)
          .isGreaterThanOrEqualTo(LEAST);
    }
  }

  /** Lines and marks of charts: WCAG 2.2, success criterion 1.4.11. */
  @ParameterizedTest
  @EnumSource
  void everyLineStandsOutFromItsPanel(Scheme scheme) throws IOException {
    Map<String, Integer> colours = palette(scheme);

    for (int i = 1; i <= 6; i++) {
      assertThat(contrast(colours.get("series-" + i), colours.get("surface")))
          .as("series-%s, %s", i, scheme)
          .isGreaterThanOrEqualTo(3);
    }
  }

  private static Map<String, Integer> palette(Scheme scheme) throws IOException {
    String css;
    try (InputStream in = HtmlReport.class.getResourceAsStream("report.css")) {
      css = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    String[] halves = css.split(Pattern.quote("@media screen and (prefers-color-scheme: dark)"));
    assertThat(halves).hasSize(2);
    String half = scheme == Scheme.LIGHT ? halves[0] : halves[1].split("/\\* Ground")[0];
    Map<String, Integer> colours = new HashMap<>();
    Matcher matcher = COLOUR.matcher(half);
    while (matcher.find()) {
      colours.put(matcher.group(1), Integer.parseInt(matcher.group(2), 16));
    }
    return colours;
  }

  private static double contrast(int one, int other) {
    double lighter = Math.max(luminance(one), luminance(other));
    double darker = Math.min(luminance(one), luminance(other));
    return (lighter + 0.05) / (darker + 0.05);
  }

  private static double luminance(int colour) {
    return 0.2126 * channel(colour >> 16)
        + 0.7152 * channel(colour >> 8)
        + 0.0722 * channel(colour);
  }

  private static double channel(int colour) {
    double value = (colour & 0xff) / 255.0;
    return value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
  }
}
