package dev.parley.report.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
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

  CounterexampleTest(InBrowser.Stage stage) {
    browser = stage.chromium();
    lease = stage.report().resolve("instances/lease-clients.2.html");
    ballot = stage.report().resolve("instances/ballot-forgetful.2.3.html");
    relay = stage.report().resolve("instances/relay-round.5.500.html");
  }

  @Test
  void itOpensAtTheStateThatBreaksTheProperty() {
    browser.open(lease);

    assertThat(moment()).isEqualTo("State after step 7 of 7");
    assertThat(changed()).isEqualTo("holdsfalse → true changed");
    assertThat(browser.texts(".seen dt")).containsExactly("Client1", "Client2");
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
    assertThat(visibleIn(".steps", "#step-250")).isTrue();
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
        .contains("mvn parley:check -Dparley.protocols=lease -Dparley.instances='clients(2)'");
  }

  private String moment() {
    return browser.one("#moment").getText();
  }

  private String changed() {
    return String.join("; ", browser.texts(".node .changed"));
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
