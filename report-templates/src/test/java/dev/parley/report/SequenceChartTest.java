package dev.parley.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.result.Trace;
import dev.parley.report.SequenceChart.Arrow;
import dev.parley.report.SequenceChart.Box;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class SequenceChartTest {
  private static final Pattern LINE = Pattern.compile("M(\\d+) (\\d+)(?:.*)L(\\d+) (\\d+)");
  private static final Pattern BRACKET = Pattern.compile("M\\d+ \\d+h-?\\d+M(\\d+) (\\d+)V(\\d+)");

  @Test
  void arrowsRunFromTheSendingBoxDownToTheConsumingOne() {
    SequenceChart.View chart = SequenceChart.of(Fixtures.paxosTrace(), "end");

    for (Arrow arrow : chart.arrows()) {
      if (arrow.kind().equals("delivered")) {
        Matcher line = LINE.matcher(arrow.path());
        assertThat(line.matches()).isTrue();
        assertTouches(box(chart, arrow.sentIn()), line.group(1), line.group(2));
        assertTouches(box(chart, arrow.consumedIn()), line.group(3), line.group(4));
        assertThat(Integer.parseInt(line.group(4))).isGreaterThan(Integer.parseInt(line.group(2)));
      }
    }
  }

  @Test
  void boxesStandOnTheirLifelinesOneBelowTheOther() {
    Trace trace = Fixtures.paxosTrace();
    SequenceChart.View chart = SequenceChart.of(trace, "end");

    int bottom = 0;
    for (Box box : chart.boxes()) {
      String node = trace.steps().get(box.step() - 1).node();
      assertThat(chart.lifelines())
          .filteredOn(line -> line.name().equals(node))
          .singleElement()
          .satisfies(line -> assertThat(line.x()).isCloseTo(box.middleX(), within(1)));
      assertThat(box.y()).isGreaterThan(bottom);
      bottom = box.y() + box.height();
    }
    assertThat(chart.height()).isGreaterThan(bottom);
  }

  @Test
  void whatHappensWithoutANodesDoingHasABoxThatNamesTheMessage() {
    Trace trace =
        new TraceBuilder()
            .node("Client1", "Client")
            .node("Server1", "Server", "served", "0")
            .step("Client1", "Client.ask")
            .send("Server1", "Ask", "Ask[1]")
            .send("Server1", "Ask", "Ask[2]")
            .send("Server1", "Ask", "Ask[3]")
            .done()
            .step("Server1", "deliver")
            .consume(1)
            .done()
            .step("Server1", "lose")
            .consume(2)
            .done()
            .step("environment", "partition")
            .choose("Client1 | Server1")
            .done()
            .step("Server1", "Server.ask")
            .consume(1)
            .set("served", "1")
            .done()
            .build();

    SequenceChart.View chart = SequenceChart.of(trace, "end");

    assertThat(chart.boxes())
        .extracting(Box::label)
        .containsExactly(
            "1 ask", "2 deliver #1", "3 lose #2", "4 partition: Client1 | Server1", "5 ask");
    assertThat(chart.lifelines())
        .extracting(SequenceChart.Lifeline::name)
        .containsExactly("Client1", "Server1");
    // What was delivered goes on from there to where it is consumed; what was lost ends there.
    assertThat(chart.arrows()).extracting(Arrow::sentIn).containsExactly(1, 2, 1, 1);
    assertThat(chart.arrows()).extracting(Arrow::consumedIn).containsExactly(2, 5, 3, 0);
    assertThat(chart.arrows())
        .extracting(Arrow::kind)
        .containsExactly("delivered", "delivered", "lost", "pending");
    assertThat(TracePanel.of(trace, "end").steps())
        .extracting(step -> step.did().taking())
        .containsExactly("consumed", "message", "message", "message", "consumed");
  }

  @Test
  void aLifelineIsBrokenWhileItsNodeIsDown() {
    Trace trace =
        new TraceBuilder()
            .node("Client1", "Client")
            .node("Server1", "Server")
            .step("Server1", "crash")
            .done()
            .step("Client1", "Client.ask")
            .done()
            .step("Server1", "restart")
            .done()
            .build();

    SequenceChart.View chart = SequenceChart.of(trace, "end");

    assertThat(chart.lifelines().get(0).parts())
        .extracting(SequenceChart.Part::down)
        .containsExactly(false);
    assertThat(chart.lifelines().get(1).parts())
        .extracting(SequenceChart.Part::down)
        .containsExactly(false, true, false);
    Box crash = chart.boxes().get(0);
    Box restart = chart.boxes().get(2);
    assertThat(chart.lifelines().get(1).parts().get(1))
        .isEqualTo(new SequenceChart.Part(crash.y(), restart.y() + restart.height(), true));
  }

  @Test
  void whatIsSentAcrossAPartitionIsLost() {
    Trace trace =
        new TraceBuilder()
            .node("Client1", "Client")
            .node("Server1", "Server")
            .node("Server2", "Server")
            .node("environment", "Environment")
            .step("environment", "partition")
            .choose("Client1, Server1 | Server2")
            .done()
            .step("Client1", "Client.ask")
            .send("Server1", "Ask", "Ask[1]")
            .send("Server2", "Ask", "Ask[2]")
            .done()
            .step("environment", "heal")
            .done()
            .step("Client1", "Client.ask")
            .send("Server2", "Ask", "Ask[3]")
            .done()
            .build();

    assertThat(SequenceChart.of(trace, "end").arrows())
        .extracting(Arrow::kind)
        .containsExactly("pending", "lost", "pending");
  }

  @Test
  void aQuorumIsOneBoxWithRoomForEveryMessage() {
    SequenceChart.View chart = SequenceChart.of(Fixtures.paxosTrace(), "end");

    Box quorum = box(chart, 14);

    assertThat(quorum.quorum()).isEqualTo("#19 + #20");
    assertThat(chart.arrows())
        .filteredOn(arrow -> arrow.consumedIn() == 14)
        .extracting(Arrow::number)
        .containsExactlyInAnyOrder(19, 20);
    assertThat(box(chart, 1).quorum()).isEmpty();
  }

  @Test
  void aBracketGathersTheMessagesOfAQuorum() {
    SequenceChart.View chart = SequenceChart.of(Fixtures.paxosTrace(), "end");
    Box quorum = box(chart, 14);

    Matcher bracket = BRACKET.matcher(quorum.brackets().get(0));

    assertThat(quorum.brackets()).hasSize(1);
    assertThat(bracket.matches()).isTrue();
    for (Arrow arrow : chart.arrows()) {
      if (arrow.consumedIn() == 14) {
        Matcher line = LINE.matcher(arrow.path());
        assertThat(line.matches()).isTrue();
        assertThat(Integer.parseInt(line.group(3)))
            .isCloseTo(Integer.parseInt(bracket.group(1)), within(2));
        assertThat(Integer.parseInt(line.group(4)))
            .isBetween(Integer.parseInt(bracket.group(2)), Integer.parseInt(bracket.group(3)));
      }
    }
    assertThat(box(chart, 1).brackets()).isEmpty();
  }

  @Test
  void aQuorumFromBothSidesHasABracketOnEach() {
    SequenceChart.View chart =
        SequenceChart.of(
            new TraceBuilder()
                .node("a", "A")
                .node("b", "B")
                .node("c", "C")
                .step("a", "A.go")
                .send("b", "Yes", "Yes[]")
                .done()
                .step("c", "C.go")
                .send("b", "Yes", "Yes[]")
                .done()
                .step("b", "B.all")
                .consume(1, 2)
                .done()
                .build(),
            "end");

    assertThat(box(chart, 3).brackets()).hasSize(2);
  }

  @Test
  void aMessageNobodyConsumedDanglesFromItsSender() {
    Arrow dangling =
        arrow(
            new TraceBuilder()
                .node("a", "A")
                .node("b", "B")
                .step("a", "A.start")
                .send("b", "Ping", "Ping[]")
                .done());

    assertThat(dangling.kind()).isEqualTo("pending");
    assertThat(dangling.consumedIn()).isZero();
    assertThat(dangling.title()).isEqualTo("#1 Ping[], a → b, never consumed");
  }

  @Test
  void aMessageNobodySentComesFromTheStart() {
    Arrow found =
        arrow(
            new TraceBuilder()
                .node("a", "A")
                .node("b", "B")
                .step("b", "B.ping")
                .find("a", "Ping", "Ping[]")
                .done());

    assertThat(found.kind()).isEqualTo("found");
    assertThat(found.sentIn()).isZero();
    assertThat(found.title()).endsWith("pending from the start");
  }

  @Test
  void aMessageToOneselfIsACurveBesideTheLifeline() {
    Arrow loop =
        arrow(
            new TraceBuilder()
                .node("a", "A")
                .step("a", "A.start")
                .send("a", "Tick", "Tick[]")
                .done()
                .step("a", "A.tick")
                .consume(1)
                .done());

    assertThat(loop.kind()).isEqualTo("delivered");
    assertThat(loop.path()).contains("C");
  }

  @Test
  void aTraceWithoutStepsStillShowsItsNodes() {
    SequenceChart.View chart = SequenceChart.of(new Trace(List.of(), List.of()), "fails at once");

    assertThat(chart.boxes()).isEmpty();
    assertThat(chart.width()).isPositive();
    assertThat(chart.summary()).contains("0 steps");
  }

  @Test
  void longNamesAreCutAndKeptInFullAsTitle() {
    String name = "aVeryLongHandlerNameThatNobodyCanShowInFullAnywhere";
    SequenceChart.View chart =
        SequenceChart.of(
            new TraceBuilder().node("a", "A").step("a", "A." + name).done().build(), "end");

    assertThat(chart.boxes().get(0).label())
        .isEqualTo("1 aVeryLongHandlerNameThatNobodyCanShowIn…");
    assertThat(chart.boxes().get(0).title()).contains(name);
  }

  @Test
  void sixNodesFitBesideTheListAndNoNameIsCut() {
    SequenceChart.View chart = SequenceChart.of(sixNodes(40, 7), "end");

    assertThat(chart.width()).isLessThanOrEqualTo(940);
    assertThat(chart.lifelines()).extracting(l -> l.shortName()).allMatch(n -> !n.endsWith("…"));
    for (Box box : chart.boxes()) {
      assertThat(String.join("", box.lines()).replace(" ", ""))
          .isEqualTo(box.step() + "synchroniseHistory");
      assertThat(box.lines()).allMatch(line -> line.length() * 7 <= box.width());
      assertThat(box.height()).isGreaterThanOrEqualTo(13 * box.lines().size());
    }
  }

  @Test
  void noLineRunsThroughTheBoxOfAnother() {
    int routed = 0;
    for (int seed = 1; seed <= 20; seed++) {
      SequenceChart.View chart = SequenceChart.of(sixNodes(60, seed), "end");
      for (Arrow arrow : chart.arrows()) {
        routed += arrow.path().contains("Q") ? 1 : 0;
        for (Box box : chart.boxes()) {
          if (box.step() != arrow.sentIn() && box.step() != arrow.consumedIn()) {
            assertThat(crosses(arrow.path(), box)).as("%s through %s", arrow, box).isFalse();
          }
        }
      }
    }
    assertThat(routed).isGreaterThan(20);
  }

  /** Whether a line of straight pieces passes through a box, found out by walking along it. */
  private static boolean crosses(String path, Box box) {
    Matcher numbers = Pattern.compile("-?\\d+").matcher(path);
    List<Integer> at = numbers.results().map(r -> Integer.valueOf(r.group())).toList();
    for (int i = 2; i + 1 < at.size(); i += 2) {
      for (int part = 0; part <= 500; part++) {
        double x = at.get(i - 2) + (at.get(i) - at.get(i - 2)) * part / 500.0;
        double y = at.get(i - 1) + (at.get(i + 1) - at.get(i - 1)) * part / 500.0;
        if (x > box.x() && x < box.x() + box.width() && y > box.y() && y < box.y() + box.height()) {
          return true;
        }
      }
    }
    return false;
  }

  /** Six nodes that send each other messages and take them in any order, some never. */
  private static Trace sixNodes(int steps, int seed) {
    Random random = new Random(seed);
    TraceBuilder trace = new TraceBuilder();
    for (int i = 1; i <= 6; i++) {
      trace.node("Follower" + i, "MeasuringFollower");
    }
    List<List<Integer>> pending = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      pending.add(new ArrayList<>());
    }
    int sent = 0;
    for (int i = 0; i < steps; i++) {
      int node = random.nextInt(6);
      TraceBuilder.Step step = trace.step("Follower" + (node + 1), "Follower.synchroniseHistory");
      if (!pending.get(node).isEmpty()) {
        step.consume(pending.get(node).remove(random.nextInt(pending.get(node).size())));
      }
      for (int more = random.nextInt(3); more > 0; more--) {
        int to = (node + 1 + random.nextInt(5)) % 6;
        step.send("Follower" + (to + 1), "HistoryAccepted", "HistoryAccepted[]");
        pending.get(to).add(++sent);
      }
      step.done();
    }
    return trace.build();
  }

  @Test
  void stepsThatAreNotShownLeaveNoGap() {
    Trace trace = Fixtures.paxosTrace();
    SequenceChart.View all = SequenceChart.of(trace, "end");

    SequenceChart.View some = SequenceChart.of(trace, "end", step -> step > 10, Set.of());

    assertThat(some.boxes()).extracting(Box::step).startsWith(11);
    assertThat(some.boxes().get(0).y()).isLessThan(60);
    assertThat(some.height()).isLessThan(all.height());
  }

  private static Arrow arrow(TraceBuilder trace) {
    List<Arrow> arrows = SequenceChart.of(trace.build(), "end").arrows();
    assertThat(arrows).hasSize(1);
    return arrows.get(0);
  }

  private static Box box(SequenceChart.View chart, int step) {
    return chart.boxes().get(step - 1);
  }

  private static void assertTouches(Box box, String x, String y) {
    int room = box.brackets().isEmpty() ? 1 : 10;
    assertThat(Integer.parseInt(x))
        .satisfiesAnyOf(
            at -> assertThat(at).isCloseTo(box.x(), within(room)),
            at -> assertThat(at).isCloseTo(box.x() + box.width(), within(room)));
    assertThat(Integer.parseInt(y)).isBetween(box.y(), box.y() + box.height());
  }

  private static Offset<Integer> within(int pixels) {
    return Offset.offset(pixels);
  }
}
