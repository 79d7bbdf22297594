package dev.parley.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Auxiliary;
import dev.parley.api.Faults;
import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.OnTimer;
import dev.parley.api.Protocol;
import dev.parley.api.Reachable;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Timer;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Survey;
import dev.parley.engine.result.Survey.Alternative;
import dev.parley.engine.result.Survey.Read;
import dev.parley.engine.result.Survey.Span;
import dev.parley.engine.result.Violation;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What there is to see along a counterexample besides its steps. */
class SurveyTest {
  record Vote(int value) {}

  static final class Voter extends Node {
    final int value;

    Voter(int value) {
      this.value = value;
    }

    @Step(once = true)
    void vote() {
      sendToAll(Learner.class, new Vote(value));
    }
  }

  static final class Learner extends Node {
    final List<Integer> learned = new ArrayList<>();
    int unread;
    @Auxiliary int count;

    @Receive
    void vote(Vote vote) {
      learned.add(vote.value());
      unread++;
      count++;
    }
  }

  @Protocol
  static final class Votes {
    @Instance(with = {2, 1})
    static void votes(Topology t, int voters, int learners) {
      t.add(voters, Voter::new).add(learners, i -> new Learner());
    }

    @Invariant("no learner learns twice")
    static boolean once(World w) {
      return w.nodes(Learner.class).stream().allMatch(l -> l.learned.size() < 2);
    }

    @Reachable
    static boolean learned(World w) {
      return w.nodes(Learner.class).stream().anyMatch(l -> !l.learned.isEmpty());
    }

    private Votes() {}
  }

  @Test
  void onlyFieldsThatThePropertyReadsAreTold() {
    Violation violation = violation(Votes.class, "votes(2,1)");

    assertThat(violation.seen())
        .extracting(Violation.Seen::value)
        .allMatch(value -> value.startsWith("learned = ["))
        .noneMatch(value -> value.contains("unread"));
    Read read = survey(violation).read().get(0);
    assertThat(survey(violation).read()).hasSize(1);
    assertThat(read.node()).isEqualTo("Learner1");
    assertThat(read.field()).isEqualTo("learned");
    assertThat(read.since()).isEqualTo(4);
    assertThat(read.decisive()).isTrue();
  }

  @Test
  void whatElseCouldHappenIsToldOfEachStateButTheLast() {
    Survey survey = survey(violation(Votes.class, "votes(2,1)"));

    assertThat(survey.moments()).hasSize(5);
    assertThat(survey.moments().get(0).alternatives())
        .containsExactly(
            new Alternative("Voter1", "Voter.vote", List.of(), 1, "sends Vote to Learner1"),
            new Alternative("Voter2", "Voter.vote", List.of(), 1, "sends Vote to Learner1"));
    assertThat(survey.moments().get(4).alternatives()).isEmpty();
    int arrived = survey.moments().stream().mapToInt(moment -> moment.arrived().size()).sum();
    int gone = survey.moments().stream().mapToInt(moment -> moment.gone().size()).sum();
    assertThat(arrived).isEqualTo(2);
    assertThat(gone).isEqualTo(2);
  }

  @Test
  void severalWaysOfOneHandlerAreOneAlternative() {
    Survey survey = survey(violation(Votes.class, "votes(2,1)"));

    assertThat(survey.moments())
        .flatExtracting(Survey.Moment::alternatives)
        .filteredOn(alternative -> alternative.handler().equals("Learner.vote"))
        .allMatch(alternative -> alternative.messages().size() == alternative.ways())
        .allMatch(alternative -> alternative.effect().isEmpty() == (alternative.ways() > 1));
  }

  @Test
  void everyPropertyHasItsValuesAlongTheWay() {
    Survey survey = survey(violation(Votes.class, "votes(2,1)"));

    assertThat(survey.values())
        .extracting(Survey.PropertyValues::property)
        .containsExactly("learned", "once");
    assertThat(survey.values().get(1).spans())
        .containsExactly(new Span(0, "true"), new Span(4, "false"));
    assertThat(survey.values().get(0).spans().get(0)).isEqualTo(new Span(0, "false"));
  }

  static final class Holder extends Node {
    boolean holds;
    int noise;

    @Step(once = true)
    void take() {
      holds = true;
      noise = 7;
    }
  }

  @Protocol
  static final class Holders {
    @Instance(with = 3)
    static void holders(Topology t, int n) {
      t.add(n, i -> new Holder());
    }

    @Invariant
    static boolean exclusive(World w) {
      return w.nodes(Holder.class).stream().filter(h -> h.holds && h.noise >= 0).count() < 2;
    }

    private Holders() {}
  }

  @Test
  void aFieldIsDecisiveIfThePropertyWouldHoldWithoutItsChange() {
    List<Read> read = survey(violation(Holders.class, "holders(3)")).read();

    assertThat(read)
        .filteredOn(Read::decisive)
        .extracting(r -> r.field() + " " + r.value())
        .containsExactly("holds true", "holds true");
    assertThat(read).filteredOn(r -> r.field().equals("noise")).noneMatch(Read::decisive);
    assertThat(read).filteredOn(r -> r.since() == 0).noneMatch(Read::decisive);
  }

  /** Divides by what it reads, so that it throws in worlds that no run has. */
  @Protocol
  static final class Fragile {
    @Instance
    static void fragile(Topology t) {
      t.add(new Pair());
    }

    @Invariant
    static boolean quotient(World w) {
      Pair pair = w.nodes(Pair.class).get(0);
      return pair.upper == 0 || pair.upper / pair.lower < 2;
    }

    private Fragile() {}
  }

  static final class Pair extends Node {
    int upper;
    int lower;

    @Step(once = true)
    void set() {
      upper = 4;
      lower = 2;
    }
  }

  @Test
  void aPropertyThatThrowsInAWorldThatWasMadeUpCostsNothing() {
    InstanceResult result = check(Fragile.class, "fragile");

    assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
    assertThat(survey(result.violation().orElseThrow()).read())
        .extracting(r -> r.field() + " " + r.decisive())
        .containsExactly("upper true", "lower false");
  }

  static final class Waiter extends Node {
    final Timer patience = new Timer();
    int fired;

    @Step(once = true)
    void begin() {
      patience.set();
      send(new NodeId("Deaf", 1), new Vote(1));
    }

    @OnTimer("patience")
    void giveUp() {
      fired++;
    }
  }

  /** Makes a mistake where it is asked, which is never on the way to the violation. */
  static final class Deaf extends Node {
    @Receive
    void vote(Vote vote) {
      throw new IllegalStateException("not on the way");
    }
  }

  @Protocol
  static final class Waiting {
    @Instance
    static void waiting(Topology t) {
      t.add(new Waiter()).add(new Deaf()).faults(Faults.none().crash(1));
    }

    @Invariant
    static boolean patient(World w) {
      return w.nodes(Waiter.class).get(0).fired == 0;
    }

    private Waiting() {}
  }

  @Test
  void timersAndFaultsAndStepsThatThrowAreAmongWhatCanHappen() {
    InstanceResult result = check(Waiting.class, "waiting");
    Survey survey = survey(result.violation().orElseThrow());

    assertThat(survey.timers()).containsExactly("Waiter.giveUp");
    assertThat(survey.moments().get(1).alternatives())
        .extracting(Alternative::handler)
        .contains("Waiter.giveUp", "Deaf.vote", "crash");
    assertThat(survey.moments().get(1).alternatives())
        .filteredOn(alternative -> alternative.handler().equals("Deaf.vote"))
        .extracting(Alternative::effect)
        .containsExactly("throws IllegalStateException");
  }

  private static Survey survey(Violation violation) {
    return violation.survey().orElseThrow();
  }

  private static Violation violation(Class<?> protocol, String instance) {
    return check(protocol, instance).violation().orElseThrow();
  }

  private static InstanceResult check(Class<?> protocol, String instance) {
    return Checker.check(
        ModelLoader.load(protocol, instance), SearchOptions.DEFAULT, progress -> {});
  }
}
