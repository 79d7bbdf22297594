package dev.parley.report.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds for all pages, in light and dark. */
@Tag("browser")
@ExtendWith(InBrowser.class)
class EveryPageTest {
  private final Chromium browser;
  private final Path report;

  EveryPageTest(InBrowser.Stage stage) {
    browser = stage.chromium();
    report = stage.report();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "index.html",
        "compare.html",
        "instances/ballot-voters.2.3.html",
        "instances/ballot-forgetful.2.3.html",
        "instances/lease-clients.2.html",
        "instances/relay-round.5.30.html",
        "../stormy-report/instances/storm-servers.2.html",
        "trends/ballot-trend.html"
      })
  void itIsAccessibleInLightAndDarkAsksForNothingAndDoesNotComplain(String page) {
    browser.open(report.resolve(page).normalize());
    String light = background();

    assertThat(browser.accessibilityBreaches()).isEmpty();
    browser.scheme("dark");
    assertThat(background()).isNotEqualTo(light);
    assertThat(browser.accessibilityBreaches()).isEmpty();

    assertThat(browser.complaints()).isEmpty();
    assertThat(browser.requests())
        .isNotEmpty()
        .allMatch(
            address ->
                address
                    .replaceAll("#.*", "")
                    .equals(report.resolve(page).normalize().toUri().toString()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "index.html",
        "compare.html",
        "instances/ballot-voters.2.3.html",
        "instances/ballot-forgetful.2.3.html",
        "instances/lease-clients.2.html",
        "instances/relay-round.5.30.html",
        "../stormy-report/instances/storm-servers.2.html",
        "trends/ballot-trend.html"
      })
  void itFitsANarrowScreen(String page) {
    browser.inside(390, 844);
    try {
      browser.open(report.resolve(page).normalize());

      assertThat(browser.script("return document.documentElement.scrollWidth - innerWidth"))
          .asInstanceOf(InstanceOfAssertFactories.LONG)
          .isLessThanOrEqualTo(0);
    } finally {
      browser.outside();
    }
  }

  private String background() {
    return (String) browser.script("return getComputedStyle(document.body).backgroundColor");
  }
}
