package dev.parley.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.fork.Target;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.result.EarlierCheck;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ModeResult;
import dev.parley.engine.result.PeerUse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeptResultsTest {
  private static final EarlierCheck CHECK =
      new EarlierCheck("2026-01-02T03:04:05Z", Optional.of("1a2b3c4d5e"), true);

  @TempDir Path directory;

  private final List<String> warnings = new ArrayList<>();

  static Stream<InstanceResult> conclusive() {
    return Stream.of(Results.verified(), Results.violated(), Results.threw(), Results.restless());
  }

  @ParameterizedTest
  @MethodSource
  void conclusive(InstanceResult result) {
    kept().keep(target(result), result, "id", CHECK);

    assertThat(kept().find(target(result), "id")).contains(result.with(result.basis().of(CHECK)));
    assertThat(kept().find(target(result), "other")).isEmpty();
    assertThat(warnings).isEmpty();
  }

  @Test
  void whatIsNotConclusiveIsNotKept() throws IOException {
    for (InstanceResult result :
        List.of(Results.exhausted(), Results.error(), withoutTrace(Results.violated()))) {
      kept().keep(target(result), result, "id", CHECK);
      assertThat(kept().find(target(result), "id")).isEmpty();
    }
    assertThat(files()).isEmpty();
  }

  @Test
  void whatRestsOnAnExternalProgramIsNotKept() throws IOException {
    InstanceResult verified = Results.verified();
    PeerUse use =
        new PeerUse(
            "Server1",
            "server",
            "total order",
            true,
            1,
            0,
            new PeerUse.Checkpoints("restart and replay", 2, 1, 0),
            PeerUse.Effort.NONE,
            PeerUse.Effort.NONE);
    InstanceResult result = verified.with(verified.basis().with(List.of(use)));
    kept().keep(target(result), result, "id", CHECK);

    assertThat(kept().find(target(result), "id")).isEmpty();
    assertThat(files()).isEmpty();
  }

  private static InstanceResult withoutTrace(InstanceResult violated) {
    return RecordJson.with(
        violated,
        "violation",
        violated.violation().map(v -> RecordJson.with(v, "trace", Optional.empty())));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "{}", "{\"format\":1}", "{\"format\":2}", "no JSON", "\0"})
  void aDamagedFileIsNamedAndCountsAsIfItWereNotThere(String content) throws IOException {
    InstanceResult result = Results.verified();
    kept().keep(target(result), result, "id", CHECK);
    Files.writeString(files().get(0), content);

    assertThat(kept().find(target(result), "id")).isEmpty();
    assertThat(warnings)
        .singleElement()
        .asString()
        .contains(Gate.name(result), files().get(0).toString(), "searched again");
    kept().keep(target(result), result, "id", CHECK);
    assertThat(kept().find(target(result), "id")).isPresent();
  }

  /** A verdict that somebody has changed, or a bit that has. */
  @Test
  void aFileThatIsNotWhatWasWrittenIsNotBelieved() throws IOException {
    InstanceResult result = Results.verified();
    kept().keep(target(result), result, "id", CHECK);
    Path file = files().get(0);
    String text = Files.readString(file);
    String states = "\"states\":" + result.figures().states();
    assertThat(text).contains(states);
    Files.writeString(file, text.replace(states, "\"states\":1" + result.figures().states()));

    assertThat(kept().find(target(result), "id")).isEmpty();
    assertThat(warnings).singleElement().asString().contains("it is not what was written");
  }

  @Test
  void theFileOfAnotherInstanceIsNotBelieved() throws IOException {
    InstanceResult verified = Results.verified();
    InstanceResult violated = Results.violated();
    kept().keep(target(verified), verified, "id", CHECK);
    Path file = files().get(0);
    String foreign = Files.readString(file);
    Files.delete(file);
    kept().keep(target(violated), violated, "id", CHECK);
    Files.writeString(files().get(0), foreign);

    assertThat(kept().find(target(violated), "id")).isEmpty();
    assertThat(warnings).singleElement().asString().contains("it is about something else");
  }

  @Test
  void searchesWithoutReductionsAreKeptApart() {
    InstanceResult result = Results.verified();
    Baseline baseline = new Baseline(List.of(mode("stateful"), mode("dbss")), CHECK);
    kept().keep(target(result), baseline, "id");

    assertThat(kept().baseline(target(result), "id")).contains(baseline);
    assertThat(kept().baseline(target(result), "other")).isEmpty();
    assertThat(kept().find(target(result), "id")).isEmpty();
    assertThat(warnings).isEmpty();
  }

  private static ModeResult mode(String name) {
    InstanceResult result = Results.verified();
    return new ModeResult(
        name,
        SearchMode.named(name).options().describe(),
        result.verdict(),
        Optional.empty(),
        result.figures(),
        7,
        List.of(7L),
        List.of());
  }

  @Test
  void resultsAreNotKeptAmongTheReports() {
    assertThat(KeptResults.directory(Path.of("target", "parley")))
        .isEqualTo(Path.of("target", "parley-kept"));
  }

  private KeptResults kept() {
    return KeptResults.beside(directory.resolve("parley"), warnings::add);
  }

  private static Target target(InstanceResult result) {
    return new Target(
        result.description().protocol(),
        result.description().protocolClass(),
        result.description().instance(),
        List.of());
  }

  private List<Path> files() throws IOException {
    Path kept = directory.resolve("parley-kept");
    if (!Files.exists(kept)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(kept)) {
      return all.toList();
    }
  }
}
