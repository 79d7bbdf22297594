package dev.parley.engine;

import static dev.parley.engine.reference.Models.invariant;
import static dev.parley.engine.reference.Models.loaded;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Auxiliary;
import dev.parley.api.Node;
import dev.parley.api.Quorum;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.ExplorationOptions.Order;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.options.StoreOptions.Memory;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Mistake;
import dev.parley.engine.result.ProgressListener;
import dev.parley.engine.result.Trace;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Auxiliary content that is, and auxiliary content that only claims to be. */
class DecompositionTest {
  private static final SearchOptions RELEVANT = SearchOptions.DEFAULT.withMemory(Memory.RELEVANT);

  private static InstanceResult check(
      SearchOptions options, Topology topology, Property... properties) {
    return Checker.check(loaded(topology, properties), options, ProgressListener.NONE);
  }

  private static Mistake breach(Node node, Property... properties) {
    return breach(new Topology().add(node), properties);
  }

  private static Mistake breach(Topology topology, Property... properties) {
    InstanceResult result = check(RELEVANT, topology, properties);
    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.ERROR);
    return result.error().orElseThrow();
  }

  /** Turns for ever, and counts the turns. */
  abstract static class Turning extends Node {
    boolean on;
    @Auxiliary int turns;

    @Step
    void turn() {
      on = !on;
      turns = Math.min(turns + 1, 3);
    }
  }

  static final class Harmless extends Turning {}

  static final class ReadInGuard extends Turning {
    @Step(when = "late")
    void ring() {}

    boolean late() {
      return turns > 2;
    }
  }

  static final class CopiedToState extends Turning {
    int seen;

    @Step
    void look() {
      seen = turns;
    }
  }

  record Count(int turns) {}

  static final class Sent extends Turning {
    @Step(once = true)
    void tell() {
      send(self(), new Count(turns));
    }

    @Receive
    void count(Count m) {}
  }

  static final class Thrown extends Turning {
    @Step
    void work() {
      if (turns == 3) {
        throw new IllegalStateException("tired");
      }
    }
  }

  static final class Chosen extends Turning {
    @Step
    void pick() {
      choose(IntStream.rangeClosed(0, turns).boxed().toList());
    }
  }

  static final class Sized extends Turning {
    @Step(once = true)
    void start() {
      send(self(), "hello");
    }

    @Receive(quorum = "size")
    void hear(Quorum<String> q) {}

    int size() {
      return 1 + turns;
    }
  }

  @Test
  void soundAuxiliaryContentLeavesTheRelevantStates() {
    assertThat(check(SearchOptions.DEFAULT, new Topology().add(new Harmless())).figures().states())
        .isEqualTo(5);
    InstanceResult relevant = check(RELEVANT, new Topology().add(new Harmless()));
    assertThat(relevant.verdict()).isEqualTo(Verdict.VERIFIED);
    assertThat(relevant.figures().states()).isEqualTo(2);
    assertThat(relevant.warnings()).noneMatch(warning -> warning.contains("variants"));
  }

  @Test
  void aGuardThatReadsItIsABreach() {
    Mistake breach = breach(new ReadInGuard());
    assertThat(breach.place()).endsWith("ReadInGuard.ring");
    assertThat(breach.message())
        .contains("auxiliary content makes a difference: ReadInGuard.ring of ReadInGuard1")
        .contains("is not enabled")
        .contains("but is enabled")
        .contains("The two differ in auxiliary content only: turns is 1 or 3")
        .contains("Take @Auxiliary off that content");
  }

  @Test
  void aStepThatLetsOtherStateDependOnItIsABreach() {
    assertThat(breach(new CopiedToState()).message())
        .contains("CopiedToState.look")
        .contains("leads to {on=false, turns=0, seen=0}")
        .contains("but leads to {on=false, turns=2, seen=2}");
  }

  @Test
  void aMessageMadeFromItIsABreach() {
    assertThat(breach(new Sent()).message())
        .contains("Sent.tell")
        .contains("sends [Count[turns=0] to Sent1]");
  }

  @Test
  void anExceptionThatDependsOnItIsABreach() {
    assertThat(breach(new Thrown()).message()).contains("throws java.lang.IllegalStateException");
  }

  @Test
  void choicesThatDependOnItAreABreach() {
    assertThat(breach(new Chosen()).message()).contains("has 1 choices").contains("but has 3");
  }

  @Test
  void aQuorumSizeThatDependsOnItIsABreach() {
    assertThat(breach(new Sized()).message()).contains("waits for 1").contains("but waits for 3");
  }

  @Test
  void aPropertyThatReadsItIsABreach() {
    Mistake breach =
        breach(
            new Harmless(), invariant("neverTired", w -> w.nodes(Harmless.class).get(0).turns < 3));
    assertThat(breach.message())
        .contains("the property neverTired depends on auxiliary content")
        .contains("for Harmless1");
  }

  record Stamped(int value, @Auxiliary int stamp) {}

  /** Sends the same twice, stamped differently. */
  static final class Stamping extends Node {
    @Auxiliary int stamp;

    @Step(once = true)
    void first() {
      stamp++;
      sendToAll(Reading.class, new Stamped(1, stamp));
    }

    @Step(once = true)
    void second() {
      stamp++;
      sendToAll(Reading.class, new Stamped(1, stamp));
    }
  }

  static final class Reading extends Node {
    final boolean reads;
    int last;
    @Auxiliary int lastStamp;

    Reading(boolean reads) {
      this.reads = reads;
    }

    @Receive
    void stamped(Stamped m) {
      last = reads ? m.stamp() : m.value();
      lastStamp = m.stamp();
    }
  }

  @Test
  void auxiliaryContentOfMessagesIsLeftOutToo() {
    Topology harmless = new Topology().add(new Stamping()).add(new Reading(false));
    InstanceResult relevant = check(RELEVANT, harmless);
    assertThat(relevant.verdict()).isEqualTo(Verdict.VERIFIED);
    InstanceResult full =
        check(SearchOptions.DEFAULT, new Topology().add(new Stamping()).add(new Reading(false)));
    assertThat(relevant.figures().states()).isLessThan(full.figures().states());

    Mistake breach = breach(new Topology().add(new Stamping()).add(new Reading(true)));
    assertThat(breach.message())
        .contains("Reading.stamped")
        .contains("for the message Stamped[value=1, stamp=1]")
        .contains("The two differ in auxiliary content only: content of the message");
  }

  @Test
  void aPropertyThatReadsItInAPendingMessageIsABreach() {
    Mistake breach =
        breach(
            new Topology().add(new Stamping()).add(new Reading(false)),
            invariant(
                "stampedOnce",
                w ->
                    w.pending().stream()
                        .allMatch(p -> p.message() instanceof Stamped s && s.stamp() < 2)));
    assertThat(breach.message())
        .contains("the property stampedOnce depends on auxiliary content")
        .contains("while the message Stamped[value=1, stamp=1] is pending it is true")
        .contains("Stamped[value=1, stamp=2]");
  }

  @Test
  void aCounterexampleShowsAuxiliaryContentAsItReallyIs() {
    InstanceResult result =
        check(
            RELEVANT.withOrder(Order.DEPTH_FIRST).withSelectivePush(true),
            new Topology().add(new Stamping()).add(new Reading(false)),
            invariant(
                "never", w -> w.pending().size() > 0 || w.nodes(Reading.class).get(0).last == 0));
    Trace trace = result.violation().orElseThrow().trace().orElseThrow();
    Trace.TraceStep last = trace.steps().get(trace.steps().size() - 1);
    assertThat(last.handler()).isEqualTo("Reading.stamped");
    assertThat(last.changes())
        .contains(
            new Trace.FieldChange(
                "lastStamp",
                "0",
                last.consumed().get(0).text().replaceAll(".*stamp=(\\d+).*", "$1")));
  }

  /** Counts without end, for people to look at. */
  static final class Logging extends Node {
    boolean on;
    @Auxiliary long turns;

    @Step
    void turn() {
      on = !on;
      turns++;
    }
  }

  @Test
  void endlessAuxiliaryContentIsCheckedUpToALimitAndTheResultSaysSo() {
    InstanceResult result = check(RELEVANT, new Topology().add(new Logging()));
    assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
    assertThat(result.figures().states()).isEqualTo(2);
    assertThat(result.warnings()).anyMatch(warning -> warning.contains("so many variants"));
  }

  @Test
  void deliveryRecordsSplitFullStatesAndNoRelevantOnes() {
    List<InstanceResult> results =
        List.of(
            check(SearchOptions.DEFAULT, telling()),
            check(SearchOptions.DEFAULT.withDeliveryRecord(true), telling()),
            check(RELEVANT, telling()),
            check(RELEVANT.withDeliveryRecord(true), telling()));
    assertThat(results).extracting(InstanceResult::verdict).containsOnly(Verdict.VERIFIED);
    List<Long> states = results.stream().map(r -> r.figures().states()).toList();
    assertThat(states.get(1)).isGreaterThan(states.get(0));
    assertThat(states.get(3)).isEqualTo(states.get(2));
  }

  static final class Telling extends Node {
    @Step(once = true)
    void tell() {
      sendToAll(Hearing.class, "news");
    }
  }

  static final class Hearing extends Node {
    boolean heard;

    @Receive
    void hear(String m) {
      heard = true;
    }
  }

  /** After both messages were consumed, only a record tells which came last. */
  private static Topology telling() {
    return new Topology().add(2, i -> new Telling()).add(new Hearing());
  }
}
