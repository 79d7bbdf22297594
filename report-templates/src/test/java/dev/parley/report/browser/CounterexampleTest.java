package dev.parley.report.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.Keys;

@Tag("browser")
@ExtendWith(InBrowser.class)
class CounterexampleTest {
  private final Chromium browser;
  private final Path lease;
  private final Path ballot;
  private final Path relay;
  private final Path thirty;
  private final Path stormy;

  CounterexampleTest(InBrowser.Stage stage) {
    browser = stage.chromium();
    lease = stage.report().resolve("instances/lease-clients.2.html");
    ballot = stage.report().resolve("instances/ballot-forgetful.2.3.html");
    relay = stage.report().resolve("instances/relay-round.5.500.html");
    thirty = stage.report().resolve("instances/relay-round.5.30.html");
    stormy = stage.stormy();
  }

  @Test
  void itOpensAtTheStateThatBreaksTheProperty() {
    browser.open(lease);

    assertThat(moment()).isEqualTo("State after step 7 of 7");
    assertThat(changed()).isEqualTo("holdsfalse → true changed");
    assertThat(browser.texts(".claim").get(0)).startsWith("exclusive fails after 7 steps");
    assertThat(browser.texts(".conflict h3")).containsExactly("These values conflict");
    assertThat(browser.texts(".conflict li"))
        .containsExactly("Client1.holds = true since step 4", "Client2.holds = true since step 7");
  }

  @Test
  void arrowKeysHomeAndEndWalkThroughIt() {
    browser.open(lease);
    browser.script("document.querySelector('.pick[aria-current]').focus()");

    browser.press(Keys.HOME);
    assertThat(moment()).isEqualTo("Initial state");
    assertThat(browser.all(".node .changed")).isEmpty();

    browser.press(Keys.ARROW_DOWN);
    browser.press(Keys.ARROW_RIGHT);
    browser.press(Keys.ARROW_DOWN);
    assertThat(moment()).isEqualTo("State after step 3 of 7");
    assertThat(changed()).isEqualTo("ownernull → Client1 changed");
    assertThat(browser.one("#chart .box.active").getAttribute("data-step")).isEqualTo("3");
    assertThat(browser.one(".pick[aria-current=step]").getAttribute("data-step")).isEqualTo("3");
    assertThat(browser.script("return document.activeElement.getAttribute('data-step')"))
        .isEqualTo("3");

    browser.press(Keys.ARROW_UP);
    assertThat(moment()).isEqualTo("State after step 2 of 7");

    browser.press(Keys.END);
    assertThat(moment()).isEqualTo("State after step 7 of 7");
    browser.press(Keys.ARROW_DOWN);
    assertThat(moment()).isEqualTo("State after step 7 of 7");
  }

  @Test
  void theKeysWorkWithoutAClickAndTheAddressNamesTheStep() {
    browser.open(thirty);
    assertThat(browser.address()).endsWith("#step-30");

    browser.press("k");
    assertThat(moment()).isEqualTo("State after step 29 of 30");
    assertThat(browser.address()).endsWith("#step-29");
    browser.press(Keys.ARROW_UP);
    browser.press("j");
    browser.press(Keys.ARROW_LEFT);
    assertThat(browser.address()).endsWith("#step-28");
    assertThat(browser.script("return scrollY")).isEqualTo(0L);
  }

  @Test
  void theFirstScreenHasTheBannerAndTheEndOfTheCounterexample() {
    browser.inside(1440, 900);
    try {
      for (Path page : List.of(lease, ballot, thirty)) {
        browser.open(page);

        assertThat(isOnScreen(".claim")).as("%s", page).isTrue();
        assertThat(isOnScreen(".conflict")).as("%s", page).isTrue();
        assertThat(isOnScreen(".chart text.end")).as("%s", page).isTrue();
        assertThat(isOnScreen(".step.chosen")).as("%s", page).isTrue();
        assertThat(isOnScreen("p.end")).as("%s", page).isTrue();
      }
    } finally {
      browser.outside();
    }
  }

  @Test
  void theChartOfSixNodesFitsItsWidthAndItsHeadStays() {
    browser.inside(1440, 900);
    try {
      browser.open(thirty, "#step-15");

      assertThat(browser.all("#chart .lifeline")).hasSize(6);
      assertThat(
              browser.script(
                  "const c = document.querySelector('.chart'); return c.scrollWidth - c.clientWidth"))
          .isEqualTo(0L);
      assertThat(visibleIn(".chart", "#chart .box.active")).isTrue();
      assertThat(visibleIn(".chart", ".chart-head")).isTrue();
    } finally {
      browser.outside();
    }
  }

  @Test
  void theChartIsZoomedAndTheActingNodeStaysInView() {
    browser.open(thirty, "#step-4");
    for (int i = 0; i < 5; i++) {
      browser.one("[data-zoom=in]").click();
    }

    assertThat(browser.script("return document.querySelector('.chart').scrollWidth > 2000"))
        .isEqualTo(true);
    for (int i = 0; i < 6; i++) {
      assertThat(visibleIn(".chart", "#chart .box.active rect")).isTrue();
      browser.one("[data-go=next]").click();
    }
    browser.one("[data-zoom=fit]").click();
    assertThat(browser.script("return document.querySelector('.chart').scrollWidth < 1000"))
        .isEqualTo(true);
  }

  @Test
  void onlyRelevantStepsAreShownIfAskedFor() {
    browser.open(stormy);
    assertThat(browser.texts("#steps .what b")).hasSize(12);

    browser.one("#only-relevant").click();

    assertThat(browser.texts("#steps .what b")).hasSize(9).doesNotContain("Monitor1");
    assertThat(browser.one("#chart").isDisplayed()).isFalse();
    assertThat(browser.one("#chart-relevant").isDisplayed()).isTrue();
    browser.press("k");
    browser.press("k");
    browser.press("k");
    assertThat(moment()).isEqualTo("State after step 7 of 12");
    assertThat(browser.one("#chart-relevant .box.active").getAttribute("data-step")).isEqualTo("7");

    browser.one("#only-relevant").click();
    assertThat(browser.one("#chart .box.active").getAttribute("data-step")).isEqualTo("7");
  }

  @Test
  void theStateShowsWhatIsInFlightAndWhatCanHappenNext() {
    browser.open(lease, "#step-3");

    assertThat(browser.texts("#flight li"))
        .containsExactly(
            "#3 Granted[] to Client1 can be taken now",
            "#2 Acquire[] to Server1 cannot be taken yet");
    assertThat(browser.texts("#options li"))
        .containsExactly(
            "Client1 Client.granted #3 taken holds: false → true",
            "Server1 Server.expire owner: Client1 → null");
    assertThat(browser.texts(".truths .now")).containsExactly("true");

    browser.press(Keys.END);
    assertThat(browser.texts(".truths .now")).containsExactly("false");
    assertThat(browser.all("#options li")).isEmpty();
  }

  @Test
  void theValuesInTheBannerLeadToTheirSteps() {
    browser.open(lease);

    browser.one(".conflict a").click();

    assertThat(moment()).isEqualTo("State after step 4 of 7");
    assertThat(browser.address()).endsWith("#step-4");
  }

  @Test
  void printKeepsHeadAndChartTogetherAndEverythingToldInTheList() {
    browser.inside(1000, 1400);
    browser.open(thirty);
    browser.media("print");
    try {
      assertThat(
              browser.script(
                  "const h = document.querySelector('.chart-head').getBoundingClientRect();"
                      + "const b = document.querySelector('#chart').getBoundingClientRect();"
                      + "return Math.abs(h.top - b.top) < 1 && Math.abs(h.width - b.width) < 1"))
          .isEqualTo(true);
      // Together they fit on a page, 24.5 centimetres high, and no box is under the head.
      assertThat(
              browser.script(
                  "const h = document.querySelector('.chart-head').getBoundingClientRect();"
                      + "const b = document.querySelector('#chart').getBoundingClientRect();"
                      + "const box = document.querySelector('#chart .box').getBoundingClientRect();"
                      + "return b.height < 24.6 * 96 / 2.54 && box.top >= h.bottom"))
          .isEqualTo(true);
      assertThat(browser.texts(".step .told")).hasSize(30);
      assertThat(
              browser.script(
                  "return document.querySelector('#chart').getBoundingClientRect().right"
                      + " <= innerWidth"))
          .isEqualTo(true);
    } finally {
      browser.media("");
      browser.outside();
    }
  }

  @Test
  void theKeysWorkFromTheChartToo() {
    browser.open(lease);
    browser.script("document.querySelector('.chart').focus()");

    browser.press(Keys.ARROW_UP);

    assertThat(moment()).isEqualTo("State after step 6 of 7");
    assertThat(browser.script("return document.activeElement.className")).isEqualTo("chart");
  }

  @Test
  void clicksOnListChartAndButtonsChooseAStep() {
    browser.open(lease);

    browser.one(".pick[data-step='2']").click();
    assertThat(moment()).isEqualTo("State after step 2 of 7");
    assertThat(browser.address()).endsWith("#step-2");

    browser.one("#chart .box[data-step='4'] text").click();
    assertThat(moment()).isEqualTo("State after step 4 of 7");

    browser.one("[data-go=previous]").click();
    assertThat(moment()).isEqualTo("State after step 3 of 7");
  }

  @Test
  void messagesTakenInOneStepMeetInABracket() {
    browser.open(ballot);

    assertThat(browser.all("#chart .box.quorum")).hasSize(2);
    assertThat(browser.all("#chart .box.quorum .bracket")).isNotEmpty();
    assertThat(browser.all("#chart .box:not(.quorum) .bracket")).isEmpty();
  }

  @Test
  void aLongOneStaysUsable() throws Exception {
    browser.open(relay, "#step-250");

    assertThat(moment()).isEqualTo("State after step 250 of 500");
    assertThat(visibleIn(".steps", ".step.chosen")).isTrue();
    assertThat(visibleIn(".chart", "#chart .box.active")).isTrue();
    Object millis =
        browser.script(
            "const start = performance.now();"
                + "for (let i = 0; i < 100; i++) document.querySelector('[data-go=next]').click();"
                + "return Math.ceil((performance.now() - start) / 100)");
    assertThat(moment()).isEqualTo("State after step 350 of 500");
    assertThat(Files.size(relay)).isLessThan(1_000_000);
    System.out.printf(
        "A step of a trace of 500 takes %s ms to show; the page has %d bytes%n",
        millis, Files.size(relay));
  }

  @Test
  void aLongOneOpensWhereItEnds() {
    browser.open(relay);

    assertThat(moment()).isEqualTo("State after step 500 of 500");
    assertThat(visibleIn(".steps", "p.end")).isTrue();
    assertThat(visibleIn(".chart", "#chart text.end")).isTrue();
  }

  @Test
  void commandAndTestAreCopied() {
    browser.open(lease);

    browser.one("[data-copy=test-source]").click();

    assertThat(browser.one("[data-copy=test-source] + .copied").getText()).isEqualTo("Copied");
    assertThat(browser.one("#test-source").getText()).contains("class LeaseClients2Test");
    assertThat(browser.texts(".commands code"))
        .contains(
            "mvn test-compile parley:check -Dparley.protocols=lease"
                + " \"-Dparley.instances=clients(2)\" -Dparley.incremental=false");
  }

  private String moment() {
    return browser.one("#moment").getText();
  }

  private String changed() {
    return String.join("; ", browser.texts(".node .changed"));
  }

  private boolean isOnScreen(String element) {
    return (boolean)
        browser.script(
            "const place = document.querySelector(arguments[0]).getBoundingClientRect();"
                + "return place.top >= 0 && place.bottom <= innerHeight && place.height > 0",
            element);
  }

  private boolean visibleIn(String box, String element) {
    return (boolean)
        browser.script(
            "const outer = document.querySelector(arguments[0]).getBoundingClientRect();"
                + "const inner = document.querySelector(arguments[1]).getBoundingClientRect();"
                + "return inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1",
            box,
            element);
  }
}
