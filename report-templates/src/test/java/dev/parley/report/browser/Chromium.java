package dev.parley.report.browser;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/** A real browser without a window, as the tests use it. */
final class Chromium implements AutoCloseable {
  private static final Pattern REQUEST =
      Pattern.compile("\"method\":\"Network.requestWillBeSent\".*?\"url\":\"([^\"]*)\"");

  /** Held, or the level would be forgotten: the driver is newer than what Selenium knows of. */
  private static final Logger VERSIONS =
      Logger.getLogger("org.openqa.selenium.devtools.CdpVersionFinder");

  private final ChromeDriver driver;
  private final Path profile;
  private final String axe;

  Chromium() throws IOException {
    try (InputStream in = Chromium.class.getResourceAsStream("axe.min.js")) {
      axe = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    VERSIONS.setLevel(Level.SEVERE);
    profile = Files.createTempDirectory("parley-browser-");
    ChromeOptions options = new ChromeOptions();
    options.setBinary(onPath("chromium"));
    options.addArguments(
        "--headless=new",
        // The sandbox does not start for root, as builds in containers often run.
        "--no-sandbox",
        "--user-data-dir=" + profile,
        "--disable-dev-shm-usage",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run");
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    logs.enable(LogType.PERFORMANCE, Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    driver =
        new ChromeDriver(
            new ChromeDriverService.Builder()
                .usingDriverExecutable(onPath("chromedriver"))
                .usingAnyFreePort()
                .build(),
            options);
    driver.manage().timeouts().scriptTimeout(Duration.ofSeconds(30));
    size(1280, 900);
  }

  private static File onPath(String program) {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
        .map(folder -> new File(folder, program))
        .filter(File::canExecute)
        .findFirst()
        .orElseThrow(
            () -> new IllegalStateException(program + " is not installed; run .ci/browser"));
  }

  /** Opens a page in a light scheme, with nothing left in the logs. */
  void open(Path page) {
    open(page, "");
  }

  /** Opens a page at a place. */
  void open(Path page, String hash) {
    // A page that differs in its hash only would not be loaded again.
    driver.get("about:blank");
    scheme("light");
    driver.manage().logs().get(LogType.BROWSER);
    driver.manage().logs().get(LogType.PERFORMANCE);
    driver.get(page.toUri() + hash);
  }

  void scheme(String name) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", name))));
  }

  void size(int width, int height) {
    driver.manage().window().setSize(new Dimension(width, height));
  }

  WebElement one(String selector) {
    return driver.findElement(By.cssSelector(selector));
  }

  List<WebElement> all(String selector) {
    return driver.findElements(By.cssSelector(selector));
  }

  /** The texts of the elements that can be seen. */
  @SuppressWarnings("unchecked")
  List<String> texts(String selector) {
    return (List<String>)
        driver.executeScript(
            "return Array.from(document.querySelectorAll(arguments[0]))"
                + ".filter(e => e.checkVisibility()).map(e => e.textContent.trim())",
            selector);
  }

  Object script(String source, Object... arguments) {
    return driver.executeScript(source, arguments);
  }

  /** Makes the page think it is printed, or shown on a screen again. */
  void media(String name) {
    driver.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("media", name));
  }

  /** Makes the window's inside exactly so large, narrower than windows can be. */
  void inside(int width, int height) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
  }

  /** Makes the window as large as it was again. */
  void outside() {
    driver.executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
  }

  /** What is shown, as a PNG. */
  byte[] picture() {
    return driver.getScreenshotAs(OutputType.BYTES);
  }

  void press(String keys) {
    driver.switchTo().activeElement().sendKeys(keys);
  }

  void press(Keys... keys) {
    driver.switchTo().activeElement().sendKeys(keys);
  }

  /**
   * Clicks a link to another view of the page. A page hears of its new address some time after the
   * click, so this waits until it has.
   */
  void follow(String selector) {
    driver.executeScript(
        "addEventListener('hashchange', () => document.body.dataset.heard = 'yes', {once: true})");
    one(selector).click();
    new WebDriverWait(driver, Duration.ofSeconds(20))
        .until(d -> driver.executeScript("return document.body.dataset.heard") != null);
    driver.executeScript("delete document.body.dataset.heard");
  }

  String address() {
    return driver.getCurrentUrl();
  }

  void reload() {
    driver.navigate().refresh();
  }

  /** What the page complained about. */
  List<String> complaints() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .map(LogEntry::getMessage)
        .toList();
  }

  /** Every address that was asked for. */
  List<String> requests() {
    return driver.manage().logs().get(LogType.PERFORMANCE).getAll().stream()
        .map(entry -> REQUEST.matcher(entry.getMessage()))
        .filter(Matcher::find)
        .map(request -> request.group(1))
        .toList();
  }

  /** Breaches of WCAG 2 at levels A and AA, each with the elements concerned. */
  @SuppressWarnings("unchecked")
  List<String> accessibilityBreaches() {
    driver.executeScript(axe);
    return (List<String>)
        driver.executeAsyncScript(
            "const done = arguments[arguments.length - 1];"
                + "axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa',"
                + " 'wcag22aa']}).then(found => done(found.violations.map(v => v.id + ': ' + v.help"
                + " + ' ' + v.nodes.map(n => n.target.join(' ') + ' ' + n.failureSummary)"
                + ".join('; '))), failure => done([String(failure)]));");
  }

  @Override
  public void close() throws IOException {
    driver.quit();
    try (var files = Files.walk(profile)) {
      files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
    }
  }
}
