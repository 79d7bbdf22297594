package dev.parley.engine.internal.peer;

import static dev.parley.engine.internal.peer.Conversations.COUNTER;
import static dev.parley.engine.internal.peer.Conversations.LOG;
import static dev.parley.engine.internal.peer.Conversations.check;
import static dev.parley.engine.internal.peer.Conversations.model;
import static dev.parley.engine.internal.peer.Conversations.shell;
import static dev.parley.engine.internal.peer.Conversations.use;
import static dev.parley.engine.reference.Models.invariant;
import static dev.parley.engine.reference.Models.loaded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.api.Faults;
import dev.parley.api.Node;
import dev.parley.api.PeerProgram;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import dev.parley.engine.internal.InstanceCheck;
import dev.parley.engine.internal.peer.Conversations.Answer;
import dev.parley.engine.internal.peer.Conversations.Line;
import dev.parley.engine.internal.peer.Conversations.Program;
import dev.parley.engine.internal.peer.Conversations.Speaker;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.ScrutinyOptions;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.PeerUse;
import dev.parley.engine.result.Progress;
import dev.parley.engine.result.ProgressListener;
import dev.parley.engine.result.PropertyResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is learnt of programs, what it rests on, and how it is kept. */
class KnowledgeTest {
  private static final Property ANY = invariant("any", w -> true);

  @TempDir private Path directory;

  /** The program of the paper's Figure 4: it answers 'b' only if it was read before. */
  private static final String FIGURE_4 =
      "while read -r line; do case $line in hello) echo ok;; poll) s=1; echo a;; 0) z=1; echo ok;;"
          + " read) if [ -n \"$s\" ]; then echo b; else echo a; fi;;"
          + " tell) echo \"$s-$z\";; same) echo ?;; esac; done";

  /** Reads early or waits for a time-out, and forgets which of them it was. */
  static final class Impatient extends Node {
    private enum Phase {
      BEGIN,
      GREETING,
      READY,
      POLLING,
      GO,
      WRITING,
      READING,
      DONE
    }

    private Phase phase = Phase.BEGIN;
    private String last = "";

    @Step(when = "begins")
    void greet() {
      say(Phase.GREETING, "hello");
    }

    boolean begins() {
      return phase == Phase.BEGIN;
    }

    @Step(when = "isReady")
    void timeOut() {
      phase = Phase.GO;
    }

    @Step(when = "isReady")
    void readEarly() {
      say(Phase.POLLING, "poll");
    }

    boolean isReady() {
      return phase == Phase.READY;
    }

    @Step(when = "goes")
    void write() {
      say(Phase.WRITING, "0");
    }

    boolean goes() {
      return phase == Phase.GO;
    }

    @Receive
    void answer(Answer answer) {
      switch (phase) {
        case GREETING -> phase = Phase.READY;
        case POLLING -> phase = Phase.GO;
        case WRITING -> say(Phase.READING, "read");
        default -> {
          phase = Phase.DONE;
          last = answer.reply().text().strip();
        }
      }
    }

    private void say(Phase next, String line) {
      phase = next;
      sendToAll(Program.class, new Line(line));
    }
  }

  private static Model figure4(PeerProgram program) {
    return loaded(
        new Topology().add(new Impatient()).add(new Program(program)),
        invariant(
            "neverB", w -> w.nodes(Impatient.class).stream().noneMatch(i -> i.last.equals("b"))));
  }

  @Test
  void theFaultOfFigure4IsFoundWithTheHistoryAndMissedWithoutIt() {
    assertThat(check(figure4(shell(FIGURE_4)), SearchOptions.DEFAULT).verdict())
        .isEqualTo(Verdict.VIOLATED);
    assertThat(probedBy("tell\n", false).verdict()).isEqualTo(Verdict.VIOLATED);
    assertThat(probedBy("same\n", true).verdict()).isEqualTo(Verdict.VERIFIED);
  }

  @Test
  void aHistoryIsNeverTakenForAuxiliary() {
    SearchOptions inferring = SearchOptions.DEFAULT.withInference(ScrutinyOptions.Inference.ON);

    assertThat(check(figure4(shell(FIGURE_4)), inferring).verdict()).isEqualTo(Verdict.VIOLATED);
  }

  @Test
  void aProbeThatTellsTooLittleIsFoundOut() {
    InstanceResult result = probedBy("same\n", false);

    assertThat(result.verdict()).isEqualTo(Verdict.ERROR);
    assertThat(result.error().orElseThrow().message())
        .contains("the probe does not tell the whole state")
        .contains("use a probe that tells more");
  }

  private static InstanceResult probedBy(String probe, boolean trusted) {
    Model model = figure4(shell(FIGURE_4).history(PeerProgram.History.probed(probe)));
    if (trusted) {
      model.setting().peers().trustProbes();
    }
    return check(model, SearchOptions.DEFAULT);
  }

  @Test
  void aLinearCacheServesOneTraceAndRefusesASecond() {
    InstanceResult one =
        check(model(shell(LOG).linear(), ANY, new Speaker("a", "b")), SearchOptions.DEFAULT);
    assertThat(one.verdict()).isEqualTo(Verdict.VERIFIED);
    assertThat(one.figures())
        .usingRecursiveComparison()
        .ignoringFields("millis", "storeBytes")
        .isEqualTo(
            check(model(shell(LOG), ANY, new Speaker("a", "b")), SearchOptions.DEFAULT).figures());

    InstanceResult two =
        check(
            model(shell(LOG).linear(), ANY, new Speaker("a"), new Speaker("b")),
            SearchOptions.DEFAULT);
    assertThat(two.verdict()).isEqualTo(Verdict.ERROR);
    assertThat(two.error().orElseThrow().message())
        .contains("more than one trace; take linear() off");
  }

  /** Figure 6: the first answer decides on all that follow. */
  private static final String FIGURE_6 =
      "while read -r line; do case $line in"
          + " 0) b=$(($(od -An -N1 -tu1 /dev/urandom) % 2)); [ $b = 0 ] && echo a || echo b;;"
          + " *) [ $b = 0 ] && echo c || echo d;; esac; done";

  @Test
  void ofAProgramThatDecidesByItselfEveryAnswerSeenIsExploredAndNoMixture() {
    PeerProgram program = shell(FIGURE_6).nonDeterministic(12).pool(2);
    InstanceResult clean =
        check(
            model(program, invariant("noMixture", KnowledgeTest::noMixture), new Speaker("0", "1")),
            SearchOptions.DEFAULT);

    assertThat(clean.verdict()).as("%s", clean).isEqualTo(Verdict.BUDGET_EXHAUSTED);
    assertThat(clean.exhausted()).contains(Budget.Kind.PEERS);
    assertThat(use(clean).deterministic()).isFalse();
    assertThat(use(clean).traces()).isEqualTo(2);
    assertThat(clean.warnings()).anyMatch(w -> w.contains("there may be other answers"));
    for (String seen : List.of("c", "d")) {
      Property never =
          invariant(
              "never",
              w -> w.nodes(Speaker.class).stream().noneMatch(s -> s.heard().contains(seen)));
      assertThat(
              check(model(program, never, new Speaker("0", "1")), SearchOptions.DEFAULT).verdict())
          .isEqualTo(Verdict.VIOLATED);
    }
  }

  private static boolean noMixture(World world) {
    return world.nodes(Speaker.class).stream()
        .map(Speaker::heard)
        .noneMatch(heard -> heard.equals(List.of("a", "d")) || heard.equals(List.of("b", "c")));
  }

  @Test
  void aRequestCanResetAProgramAndOneThatForgetsTooLittleIsFoundOut() {
    String log =
        "all=; while read -r line; do case $line in reset) FORGET echo ok;;"
            + " *) all=\"$all$line\"; echo \"$all\";; esac; done";
    InstanceResult right =
        check(
            model(
                shell(log.replace("FORGET", "all=;")).resetBy("reset\n").pool(1),
                ANY,
                new Speaker("a", "b"),
                new Speaker("c")),
            SearchOptions.DEFAULT);
    InstanceResult wrong =
        check(
            model(
                shell(log.replace("FORGET", "")).resetBy("reset\n").pool(1),
                ANY,
                new Speaker("a", "b"),
                new Speaker("c")),
            SearchOptions.DEFAULT);

    assertThat(right.verdict()).as("%s", right).isEqualTo(Verdict.VERIFIED);
    assertThat(use(right).effort().starts()).isEqualTo(1);
    assertThat(use(right).effort().resets()).isPositive();
    assertThat(wrong.verdict()).isEqualTo(Verdict.ERROR);
    assertThat(wrong.error().orElseThrow().message()).contains("answers differently");
  }

  @Test
  void strategiesOfCheckpointsTakeFewerAndFewer() {
    PeerProgram program = shell(FIGURE_6).nonDeterministic(12).pool(2);
    InstanceResult result =
        check(model(program, ANY, new Speaker("0", "1"), new Speaker("2")), SearchOptions.DEFAULT);

    PeerUse.Checkpoints checkpoints = use(result).checkpoints();
    assertThat(result.figures().states()).isGreaterThan(checkpoints.ioOnly());
    assertThat(checkpoints.ioOnly()).isGreaterThanOrEqualTo(checkpoints.ndOnly());
    assertThat(checkpoints.ndOnly()).isGreaterThan(1);
    assertThat(checkpoints.physical()).isZero();
  }

  @Test
  void aSecondCheckNeedsNoProcess() throws IOException {
    PeerProgram program = shell(LOG).keptIn(directory.toString());
    InstanceResult first =
        check(model(program, ANY, new Speaker("a", "b"), new Speaker("c")), SearchOptions.DEFAULT);
    InstanceResult second =
        check(model(program, ANY, new Speaker("a", "b"), new Speaker("c")), SearchOptions.DEFAULT);

    assertThat(use(first).effort().requests()).isPositive();
    assertThat(use(second).effort().sent()).isZero();
    assertThat(use(second).effort().starts()).isZero();
    assertThat(use(second).audit().starts()).isZero();
    assertThat(use(second).recalled()).isEqualTo(use(first).effort().requests());
    assertThat(second.figures().states()).isEqualTo(first.figures().states());
    assertThat(files()).hasSize(1);

    InstanceResult more =
        check(model(program, ANY, new Speaker("a", "b"), new Speaker("d")), SearchOptions.DEFAULT);
    assertThat(use(more).effort().requests()).isPositive();
    assertThat(use(more).recalled()).isPositive();
    assertThat(files()).hasSize(1);
  }

  @Test
  void aDamagedOrForeignFileIsReportedAndLeftAlone() throws IOException {
    PeerProgram program = shell(LOG).keptIn(directory.toString());
    check(model(program, ANY, new Speaker("a")), SearchOptions.DEFAULT);
    Path file = files().get(0);
    String whole = Files.readString(file);
    for (String other :
        List.of(
            whole.replace("ANSWERED", "CRASHED"),
            whole.substring(0, whole.length() / 2),
            "",
            "something else",
            whole.replaceFirst("parley-peer \\d+", "parley-peer 99"))) {
      Files.writeString(file, other, StandardCharsets.US_ASCII);
      InstanceResult result = check(model(program, ANY, new Speaker("a")), SearchOptions.DEFAULT);

      assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
      assertThat(use(result).effort().requests()).isPositive();
      assertThat(result.warnings()).anyMatch(w -> w.contains("were not used, because the file"));
      assertThat(file).hasContent(other);
    }
  }

  @Test
  void anotherContentOfTheProgramsFilesIsAnotherProgram() throws IOException {
    Path script = directory.resolve("script");
    Files.writeString(script, LOG);
    PeerProgram program =
        PeerProgram.command("sh", script.toString()).keptIn(directory.resolve("kept").toString());
    check(model(program, ANY, new Speaker("a")), SearchOptions.DEFAULT);
    Files.writeString(script, LOG.replace("$all$line", "$line$all"));
    InstanceResult changed = check(model(program, ANY, new Speaker("a")), SearchOptions.DEFAULT);

    assertThat(use(changed).recalled()).isZero();
    assertThat(use(changed).effort().requests()).isPositive();
  }

  /** Wherever the command or the environment names it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "exec sh %s",
        "exec sh '%s'",
        "exec sh \"%s\"",
        "FILE=%s; exec sh $FILE",
        "cat /dev/null;sh<%s",
      })
  void aFileThatIsNamedWithinAnArgumentDecidesOnAnswers(String command) throws IOException {
    Path script = Files.writeString(directory.resolve("script"), "read -r l; echo 1");
    PeerProgram program = PeerProgram.command("sh", "-c", command.formatted(script));
    String before = ProgramKey.of(program);
    Files.writeString(script, "read -r l; echo 2");

    assertThat(ProgramKey.of(program)).isNotEqualTo(before);
  }

  @Test
  void aFileThatTheEnvironmentNamesDecidesOnAnswers() throws IOException {
    Path file = Files.writeString(directory.resolve("settings"), "1");
    PeerProgram program = shell(LOG).environment("SETTINGS", "file:" + file);
    String before = ProgramKey.of(program);
    Files.writeString(file, "2");

    assertThat(ProgramKey.of(program)).isNotEqualTo(before);
  }

  @Test
  void aDeclaredFileIsFoundByARelativeNameAndMustExist() throws IOException {
    Path file = Files.createTempFile(Path.of("target"), "declared", ".txt");
    PeerProgram program = shell(LOG).dependsOn(file.toString());
    String before = ProgramKey.of(program);
    Files.writeString(file, "2");

    assertThat(file).isRelative();
    assertThat(ProgramKey.of(program)).isNotEqualTo(before);
    Files.delete(file);
    assertThatThrownBy(() -> ProgramKey.of(program))
        .isInstanceOf(PeerException.class)
        .hasMessageContaining("which does not exist");
  }

  @Test
  void whatIsBehindALinkDecidesOnAnswers() throws IOException {
    Path classes = Files.createDirectory(directory.resolve("classes"));
    Path file = Files.writeString(classes.resolve("Server.class"), "1");
    Path link = Files.createSymbolicLink(directory.resolve("current"), classes);
    PeerProgram program = PeerProgram.command("java", "-cp", link + ":/nowhere", "Server");
    String before = ProgramKey.of(program);
    Files.writeString(file, "2");

    assertThat(ProgramKey.of(program)).isNotEqualTo(before);
  }

  private static Property promise(Property.Kind kind, Predicate<World> kept) {
    return Property.of("promise", kind, kept);
  }

  private static PropertyResult.Status status(InstanceResult result) {
    return result.properties().get(0).outcome();
  }

  private static boolean hasHeard(World w, String answer) {
    return w.nodes(Speaker.class).get(0).heard().contains(answer);
  }

  @Test
  void aRunThatBreaksAPromiseIsFoundThoughOtherAnswersMayBeMissing() {
    InstanceResult result =
        check(
            model(
                shell(COUNTER).nonDeterministic(2),
                promise(Property.Kind.EVENTUALLY, w -> hasHeard(w, "9")),
                new Speaker("a", "b")),
            SearchOptions.DEFAULT);

    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VIOLATED);
    assertThat(status(result)).isEqualTo(PropertyResult.Status.VIOLATED);
  }

  @Test
  void aPromiseThatIsKeptByAllAnswersThatWereSeenIsNotDecided() {
    InstanceResult result =
        check(
            model(
                shell(COUNTER).nonDeterministic(2),
                promise(Property.Kind.EVENTUALLY, w -> hasHeard(w, "2")),
                new Speaker("a", "b")),
            SearchOptions.DEFAULT);

    assertThat(result.verdict()).isEqualTo(Verdict.BUDGET_EXHAUSTED);
    assertThat(status(result)).isEqualTo(PropertyResult.Status.UNDECIDED);
  }

  /** An answer that was not seen may make it possible. */
  @Test
  void thatSomethingIsImpossibleIsNotDecidedWhereAnswersMayBeMissing() {
    InstanceResult result =
        check(
            model(
                shell(COUNTER).nonDeterministic(2),
                promise(Property.Kind.POSSIBLE, w -> hasHeard(w, "9")),
                new Speaker("a", "b")),
            SearchOptions.DEFAULT);

    assertThat(result.verdict()).isEqualTo(Verdict.BUDGET_EXHAUSTED);
    assertThat(status(result)).isEqualTo(PropertyResult.Status.UNDECIDED);
  }

  /** A step of which not all is known leads to its own state, which no run really does. */
  @ParameterizedTest
  @EnumSource(names = {"EVENTUALLY", "POSSIBLE"})
  void noPromiseIsBrokenByTheBoundOfHistories(Property.Kind kind) {
    InstanceResult result =
        check(
            model(
                shell(COUNTER).maxHistory(2),
                promise(kind, w -> hasHeard(w, "4")),
                new Speaker("a", "b", "c", "d")),
            SearchOptions.DEFAULT);

    assertThat(result.verdict()).isEqualTo(Verdict.BUDGET_EXHAUSTED);
    assertThat(status(result)).isEqualTo(PropertyResult.Status.UNDECIDED);
  }

  /** Where answers may be missing, a set of faults may break what it was not seen to break. */
  @Test
  void noSetOfFaultsIsCalledHarmlessWhereAnswersMayBeMissing() {
    Topology topology = new Topology().add(new Speaker("a"));
    topology.add(new Program(shell(COUNTER).nonDeterministic(2)));
    Property once = invariant("once", w -> !hasHeard(w, "2"));
    InstanceResult result =
        check(loaded(topology.faults(Faults.none().duplicate(1)), once), SearchOptions.DEFAULT);

    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VIOLATED);
    assertThat(result.breakingFaults()).hasSize(1);
    assertThat(result.harmlessFaults()).isEmpty();
    assertThat(result.warnings()).anyMatch(w -> w.contains("may answer differently each time"));
  }

  @Test
  void anAuditThatTakesTooLongIsCutShortAndTheVerdictSaysSo() throws IOException {
    // One answer as long as the budget, so that nothing is left to see it again.
    PeerProgram slow =
        shell("read -r line; sleep 1; echo x; read -r line").keptIn(directory.toString());
    SearchOptions options =
        SearchOptions.DEFAULT.withBudget(
            new Budget(
                Optional.empty(),
                Optional.of(Duration.ofMillis(900)),
                Optional.empty(),
                Optional.empty()));
    InstanceResult verified = check(model(slow, ANY, new Speaker("a")), options);
    InstanceResult violated =
        check(model(slow, invariant("silent", KnowledgeTest::isSilent), new Speaker("a")), options);

    assertThat(verified.verdict()).as("%s", verified).isEqualTo(Verdict.BUDGET_EXHAUSTED);
    assertThat(verified.exhausted()).contains(Budget.Kind.TIME);
    assertThat(violated.verdict()).as("%s", violated).isEqualTo(Verdict.VIOLATED);
    for (InstanceResult result : List.of(verified, violated)) {
      assertThat(result.warnings())
          .contains("no time was left to see 1 trace of external programs a second time");
      assertThat(use(result).audit().starts()).isZero();
    }
    assertThat(files()).isEmpty();
  }

  /** The third process and later ones are slow: those of the audit. */
  @Test
  void aSearchThatWasCompleteIsNotVerifiedIfItsAuditWasCutShort() {
    String slowLater = "echo x >>$STARTS; [ $(grep -c x $STARTS) -gt 2 ] && sleep 4;" + LOG;
    PeerProgram program =
        shell(slowLater).environment("STARTS", directory.resolve("starts").toString());
    SearchOptions options =
        SearchOptions.DEFAULT.withBudget(
            new Budget(
                Optional.empty(),
                Optional.of(Duration.ofMillis(3_900)),
                Optional.empty(),
                Optional.empty()));
    InstanceResult result = check(model(program, ANY, new Speaker("a"), new Speaker("b")), options);

    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.BUDGET_EXHAUSTED);
    assertThat(result.exhausted()).contains(Budget.Kind.TIME);
    assertThat(result.warnings()).anyMatch(w -> w.startsWith("no time was left to see "));
  }

  private static boolean isSilent(World world) {
    return world.nodes(Program.class).stream()
        .allMatch(program -> PeerProgram.histories(program).isEmpty());
  }

  @Test
  void anAuditTellsHowFarItIs() {
    List<Progress.Phase> heard = new ArrayList<>();
    ProgressListener listener = progress -> heard.add(progress.phase());
    new InstanceCheck(
            model(shell(LOG), ANY, new Speaker("a"), new Speaker("b")),
            SearchOptions.DEFAULT,
            listener)
        .run();

    assertThat(heard).contains(Progress.Phase.AUDITING);
  }

  @Test
  void whatFailedItsAuditIsNotKept() throws IOException {
    PeerProgram program =
        shell("while read -r line; do echo $$; done").keptIn(directory.toString());
    check(model(program, ANY, new Speaker("a")), SearchOptions.DEFAULT);

    assertThat(files()).isEmpty();
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }
}
