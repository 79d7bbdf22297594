package dev.parley.engine.internal.peer;

import static dev.parley.engine.internal.peer.Conversations.LOG;
import static dev.parley.engine.internal.peer.Conversations.check;
import static dev.parley.engine.internal.peer.Conversations.model;
import static dev.parley.engine.internal.peer.Conversations.shell;
import static dev.parley.engine.internal.peer.Conversations.use;
import static dev.parley.engine.reference.Models.invariant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.api.PeerProgram;
import dev.parley.api.PeerProgram.Checkpoint.When;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import dev.parley.engine.internal.peer.Conversations.Speaker;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.PeerUse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that are saved and restored. */
class CheckpointsTest {
  private static final Property ANY = invariant("any", w -> true);

  /**
   * Figure 6 of the paper, after a greeting: the answer to 0 decides on all that follow. It is an a
   * every third time, as a file says that all processes share. So not every replay decides as it
   * did before. A process that has decided does not do so again.
   */
  private static final String FIGURE_6 =
      "while read -r line; do case $line in hello*) echo $line;;"
          + " 0) if [ -n \"$b\" ]; then echo again; else"
          + " read -r k <$COIN; echo $(((k+1)%3)) >$COIN; b=$((k>0)); [ $b = 0 ] && echo a || echo b; fi;;"
          + " save*) eval \"s${line#save }=\\$b\"; echo ${line#save };;"
          + " back*) eval \"b=\\$s${line#back }\"; echo ${line#back };;"
          + " *) [ $b = 0 ] && echo c$line || echo d$line;; esac; done";

  private static final String SAVE = "save {n}\n";
  private static final String BACK = "back {n}\n";

  @TempDir private Path directory;

  private PeerProgram decides() throws IOException {
    return decides(FIGURE_6);
  }

  private PeerProgram decides(String script) throws IOException {
    Path coin = Files.writeString(directory.resolve("coin"), "0\n");
    return shell(script).environment("COIN", coin.toString()).nonDeterministic(3).pool(1);
  }

  private static InstanceResult checked(PeerProgram program) {
    InstanceResult result =
        check(
            model(program, invariant("noMixture", CheckpointsTest::noMixture), speakers()),
            SearchMode.STATEFUL.options());
    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.BUDGET_EXHAUSTED);
    return result;
  }

  private static Speaker[] speakers() {
    return new Speaker[] {new Speaker("hello", "0", "1"), new Speaker("hello2")};
  }

  private static boolean noMixture(World world) {
    return world.nodes(Speaker.class).stream()
        .map(Speaker::heard)
        .noneMatch(
            heard ->
                heard.contains("again")
                    || heard.containsAll(List.of("a", "d1"))
                    || heard.containsAll(List.of("b", "c1")));
  }

  @Test
  void eachStrategyTakesFewerCheckpointsAndNoneMixesAnswers() throws IOException {
    Map<When, InstanceResult> results = new EnumMap<>(When.class);
    for (When when : When.values()) {
      results.put(when, checked(decides().checkpoint(when, SAVE, BACK)));
    }

    long all = physical(results.get(When.ALL));
    long ioOnly = physical(results.get(When.IO_ONLY));
    long ndOnly = physical(results.get(When.ND_ONLY));
    assertThat(all).isGreaterThan(ioOnly);
    assertThat(ioOnly).isGreaterThan(ndOnly);
    assertThat(ndOnly).isGreaterThan(1);
    assertThat(ioOnly).isEqualTo(use(results.get(When.IO_ONLY)).checkpoints().ioOnly());
    assertThat(ndOnly).isEqualTo(use(results.get(When.ND_ONLY)).checkpoints().ndOnly());
    // One for each state, and one for the beginning.
    assertThat(all).isEqualTo(results.get(When.ALL).figures().states() + 1);
    assertThat(use(results.get(When.ND_ONLY)).checkpoints().strategy())
        .isEqualTo("nd-only by request");
    results
        .values()
        .forEach(
            result -> {
              assertThat(use(result).effort().starts()).isEqualTo(1);
              assertThat(use(result).effort().restores()).isPositive();
              assertThat(result.figures().states())
                  .isEqualTo(results.get(When.ALL).figures().states());
            });
  }

  @Test
  void withACheckpointAfterEachExchangeNothingIsReplayed() throws IOException {
    assertThat(use(checked(decides().checkpoint(When.IO_ONLY, SAVE, BACK))).effort().replayed())
        .isZero();
    assertThat(use(checked(decides())).effort().replayed()).isPositive();
  }

  @Test
  void aDecisionIsSavedSoThatNoHistoryIsOutOfReach() {
    // Each answer is one of 256, so a replay would have to be repeated that often.
    String chooses =
        "while read -r line; do case $line in"
            + " 0) b=$(od -An -N1 -tu1 /dev/urandom); echo $b;;"
            + " save*) eval \"s${line#save }=\\$b\"; echo ${line#save };;"
            + " back*) eval \"b=\\$s${line#back }\"; echo ${line#back };;"
            + " *) echo $b$line;; esac; done";
    PeerProgram program = shell(chooses).nonDeterministic(1).pool(1);
    Property agrees =
        invariant(
            "agrees",
            w ->
                w.nodes(Speaker.class).stream()
                    .map(Speaker::heard)
                    .filter(heard -> heard.size() > 1)
                    .allMatch(
                        heard ->
                            heard.get(1).equals(heard.get(0) + "x")
                                || heard.get(1).equals(heard.get(0) + "y")));
    for (When when : List.of(When.IO_ONLY, When.ND_ONLY)) {
      InstanceResult saved =
          check(
              model(
                  program.checkpoint(when, SAVE, BACK),
                  agrees,
                  new Speaker("0", "x"),
                  new Speaker("y")),
              SearchMode.STATEFUL.options());
      assertThat(saved.verdict()).as("%s", saved).isEqualTo(Verdict.BUDGET_EXHAUSTED);
      assertThat(use(saved).effort().replayed()).isZero();
    }
  }

  @Test
  void aDeterministicProgramIsSavedAtItsBeginningAlone() {
    String log =
        "all=; while read -r line; do case $line in save*) eval \"s${line#save }=\\$all\"; echo $line;;"
            + " back*) eval \"all=\\$s${line#back }\"; echo $line;;"
            + " *) all=\"$all$line\"; printf '%s\\n' \"$all\";; esac; done";
    InstanceResult ndOnly = deterministic(shell(log).checkpoint(When.ND_ONLY, SAVE, BACK));
    InstanceResult ioOnly = deterministic(shell(log).checkpoint(When.IO_ONLY, SAVE, BACK));
    InstanceResult replayed = deterministic(shell(LOG));

    assertThat(physical(ndOnly)).isEqualTo(1);
    assertThat(physical(ioOnly)).isEqualTo(1 + use(ioOnly).effort().requests());
    assertThat(use(ioOnly).effort().replayed()).isZero();
    assertThat(use(ioOnly).effort().starts()).isEqualTo(1);
    assertThat(ndOnly.figures().states()).isEqualTo(replayed.figures().states());
    assertThat(ioOnly.figures().states()).isEqualTo(replayed.figures().states());
  }

  private static InstanceResult deterministic(PeerProgram program) {
    InstanceResult result =
        check(
            model(program, ANY, new Speaker("a", "b"), new Speaker("c")),
            SearchMode.STATEFUL.options());
    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VERIFIED);
    return result;
  }

  @Test
  void aProgramThatRestoresTooLittleIsFoundOut() {
    String forgets =
        "all=; while read -r line; do case $line in save*) echo $line;; back*) echo $line;;"
            + " *) all=\"$all$line\"; printf '%s\\n' \"$all\";; esac; done";
    InstanceResult result =
        check(
            model(
                shell(forgets).checkpoint(When.IO_ONLY, SAVE, BACK).pool(1),
                ANY,
                new Speaker("a", "b"),
                new Speaker("c")),
            SearchOptions.DEFAULT);

    assertThat(result.verdict()).isEqualTo(Verdict.ERROR);
    assertThat(result.error().orElseThrow().message()).contains("answers differently");
  }

  @Test
  void aProgramThatCannotBeAskedForACheckpointIsAMistake() {
    assertThatThrownBy(
            () ->
                model(
                    Conversations.java(LineServer.class, "{port}").checkpoint(When.IO_ONLY),
                    ANY,
                    new Speaker("own")))
        .hasMessageContaining("checkpoints need a program that reads its standard input");
    assertThatThrownBy(() -> shell(LOG).checkpoint(When.IO_ONLY, "save\n", "back {n}\n"))
        .hasMessageContaining("must both contain {n}");
    assertThat(mistake("echo early; while read -r line; do echo $line; done"))
        .contains("the program answered \"early\\n\", which does not repeat the number");
    assertThat(mistake("read -r line; exit 3"))
        .contains("asked for a checkpoint with \"save 1000000\\n\", the program ended");
  }

  private static String mistake(String script) {
    InstanceResult result =
        check(
            model(shell(script).checkpoint(When.IO_ONLY, SAVE, BACK), ANY, new Speaker("a")),
            SearchOptions.DEFAULT);
    return result.error().orElseThrow().message();
  }

  @Test
  void aProgramThatDiesTakesItsCheckpointsWithIt() throws IOException {
    String dies = FIGURE_6.replace("*) [ $b = 0 ]", "die) exit 1;; *) [ $b = 0 ]");
    InstanceResult result =
        check(
            model(
                decides(dies).checkpoint(When.IO_ONLY, SAVE, BACK),
                invariant("noMixture", CheckpointsTest::noMixture),
                new Speaker("0", "1"),
                new Speaker("die")),
            SearchMode.STATEFUL.options());

    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.BUDGET_EXHAUSTED);
    assertThat(use(result).effort().starts()).isGreaterThan(1);
  }

  @Test
  void whereThereIsNoCriuHistoriesAreReplayedAndTheResultSaysSo() throws IOException {
    String place = System.getProperty("parley.criu");
    System.setProperty("parley.criu", "/no/such/criu");
    try {
      InstanceResult result = checked(decides().checkpoint(When.IO_ONLY));

      assertThat(physical(result)).isZero();
      assertThat(use(result).checkpoints().strategy()).isEqualTo("io-only restart and replay");
      assertThat(result.warnings())
          .anyMatch(w -> w.contains("histories were replayed instead, because there is no CRIU"));
    } finally {
      if (place == null) {
        System.clearProperty("parley.criu");
      } else {
        System.setProperty("parley.criu", place);
      }
    }
  }

  @Test
  void criuSavesProcessesFromOutside() throws IOException {
    Optional<String> missing = CriuCheckpoints.missing();
    missing.ifPresent(why -> System.err.println("SKIPPED: " + why));
    Assumptions.assumeTrue(missing.isEmpty(), missing.orElse(""));

    InstanceResult ioOnly = checked(decides().pool(2).checkpoint(When.IO_ONLY));
    InstanceResult ndOnly = checked(decides().pool(2).checkpoint(When.ND_ONLY));

    assertThat(use(ioOnly).checkpoints().strategy()).isEqualTo("io-only by CRIU");
    assertThat(physical(ioOnly)).isEqualTo(use(ioOnly).checkpoints().ioOnly());
    assertThat(physical(ndOnly))
        .isEqualTo(use(ndOnly).checkpoints().ndOnly())
        .isLessThan(physical(ioOnly));
    assertThat(use(ioOnly).effort().starts()).isEqualTo(1);
    assertThat(use(ioOnly).effort().replayed()).isZero();
    assertThat(ioOnly.figures().states()).isEqualTo(ndOnly.figures().states());
  }

  @Test
  void whatAProcessHadSaidBeforeCriuSavedItIsNotLost() {
    Optional<String> missing = CriuCheckpoints.missing();
    missing.ifPresent(why -> System.err.println("SKIPPED: " + why));
    Assumptions.assumeTrue(missing.isEmpty(), missing.orElse(""));
    String twice = "n=0; while read -r l; do n=$((n+1)); printf '%s\\n%s\\n' $n.1 $n.2; done";

    InstanceResult result = deterministic(shell(twice).pool(1).checkpoint(When.IO_ONLY));

    assertThat(physical(result)).isEqualTo(1 + use(result).effort().requests());
    assertThat(use(result).effort().replayed()).isZero();
  }

  private static long physical(InstanceResult result) {
    PeerUse.Checkpoints checkpoints = use(result).checkpoints();
    return checkpoints.physical();
  }
}
