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
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.options.Walks;
import dev.parley.engine.result.ComparisonResult;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Mistake;
import dev.parley.engine.result.WalkFigures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Every test runs the engine in a real process. */
class EngineProcessTest {
  @Test
  void randomWalksCrossTheWire() throws Exception {
    CheckRequest searched = request(target(Greeting.class, "oneGuest"));
    Walks walks = new Walks(Walks.Schedule.MIXED, 5, 20, 10);
    CheckRequest walked =
        new CheckRequest(
            searched.targets(),
            searched.classPath(),
            searched.defaultBudget(),
            searched.overridingBudget(),
            SearchMode.SIMULATE.options().withWalks(Optional.of(walks)),
            searched.progressInterval());
    InstanceResult result = new EngineProcess(launch(PATIENCE)).check(walked, event -> {}).get(0);
    assertThat(result.error()).isEmpty();
    assertThat(result.exhausted()).contains(Budget.Kind.WALKS);
    WalkFigures figures = result.profile().walks().orElseThrow();
    assertThat(List.of(figures.seed(), figures.asked(), figures.walks()))
        .containsExactly(5L, 20L, 20L);
    assertThat(figures.samples()).isNotEmpty();
  }

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
            Optional.of(Duration.ofSeconds(1)),
            Optional.empty(),
            Optional.empty());
    EngineLaunch.Patience little =
        new EngineLaunch.Patience(
            PATIENCE.connect(), Optional.of(Duration.ofSeconds(2)), PATIENCE.silence());
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
            spin -> assertThat(spin).contains("2 s (grace) after its time budget of 1 s was over"));
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
            Optional.of(Duration.ofSeconds(1)),
            Optional.empty(),
            Optional.empty());
    List<InstanceResult> results =
        check(
            new EngineLaunch.Patience(
                PATIENCE.connect(), Optional.of(Duration.ofSeconds(2)), PATIENCE.silence()),
            request(aMoment, target(Unruly.class, "neverReturns"), target(Unruly.class, "fine")));
    assertThat(results.get(0).verdict()).isEqualTo(Verdict.ERROR);
    Mistake mistake = error(results.get(0));
    assertThat(mistake.place()).isEqualTo(Unruly.class.getName() + "$Spinning.spin");
    assertThat(mistake.message())
        .contains("User code did not return: Unruly / neverReturns")
        .contains("time budget of 1 s");
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
    assertThat(error(results.get(0)).message()).contains("gave no sign for 3 s (silence)");
  }

  @Test
  void codeThatLaysAnInstanceOutIsBoundedByTheTimeBudgetToo() throws Exception {
    Budget aMoment = time(Duration.ofSeconds(1));
    List<InstanceResult> results =
        check(
            new EngineLaunch.Patience(
                PATIENCE.connect(), Optional.of(Duration.ofSeconds(2)), Duration.ofDays(1)),
            request(
                aMoment,
                target(Unruly.class, "neverBuilt"),
                target(Unruly.class, "neverInitialised"),
                target(Unruly.class, "fine")));
    assertThat(results)
        .extracting(InstanceResult::verdict)
        .containsExactly(Verdict.ERROR, Verdict.ERROR, Verdict.VERIFIED);
    assertThat(error(results.get(0)).message())
        .contains("was still being laid out 2 s (grace) after its time budget of 1 s");
    assertThat(error(results.get(1)).place())
        .isEqualTo(Unruly.class.getName() + "$Endless.forever");
  }

  @Test
  void aStepThatAllocatesWithoutEndIsNamed() throws Exception {
    List<InstanceResult> results = check(request(target(Unruly.class, "allocatesWithoutEnd")));
    assertThat(results.get(0).verdict()).isEqualTo(Verdict.BUDGET_EXHAUSTED);
    assertThat(results.get(0).warnings())
        .singleElement()
        .asString()
        .contains(Unruly.class.getName() + "$Hoarding.hoard: see whether it allocates without end");
  }

  @Test
  void theVerdictIsToldBeforeTheSteps() throws Exception {
    check(request(target(Greeting.class, "twoGuests")));
    assertThat(kinds()).containsSubsequence("Found", "InstanceFinished");
    InstanceResult found =
        events.stream()
            .filter(Event.Found.class::isInstance)
            .map(e -> ((Event.Found) e).result())
            .findFirst()
            .orElseThrow();
    assertThat(found.verdict()).isEqualTo(Verdict.VIOLATED);
    assertThat(found.violation().orElseThrow().trace()).isEmpty();
  }

  @Test
  void aProcessThatDiesWhileItTellsTheStepsLosesTheStepsAlone() throws Exception {
    List<InstanceResult> results =
        checkKilling(
            event -> event instanceof Event.Found,
            target(Unruly.class, "tellsTooMuch"),
            target(Greeting.class, "oneGuest"));
    assertThat(results)
        .extracting(InstanceResult::verdict)
        .containsExactly(Verdict.VIOLATED, Verdict.VERIFIED);
    assertThat(results.get(0).violation().orElseThrow().property()).isEqualTo("fewTurns");
    assertThat(results.get(0).warnings())
        .anySatisfy(
            w -> assertThat(w).contains("steps that lead there are missing").contains("(killed)"));
  }

  /** Kills the engine as soon as something happens, before anything that follows is heard. */
  private List<InstanceResult> checkKilling(Predicate<Event> when, Target... targets)
      throws Exception {
    boolean[] killed = {false};
    return new EngineProcess(launch(PATIENCE))
        .check(
            request(targets),
            event -> {
              events.add(event);
              if (!killed[0] && when.test(event)) {
                killed[0] = true;
                killChildren();
              }
            });
  }

  private static void killChildren() {
    List<ProcessHandle> children = ProcessHandle.current().children().toList();
    children.forEach(ProcessHandle::destroyForcibly);
    children.forEach(child -> child.onExit().join());
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aReplacementThatCannotBeStartedCostsNoResult(@TempDir Path directory) throws Exception {
    Path java = directory.resolve("java");
    Path used = directory.resolve("used");
    Files.writeString(
        java,
        "#!/bin/sh\n[ -e "
            + used
            + " ] && kill -9 $$\ntouch "
            + used
            + "\nexec "
            + ForkFixtures.java()
            + " \"$@\"\n");
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
    EngineLaunch once = launch(PATIENCE);
    EngineLaunch launch =
        new EngineLaunch(
            java,
            once.directory(),
            once.heap(),
            once.jvmArguments(),
            once.debugPort(),
            once.patience());
    List<InstanceResult> results =
        new EngineProcess(launch)
            .check(
                request(
                    target(Greeting.class, "twoGuests"),
                    target(Unruly.class, "exits"),
                    target(Greeting.class, "oneGuest")),
                events::add);
    assertThat(results)
        .extracting(InstanceResult::verdict)
        .containsExactly(Verdict.VIOLATED, Verdict.ERROR, Verdict.ERROR);
    assertThat(results.get(0).violation().orElseThrow().trace()).isPresent();
    assertThat(error(results.get(2)).message())
        .contains("It was not checked")
        .contains("ended with exit code 137 (killed) before it was ready");
  }

  @Test
  void aResultTooLargeForTheHeapKeepsItsVerdict() throws Exception {
    List<InstanceResult> results =
        check(request(target(Unruly.class, "tellsTooMuch"), target(Unruly.class, "fine")));
    assertThat(results)
        .extracting(InstanceResult::verdict)
        .containsExactly(Verdict.VIOLATED, Verdict.VERIFIED);
    assertThat(results.get(0).warnings())
        .anySatisfy(w -> assertThat(w).containsIgnoringCase("steps").contains("heap"));
  }

  @Test
  void theGraceIsAsLongAsTheBudgetWithinBounds() {
    EngineLaunch.Patience patience = EngineLaunch.Patience.DEFAULT;
    assertThat(patience.graceAfter(Duration.ofMillis(5))).isEqualTo(Duration.ofSeconds(10));
    assertThat(patience.graceAfter(Duration.ofSeconds(30))).isEqualTo(Duration.ofSeconds(30));
    assertThat(patience.graceAfter(Duration.ofHours(1))).isEqualTo(Duration.ofSeconds(60));
    assertThat(
            patience
                .withGrace(Optional.of(Duration.ofSeconds(1)))
                .graceAfter(Duration.ofSeconds(30)))
        .isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void argumentFilesOfProcessesThatAreGoneAreRemoved() throws Exception {
    Process gone = new ProcessBuilder(ForkFixtures.java().toString(), "-version").start();
    gone.waitFor();
    Path left = Files.createTempFile("parley-" + gone.pid() + "-", ".args");
    Path mine = Files.createTempFile("parley-" + ProcessHandle.current().pid() + "-", ".args");
    try {
      check(request(target(Greeting.class, "oneGuest")));
      assertThat(left).doesNotExist();
      assertThat(mine).exists();
    } finally {
      Files.deleteIfExists(left);
      Files.deleteIfExists(mine);
    }
  }

  private static Budget time(Duration most) {
    return new Budget(Optional.empty(), Optional.of(most), Optional.empty(), Optional.empty());
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
    // It was killed. When the system is done with it is up to the system.
    for (ProcessHandle child : ProcessHandle.current().children().toList()) {
      if (child.info().command().filter(c -> c.endsWith("sleep")).isPresent()) {
        assertThat(child.onExit()).succeedsWithin(PATIENCE.grace().orElseThrow());
      }
    }
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
