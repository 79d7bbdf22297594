package dev.parley.engine.fork;

import static dev.parley.engine.fork.ForkFixtures.PATIENCE;
import static dev.parley.engine.fork.ForkFixtures.comparison;
import static dev.parley.engine.fork.ForkFixtures.launch;
import static dev.parley.engine.fork.ForkFixtures.request;
import static dev.parley.engine.fork.ForkFixtures.target;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.api.Verdict;
import dev.parley.engine.fork.fixture.Greeting;
import dev.parley.engine.fork.fixture.Unruly;
import dev.parley.engine.options.Budget;
import dev.parley.engine.result.ComparisonResult;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Mistake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Every test runs the engine in a real process. */
class EngineProcessTest {
  private final List<Event> events = new ArrayList<>();

  @Test
  void instancesAreCheckedOneAfterTheOther() throws Exception {
    List<InstanceResult> results =
        check(request(target(Greeting.class, "oneGuest"), target(Greeting.class, "twoGuests")));
    assertThat(results)
        .extracting(InstanceResult::verdict)
        .containsExactly(Verdict.VERIFIED, Verdict.VIOLATED);
    assertThat(results).allMatch(InstanceResult::asExpected);
    assertThat(results.get(1).violation().orElseThrow().trace()).isPresent();
    assertThat(kinds())
        .containsSubsequence(
            "InstanceStarted",
            "InstanceLoaded",
            "InstanceFinished",
            "InstanceStarted",
            "InstanceLoaded",
            "InstanceFinished",
            "RunFinished");
  }

  @Test
  void aRecordedCounterexampleIsReplayedStepByStep() throws Exception {
    Target target = target(Greeting.class, "twoGuests");
    InstanceResult recorded = check(request(target)).get(0);
    events.clear();
    EngineProcess.ReplayResult replayed =
        new EngineProcess(launch(PATIENCE))
            .replay(
                new ReplayRequest(
                    target,
                    request(target).classPath(),
                    recorded.violation().orElseThrow().trace().orElseThrow()),
                events::add);
    assertThat(replayed.mistake()).isEmpty();
    assertThat(replayed.outcome().orElseThrow().reproduced()).isTrue();
    assertThat(events)
        .filteredOn(Event.Stepped.class::isInstance)
        .extracting(e -> ((Event.Stepped) e).step())
        .containsExactlyElementsOf(recorded.violation().get().trace().get().steps());
  }

  @Test
  void modesAreComparedInOneProcess() throws Exception {
    List<ComparisonResult> results =
        new EngineProcess(launch(PATIENCE))
            .compare(
                comparison(
                    Budget.UNBOUNDED,
                    target(Greeting.class, "oneGuest"),
                    target(Greeting.class, "twoGuests")),
                events::add);
    assertThat(results)
        .extracting(ComparisonResult::verdict)
        .containsExactly(Verdict.VERIFIED, Verdict.VIOLATED);
    assertThat(results.get(0).modes()).allMatch(mode -> mode.figures().states() == 4);
    assertThat(results.get(0).modes()).allMatch(mode -> mode.millis().size() == 2);
    assertThat(events)
        .filteredOn(Event.ModeStarted.class::isInstance)
        .startsWith(
            new Event.ModeStarted("stateful", 0),
            new Event.ModeStarted("dbss", 0),
            new Event.ModeStarted("stateful", 1),
            new Event.ModeStarted("dbss", 1),
            new Event.ModeStarted("dbss", 2),
            new Event.ModeStarted("stateful", 2));
    assertThat(kinds()).containsOnlyOnce("Connected", "RunFinished");
  }

  @Test
  void aComparisonThatCannotGoOnIsAnErrorOfThatInstanceAlone() throws Exception {
    Budget aMoment =
        new Budget(
            Optional.empty(),
            Optional.of(Duration.ofMillis(100)),
            Optional.empty(),
            Optional.empty());
    EngineLaunch.Patience little =
        new EngineLaunch.Patience(PATIENCE.connect(), Duration.ofSeconds(2), PATIENCE.silence());
    List<ComparisonResult> results =
        new EngineProcess(launch(little))
            .compare(
                comparison(
                    aMoment,
                    target(Unruly.class, "recursesWithoutEnd"),
                    target(Unruly.class, "fillsTheHeap"),
                    target(Unruly.class, "exits"),
                    target(Unruly.class, "neverReturns"),
                    target(Unruly.class, "fine")),
                events::add);
    assertThat(results)
        .extracting(ComparisonResult::verdict)
        .containsExactly(
            Verdict.ERROR, Verdict.ERROR, Verdict.ERROR, Verdict.ERROR, Verdict.VERIFIED);
    assertThat(results.subList(0, 4))
        .extracting(result -> result.error().orElseThrow().message())
        .satisfiesExactly(
            recursion -> assertThat(recursion).contains("StackOverflowError"),
            heap -> assertThat(heap).contains("-Dparley.heap"),
            exit -> assertThat(exit).contains("ended with exit code 42"),
            spin -> assertThat(spin).contains("time budget of 100 ms"));
  }

  @Test
  void whatAProtocolPrintsArrivesAsLines() throws Exception {
    check(request(target(Greeting.class, "printing")));
    assertThat(events)
        .contains(new Event.Output("to standard output"), new Event.Output("to standard error"));
  }

  @Test
  void aFullHeapIsAnExhaustedBudgetAndTheNextInstanceIsCheckedInTheSameProcess() throws Exception {
    List<InstanceResult> results =
        check(request(target(Unruly.class, "fillsTheHeap"), target(Unruly.class, "fine")));
    assertThat(results.get(0).verdict()).isEqualTo(Verdict.BUDGET_EXHAUSTED);
    assertThat(results.get(0).exhausted()).contains(Budget.Kind.MEMORY);
    assertThat(results.get(0).warnings()).singleElement().asString().contains("-Dparley.heap");
    assertThat(results.get(1).verdict()).isEqualTo(Verdict.VERIFIED);
    assertThat(events).containsOnlyOnce(new Event.RunFinished());
  }

  @Test
  void endlessRecursionWhileLoadingIsAnErrorOfThatInstanceAlone() throws Exception {
    List<InstanceResult> results =
        check(request(target(Unruly.class, "recursesWithoutEnd"), target(Unruly.class, "fine")));
    assertThat(results.get(0).verdict()).isEqualTo(Verdict.ERROR);
    assertThat(error(results.get(0)).place()).startsWith(Unruly.class.getName());
    assertThat(results.get(1).verdict()).isEqualTo(Verdict.VERIFIED);
  }

  @Test
  void aProcessThatDiesCostsTheRunningInstanceAlone() throws Exception {
    List<InstanceResult> results =
        check(
            request(
                target(Unruly.class, "fine"),
                target(Unruly.class, "exits"),
                target(Greeting.class, "oneGuest")));
    assertThat(results)
        .extracting(InstanceResult::verdict)
        .containsExactly(Verdict.VERIFIED, Verdict.ERROR, Verdict.VERIFIED);
    assertThat(error(results.get(1)).message())
        .contains("ended with exit code 42 while checking Unruly / exits")
        .contains("System.exit");
    assertThat(results.get(1).description().instance()).isEqualTo("exits");
  }

  @Test
  void aHandlerThatNeverReturnsIsStoppedAndNamedAfterItsTimeBudget() throws Exception {
    Budget aMoment =
        new Budget(
            Optional.empty(),
            Optional.of(Duration.ofMillis(100)),
            Optional.empty(),
            Optional.empty());
    List<InstanceResult> results =
        check(
            new EngineLaunch.Patience(
                PATIENCE.connect(), Duration.ofSeconds(2), PATIENCE.silence()),
            request(aMoment, target(Unruly.class, "neverReturns"), target(Unruly.class, "fine")));
    assertThat(results.get(0).verdict()).isEqualTo(Verdict.ERROR);
    Mistake mistake = error(results.get(0));
    assertThat(mistake.place()).isEqualTo(Unruly.class.getName() + "$Spinning.spin");
    assertThat(mistake.message())
        .contains("User code did not return: Unruly / neverReturns")
        .contains("time budget of 100 ms");
    assertThat(mistake.details())
        .contains("Unruly$Spinning.spin")
        .doesNotContain(EngineMain.class.getName());
    assertThat(results.get(1).verdict()).isEqualTo(Verdict.VERIFIED);
  }

  @Test
  void anInstanceThatIsNeverBuiltIsStoppedAfterALongSilence() throws Exception {
    List<InstanceResult> results =
        check(
            new EngineLaunch.Patience(PATIENCE.connect(), PATIENCE.grace(), Duration.ofSeconds(3)),
            request(target(Unruly.class, "neverBuilt")));
    assertThat(error(results.get(0)).place()).isEqualTo(Unruly.class.getName() + ".neverBuilt");
    assertThat(error(results.get(0)).message()).contains("after a silence of 3 s");
  }

  @Test
  void aProtocolClassThatIsNotThereIsAnErrorThatNamesIt() throws Exception {
    List<InstanceResult> results =
        check(request(new Target("gone", "demo.Gone", "any", List.of("slow"))));
    assertThat(error(results.get(0)).message()).contains("The class demo.Gone is not on");
    assertThat(results.get(0).description().tags()).containsExactly("slow");
  }

  @Test
  void aMissingJavaIsReportedWithItsPath() {
    EngineLaunch launch =
        new EngineLaunch(
            Path.of("no", "such", "java"),
            Path.of("."),
            Optional.empty(),
            List.of(),
            OptionalInt.empty(),
            PATIENCE);
    assertThatThrownBy(() -> check(launch))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("Cannot start the engine's process with")
        .hasMessageContaining("such");
  }

  @Test
  void anArgumentJavaRefusesIsReportedWithWhatJavaSays() {
    assertThatThrownBy(() -> check(launch(PATIENCE, "-XX:+NoSuchOption")))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("ended with exit code 1 before it was ready")
        .hasMessageContaining("NoSuchOption");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aProcessThatNeverConnectsIsGivenUp(@TempDir Path directory) throws IOException {
    Path sleeper = directory.resolve("java");
    Files.writeString(sleeper, "#!/bin/sh\nexec sleep 600\n");
    Files.setPosixFilePermissions(sleeper, PosixFilePermissions.fromString("rwx------"));
    EngineLaunch launch =
        new EngineLaunch(
            sleeper,
            directory,
            Optional.empty(),
            List.of(),
            OptionalInt.empty(),
            new EngineLaunch.Patience(Duration.ofSeconds(1), PATIENCE.grace(), PATIENCE.silence()));
    assertThatThrownBy(() -> check(launch))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("did not connect within 1 s");
    assertThat(ProcessHandle.current().children())
        .noneMatch(
            child ->
                child.isAlive()
                    && child.info().command().filter(c -> c.endsWith("sleep")).isPresent());
  }

  @Test
  void anInterruptedCallerStopsTheProcess() throws Exception {
    Thread caller = Thread.currentThread();
    assertThatThrownBy(
            () ->
                new EngineProcess(launch(PATIENCE))
                    .check(
                        request(target(Unruly.class, "neverBuilt")), event -> caller.interrupt()))
        .isInstanceOf(InterruptedException.class);
    for (ProcessHandle child : ProcessHandle.current().children().toList()) {
      child.onExit().get();
    }
  }

  private List<InstanceResult> check(CheckRequest request) throws Exception {
    return check(PATIENCE, request);
  }

  private List<InstanceResult> check(EngineLaunch.Patience patience, CheckRequest request)
      throws Exception {
    return new EngineProcess(launch(patience)).check(request, events::add);
  }

  private List<InstanceResult> check(EngineLaunch launch) throws Exception {
    return new EngineProcess(launch).check(request(target(Unruly.class, "fine")), events::add);
  }

  private List<String> kinds() {
    return events.stream().map(e -> e.getClass().getSimpleName()).toList();
  }

  private static Mistake error(InstanceResult result) {
    return result.error().orElseThrow();
  }
}
