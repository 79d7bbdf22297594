package dev.parley.protocols.register;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.FaultSentences;
import dev.parley.protocols.PinnedResults;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The engine's naive checker counts the same for the untagged correct instances. */
class AtomicRegisterTest extends PinnedResults {
  AtomicRegisterTest() {
    super(AtomicRegister.class);
  }

  @Override
  protected List<Verified> verified() {
    return List.of(
        new Verified("register(3,1,1)", 39_465, 131_544, 1_188, 18),
        new Verified("register(3,2,0)", 74_061, 234_456, 3_321, 18),
        new Verified("crash(3,1,1)", 157_860, 547_119, 9_540, 19),
        new Verified("loss(3,1,1)", 171_598, 776_065, 4_716, 19),
        new Verified("restart(3,1,1)", 197_325, 797_058, 10_728, 20),
        new Verified("ordered(3,1,1)", 7_890, 23_616, 90, 18),
        new Verified("persistent(3,1,1)", 184_701, 2_452_130, 0, 24));
  }

  @Override
  protected List<Violated> violated() {
    return List.of(
        new Violated("lateReplyBlocks(3,1,0)", "everythingCompletes", 8),
        new Violated("twoFaults(3,1,0)", "everythingCompletes", 4),
        new Violated("notQueried(3,2,0)", "atomicity", 14));
  }

  @Override
  protected List<Violated> largeViolated() {
    return List.of(
        new Violated("notWrittenBack(3,1,2)", "atomicity", 13),
        new Violated("forgotten(3,1,1)", "atomicity", 16));
  }

  @Test
  void anyTwoFaultsBreakItAndNoSingleOneDoes() {
    assertThat(FaultSentences.of(check("twoFaults(3,1,0)", SearchOptions.DEFAULT)))
        .containsExactlyInAnyOrder(
            "Smallest breaking faults: two losses.",
            "Another smallest set: one loss and one crash of BaseObject.",
            "Another smallest set: two crashes of BaseObject.",
            "Holds with up to one crash of BaseObject; and with up to one loss.");
  }

  @Test
  void aLateReplyBlocksItsQueueAfterOneCrash() {
    assertThat(FaultSentences.of(check("lateReplyBlocks(3,1,0)", SearchOptions.DEFAULT)))
        .containsExactly(
            "Smallest breaking faults: one crash of BaseObject.", "Holds with no fault.");
  }

  @Tag("large")
  @Test
  void whatIsForgottenTakesOneCrashAndOneRestart() {
    assertThat(FaultSentences.of(check("forgotten(3,1,1)", SearchOptions.DEFAULT)))
        .containsExactly(
            "Smallest breaking faults: one crash of BaseObject and one restart.",
            "Holds with up to one crash of BaseObject.");
  }
}
