package dev.parley.report.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.Keys;
import org.openqa.selenium.support.ui.Select;

@Tag("browser")
@ExtendWith(InBrowser.class)
class IndexTest {
  private static final String INSTANCES = "#table tbody tr > th > a";

  private final Chromium browser;
  private final Path index;
  private final Path many;

  IndexTest(InBrowser.Stage stage) {
    browser = stage.chromium();
    index = stage.report().resolve("index.html");
    many = stage.many().resolve("index.html");
  }

  @Test
  void aColumnSortsUpAndThenDown() {
    browser.open(index);

    sort("states");
    List<Long> up = states();
    sort("states");
    List<Long> down = states();

    assertThat(up).hasSize(5).isSorted();
    assertThat(down).hasSize(5).isSortedAccordingTo(Comparator.reverseOrder());
    assertThat(browser.one("[data-column=states]").getAttribute("aria-sort"))
        .isEqualTo("descending");
    assertThat(browser.address()).endsWith("#sort=-states");
  }

  @Test
  void aColumnSortsByKeyboard() {
    browser.open(index);

    browser.script("document.querySelector('[data-column=instance] button').focus()");
    browser.press(Keys.ENTER);

    assertThat(browser.texts(INSTANCES)).isSorted();
  }

  @Test
  void wordsFilterAndTheNumberOfRowsIsAnnounced() {
    browser.open(index);

    browser.one("#filter").sendKeys("ballot broken");

    assertThat(browser.texts(INSTANCES)).containsExactly("forgetful(2,3)");
    assertThat(browser.one("#shown").getText()).isEqualTo("1 of 5 shown");
    assertThat(browser.one("#shown").getAttribute("role")).isEqualTo("status");
    assertThat(browser.address()).endsWith("#filter=ballot+broken");
  }

  @Test
  void aVerdictFilters() {
    browser.open(index);

    new Select(browser.one("#verdict")).selectByValue("violated");

    assertThat(browser.texts(INSTANCES))
        .containsExactly("clients(2)", "round(5,500)", "round(5,30)", "forgetful(2,3)");
  }

  @Test
  void aTileFiltersByItsVerdict() {
    browser.open(index);

    browser.follow(".tile.verified a");

    assertThat(browser.texts(INSTANCES)).containsExactly("voters(2,3)");
    assertThat(browser.one("#verdict").getAttribute("value")).isEqualTo("verified");
  }

  @Test
  void onlyTheUnexpectedAreLeftIfAskedFor() {
    browser.open(index);

    browser.one("#unexpected").click();

    assertThat(browser.texts(INSTANCES))
        .containsExactly("clients(2)", "round(5,500)", "round(5,30)");
  }

  @Test
  void groupsHaveHeadingsUntilAColumnIsSorted() {
    browser.open(index);

    assertThat(browser.texts("#table .group th"))
        .containsExactly("Not as expected 3 instances", "ballot 2 instances as expected");
    browser.one("#filter").sendKeys("ballot");
    assertThat(browser.texts("#table .group th")).containsExactly("ballot 2 instances as expected");
    browser.open(index);
    sort("states");
    assertThat(browser.texts("#table .group th")).isEmpty();
    assertThat(browser.texts(INSTANCES)).hasSize(5);
  }

  @Test
  void theTileOfTheUnexpectedShowsThese() {
    browser.open(index);

    browser.follow(".tile.unexpected a");

    assertThat(browser.texts(INSTANCES))
        .containsExactly("clients(2)", "round(5,500)", "round(5,30)");
  }

  @Test
  void theVerdictIsVisibleOnAPhone() {
    browser.inside(390, 844);
    try {
      browser.open(index);

      assertThat(
              browser.script(
                  "return Array.from(document.querySelectorAll('#table tr[data-verdict]'))"
                      + ".every(r => r.querySelector('.badge').getBoundingClientRect().right < 380)"))
          .isEqualTo(true);
      assertThat(browser.script("return document.documentElement.scrollWidth - innerWidth"))
          .asInstanceOf(InstanceOfAssertFactories.LONG)
          .isLessThanOrEqualTo(0);
    } finally {
      browser.outside();
    }
  }

  @Test
  void aVeryLongNameHidesNoVerdict() {
    browser.open(index);
    browser.script(
        "document.querySelector('#table tbody tr:not(.group) th a').textContent = 'x'.repeat(5000)");

    assertThat(
            browser.script(
                "return document.querySelector('#table tbody .badge').getBoundingClientRect().right"
                    + " <= innerWidth"))
        .isEqualTo(true);
  }

  @Test
  void whatMatchesNothingIsSaid() {
    browser.open(index);

    browser.one("#filter").sendKeys("nowhere");

    assertThat(browser.texts(INSTANCES)).isEmpty();
    assertThat(browser.one("#nothing").isDisplayed()).isTrue();
    assertThat(browser.one("#shown").getText()).isEqualTo("0 of 5 shown");
  }

  @Test
  void theViewIsInTheAddressAndSurvivesAReload() {
    browser.open(index, "#verdict=violated&unexpected=true&sort=-instance");
    List<String> opened = browser.texts(INSTANCES);
    browser.reload();

    assertThat(opened).containsExactly("round(5,500)", "round(5,30)", "clients(2)");
    assertThat(browser.texts(INSTANCES)).isEqualTo(opened);
    assertThat(browser.one("#unexpected").isSelected()).isTrue();
  }

  @Test
  void anAddressThatMakesNoSenseShowsEverything() {
    browser.open(index, "#verdict=splendid&sort=nothing&%");

    assertThat(browser.texts(INSTANCES)).hasSize(5);
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void twoHundredInstancesAreSortedAndFilteredToo() {
    browser.open(many);

    sort("instance");
    browser.one("#unexpected").click();

    assertThat(browser.one("#shown").getText()).isEqualTo("20 of 200 shown");
    assertThat(browser.texts(INSTANCES))
        .hasSize(20)
        .startsWith("instance10", "instance20")
        .endsWith("instance200");
    Object millis =
        browser.script(
            "const button = document.querySelector('[data-column=states] button');"
                + "const start = performance.now(); button.click();"
                + "document.body.offsetHeight; return Math.ceil(performance.now() - start)");
    System.out.println("Sorting " + RealReport.MANY + " rows took " + millis + " ms");
  }

  private void sort(String column) {
    browser.one("[data-column=" + column + "] button").click();
  }

  private List<Long> states() {
    return browser.texts("#table tbody td:nth-child(3)").stream()
        .map(text -> Long.valueOf(text.replace(",", "")))
        .toList();
  }
}
