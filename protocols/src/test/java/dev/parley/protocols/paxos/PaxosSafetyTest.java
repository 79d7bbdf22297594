package dev.parley.protocols.paxos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Network;
import dev.parley.api.Verdict;
import dev.parley.engine.Checker;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ProgressListener;
import dev.parley.protocols.PinnedResults;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PaxosSafetyTest extends PinnedResults {
  PaxosSafetyTest() {
    super(PaxosSafety.class);
  }

  @Override
  protected List<Verified> verified() {
    return List.of(
        new Verified("paxos(2,3,2)", 27_410, 94_055, 468, 18),
        new Verified("paxos(2,4,3)", 196_297, 787_452, 1_900, 22));
  }

  @Override
  protected List<Violated> violated() {
    return List.of(new Violated("promisesBroken(2,3,2)", "agreement", 14));
  }

  /** As in the paper, MP and M-MP have equally many states if the protocol is correct. */
  @Tag("large")
  @ParameterizedTest
  @CsvSource({"M_MP, 10250555, 468", "MP, 8865434, 3982"})
  void deliveryOfItsOwnMultipliesTheStates(Network network, long transitions, long terminal) {
    InstanceResult result = check(PaxosSafety.class, "paxos(2,3,2)", network);

    assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
    assertThat(result.figures().states()).isEqualTo(1_940_551);
    assertThat(result.figures().transitions()).isEqualTo(transitions);
    assertThat(result.figures().terminalStates()).isEqualTo(terminal);
  }

  @Tag("large")
  @ParameterizedTest
  @CsvSource({"UNORDERED, 14", "M_MP, 30", "MP, 30"})
  void aFaultyAcceptorIsFoundInEveryModel(Network network, int steps) {
    assertThat(Violated.of(check(PaxosSafety.class, "promisesBroken(2,3,2)", network)))
        .isEqualTo(new Violated("promisesBroken(2,3,2)", "agreement", steps));
  }

  @ParameterizedTest
  @CsvSource({"UNORDERED, 10", "M_MP, 20", "MP, 20"})
  void aWrongSpecificationIsFoundInEveryModel(Network network, int steps) {
    assertThat(Violated.of(check(AcceptedAsChosen.class, "paxos(2,3,2)", network)))
        .isEqualTo(new Violated("paxos(2,3,2)", "acceptedValuesAgree", steps));
  }

  /** Why this protocol has no terminal property. */
  @Test
  void inMpANodeCanBeStuckWithMoreThanAHandlerTakes() {
    assertThat(check(Paxos.class, "paxos(2,3,2)", Network.UNORDERED).verdict())
        .isEqualTo(Verdict.VERIFIED);
    assertThat(Violated.of(check(Paxos.class, "paxos(2,3,2)", Network.MP)).property())
        .isEqualTo("somethingIsLearned");
  }

  private static InstanceResult check(Class<?> protocol, String instance, Network network) {
    Optional<Network> chosen = Optional.of(network);
    return Checker.check(
        ModelLoader.load(protocol, instance, chosen),
        SearchOptions.DEFAULT.withNetwork(chosen),
        ProgressListener.NONE);
  }
}
