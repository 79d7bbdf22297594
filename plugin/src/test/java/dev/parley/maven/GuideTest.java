package dev.parley.maven;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Verdict;
import dev.parley.engine.Checker;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.model.ProtocolScanner;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.result.FileNames;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Mistake;
import dev.parley.engine.result.ProgressListener;
import dev.parley.engine.result.Violation;
import dev.parley.runner.Commands;
import dev.parley.runner.FindingText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Holds README and the user guide against reality: the code they show is part of the protocols in
 * package {@code example}, and the output they show is what the goal prints for these. After an
 * intended change, {@code -Dparley.golden.update=true} puts the new output in the documents.
 */
class GuideTest {
  private static final Path ROOT = Path.of("..");
  private static final Path EXAMPLES = Path.of("src/test/java/example");
  private static final Path TESTS =
      ROOT.resolve("it/src/it/junit-violated-fails-tests/src/test/java/example");
  private static final Path TRACES = Path.of("target/parley/traces");

  /** A link that is neither to another site nor within the page. */
  private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:|#)([^)#]+)[^)]*\\)");

  /** Where the site finds what the pages show and link to besides each other. */
  private static final Path RESOURCES = ROOT.resolve("src-site/resources");

  private static final Pattern JAVA = Pattern.compile("(?s)```java\n(.*?)```");

  /** As {@code <!-- output: lease / clients(2) -->}, before the block that shows it. */
  private static final Pattern OUTPUT =
      Pattern.compile("(?s)(<!-- output: (\\S+) / (\\S+) -->\n+```\n)(.*?)(```)");

  @ParameterizedTest
  @MethodSource("documents")
  void theCodeShownIsCodeThatIsChecked(Path document) throws IOException {
    String examples = examples();
    for (String shown : blocks(document)) {
      assertThat(examples)
          .as("a code block of %s, white space aside:%n%s", document, shown)
          .contains(withoutSpace(shown));
    }
  }

  @ParameterizedTest
  @MethodSource("documents")
  void theOutputShownIsWhatIsPrinted(Path document) throws IOException {
    String text = Files.readString(document);
    String actual = OUTPUT.matcher(text).replaceAll(GuideTest::withActualOutput);
    if (Boolean.getBoolean("parley.golden.update")) {
      Files.writeString(document, actual);
    }
    assertThat(Files.readString(document)).isEqualTo(actual);
  }

  @ParameterizedTest
  @MethodSource("documents")
  void everyLinkWithinTheProjectLeadsSomewhere(Path document) throws IOException {
    Matcher link = LINK.matcher(Files.readString(document));
    while (link.find()) {
      String target = link.group(1);
      boolean resource = target.startsWith("images/") || target.startsWith("schema/");
      Path start = resource ? RESOURCES : document.getParent();
      assertThat(start.resolve(target)).as("linked from %s", document).exists();
    }
  }

  @Test
  void whatTheGuideVouchesForIsAcceptedAndListed() {
    InstanceResult result = check("heartbeat", "logged");
    assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
    assertThat(result.warnings()).anyMatch(w -> w.endsWith("is assumed to be pure: only logs"));
  }

  static Stream<Path> documents() throws IOException {
    try (Stream<Path> guide = Files.walk(ROOT.resolve("src-site"))) {
      List<Path> pages = guide.filter(file -> file.toString().endsWith(".md")).sorted().toList();
      assertThat(pages).isNotEmpty();
      return Stream.concat(
          Stream.of(
                  "README.md",
                  "ARCHITECTURE.md",
                  "CHANGELOG.md",
                  "CONTRIBUTING.md",
                  "RELEASING.md",
                  "SECURITY.md")
              .map(ROOT::resolve),
          pages.stream());
    }
  }

  private static List<String> blocks(Path document) throws IOException {
    List<String> blocks = new ArrayList<>();
    Matcher matcher = JAVA.matcher(Files.readString(document));
    while (matcher.find()) {
      blocks.add(matcher.group(1));
    }
    return blocks;
  }

  private static String examples() throws IOException {
    StringBuilder all = new StringBuilder();
    try (Stream<Path> files = Stream.concat(Files.list(EXAMPLES), Files.list(TESTS))) {
      for (Path file : files.toList()) {
        all.append(withoutSpace(Files.readString(file))).append('\n');
      }
    }
    return all.toString();
  }

  private static String withoutSpace(String code) {
    return code.replaceAll("\\s+", "");
  }

  private static String withActualOutput(MatchResult block) {
    String lines = String.join("\n", output(block.group(2), block.group(3)));
    return Matcher.quoteReplacement(block.group(1) + lines + "\n" + block.group(5));
  }

  private static List<String> output(String protocol, String instance) {
    InstanceResult result = check(protocol, instance);
    Optional<Path> trace =
        result
            .violation()
            .flatMap(Violation::trace)
            .or(() -> result.error().flatMap(Mistake::trace))
            .map(t -> TRACES.resolve(FileNames.of(protocol, instance) + ".json"));
    Optional<String> replay =
        trace.map(
            file ->
                Commands.MAVEN.of(Commands.Goal.REPLAY, Map.of("parley.trace", file.toString())));
    return FindingText.lines(result, replay).stream().map(line -> "[ERROR] " + line).toList();
  }

  private static InstanceResult check(String protocol, String instance) {
    return Checker.check(
        ModelLoader.load(protocolClass(protocol), instance),
        SearchMode.DEFAULT.in(SearchMode.DEFAULT.nearestFirst()).options(),
        ProgressListener.NONE);
  }

  private static Class<?> protocolClass(String name) {
    String className =
        ProtocolScanner.scan(List.of(Path.of("target/test-classes"))).stream()
            .filter(protocol -> protocol.name().equals(name))
            .findFirst()
            .orElseThrow()
            .className();
    try {
      return Class.forName(className);
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }
}
