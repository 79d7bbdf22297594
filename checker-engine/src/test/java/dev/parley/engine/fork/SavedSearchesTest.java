package dev.parley.engine.fork;

import static dev.parley.engine.fork.ForkFixtures.launch;
import static dev.parley.engine.fork.ForkFixtures.request;
import static dev.parley.engine.fork.ForkFixtures.target;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Verdict;
import dev.parley.engine.fork.fixture.Counting;
import dev.parley.engine.options.Budget;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Engines in processes of their own that are killed while they search, and others that go on. The
 * campaign kills 30 of them: {@code -Dparley.saved.kills=30 -Dparley.saved.large=true}.
 */
class SavedSearchesTest {
  private static final int KILLS = Integer.getInteger("parley.saved.kills", 2);
  private static final boolean LARGE = Boolean.getBoolean("parley.saved.large");

  @TempDir Path directory;
  private int killed;
  private int resumed;

  private EngineProcess engine() {
    Saving saving = new Saving(directory, Duration.ofMillis(100));
    return new EngineProcess(
        launch(ForkFixtures.PATIENCE, saving.arguments().toArray(String[]::new)));
  }

  private static String text(InstanceResult result) {
    return result
        .toString()
        .replaceAll("(millis|storeBytes)=\\d+", "")
        .replaceAll("(, )?resumed from [0-9,]+ states that were saved after [^,\\]]*", "");
  }

  /** Checks, and kills the process after some signs of life, if it lives so long. */
  private InstanceResult checked(Target target, int signs, boolean gently) throws Exception {
    int[] left = {signs};
    return engine()
        .check(
            request(target),
            event -> {
              if (searches(event) && --left[0] == 0) {
                killed++;
                ProcessHandle.current()
                    .children()
                    .filter(child -> child.info().command().orElse("").endsWith("java"))
                    .forEach(gently ? ProcessHandle::destroy : ProcessHandle::destroyForcibly);
              }
            })
        .get(0);
  }

  /** Whoever is killed later has told the verdict, and keeps it. */
  private static boolean searches(Event event) {
    return event instanceof Event.Progressed progressed
        && progressed.progress().phase() == Progress.Phase.SEARCHING;
  }

  private void killAndCompare(Target target, int kills, boolean gently) throws Exception {
    SplittableRandom random = new SplittableRandom(kills);
    String expected =
        text(
            new EngineProcess(launch(ForkFixtures.PATIENCE))
                .check(request(target), event -> {})
                .get(0));
    int until = killed + kills;
    while (killed < until) {
      InstanceResult result = checked(target, random.nextInt(2, 8), gently);
      while (result.verdict() == Verdict.ERROR) {
        assertThat(result.error().orElseThrow().message()).contains("process");
        result = checked(target, killed < until ? random.nextInt(1, 6) : -1, gently);
      }
      assertThat(text(result)).isEqualTo(expected);
      resumed += result.warnings().stream().anyMatch(w -> w.startsWith("resumed")) ? 1 : 0;
      assertThat(left()).isEmpty();
    }
    assertThat(resumed).isPositive();
  }

  private List<Path> left() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aKilledSearchGoesOn() throws Exception {
    killAndCompare(
        target(Counting.class, LARGE ? "counting(6,12)" : "counting(5,14)"), KILLS, false);
    killAndCompare(target(Counting.class, "tooMany"), Math.max(1, KILLS / 3), false);
    System.out.println(killed + " killed, " + resumed + " of the searches resumed");
  }

  /** Who asks it to stop gets a search that is saved then and there. */
  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aTerminatedSearchIsSavedBeforeItEnds() throws Exception {
    Target target = target(Counting.class, "counting(5,14)");
    Saving rarely = new Saving(directory, Duration.ofDays(1));
    EngineProcess engine =
        new EngineProcess(launch(ForkFixtures.PATIENCE, rarely.arguments().toArray(String[]::new)));
    boolean[] asked = {false};
    engine.check(
        request(target),
        event -> {
          if (event instanceof Event.Progressed && !asked[0]) {
            asked[0] = true;
            ProcessHandle.current()
                .children()
                .filter(child -> child.info().command().orElse("").endsWith("java"))
                .forEach(ProcessHandle::destroy);
          }
        });
    assertThat(left()).hasSize(1);
    InstanceResult result = engine.check(request(target), event -> {}).get(0);
    assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
    assertThat(result.warnings()).anyMatch(w -> w.startsWith("resumed from"));
  }

  @Test
  void otherOptionsAndOtherArgumentsAreOtherSearches() throws Exception {
    Target target = target(Counting.class, "counting(5,14)");
    Budget some =
        new Budget(Optional.of(5_000L), Optional.empty(), Optional.empty(), Optional.empty());
    InstanceResult first = engine().check(request(some, target), event -> {}).get(0);
    assertThat(first.warnings()).anyMatch(w -> w.contains("was saved with"));
    Saving saving = new Saving(directory, Duration.ofDays(1));
    String[] others =
        Stream.concat(saving.arguments().stream(), Stream.of("-Dsetting=other"))
            .toArray(String[]::new);
    InstanceResult other =
        new EngineProcess(launch(ForkFixtures.PATIENCE, others))
            .check(request(some, target), event -> {})
            .get(0);
    assertThat(other.warnings())
        .anyMatch(w -> w.contains("differs in arguments of the Java machine"));
  }
}
