package dev.parley.report;

import dev.parley.engine.result.ActionKind;
import dev.parley.engine.result.Trace;
import dev.parley.engine.result.Trace.MessageView;
import dev.parley.engine.result.Trace.NodeView;
import dev.parley.engine.result.Trace.TraceStep;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Lays a trace out as a message sequence chart.
 *
 * <p>Each node has a lifeline; time runs downwards; each step is a box on its node's lifeline, on a
 * row of its own, because steps are atomic and totally ordered in a trace. A message is a line from
 * the box that sent it to the box that consumed it, found by the message's number; it slants down
 * over as many rows as it was pending. Three things follow from the model of section 4 of the
 * design and decide the geometry:
 *
 * <ul>
 *   <li>One step may consume a set. So a box has an anchor for each message, incoming above
 *       outgoing on each side, and is as tall as the fuller side needs. A quorum is a tall box, and
 *       on each side a bracket gathers the arrow heads into the one step that takes them all.
 *   <li>A message may never be consumed. It is a short dashed stub that ends in a ring.
 *   <li>A message may be pending at the start. Its line begins in a dot on its sender's lifeline,
 *       above all steps. If the trace does not list it, it comes as a short arrow out of a dot.
 * </ul>
 *
 * <p>Faults are not steps of a node, and nobody's lifeline stands for them. A lost message ends in
 * a cross before it reaches its receiver; what is sent across a partition ends in a cross beside
 * its sender. A copy of a message begins where the copy is made. The lifeline of a node is broken
 * while the node is down. A partition, and its end, is a bar across all lifelines that names both
 * sides. Where delivery is an event of its own, the line ends there, and a second one leads from
 * the delivery to the step that takes the message.
 *
 * <p>Steps that are repeated for ever stand on a band, and a line right of all lifelines leads from
 * the last of them back to the first. It is the only line that runs upwards.
 *
 * <p>Lines of messages only ever run downwards, so the space below an arrow head and above a tail
 * is free of the line itself: that is where their labels stand. A line that would cross the box of
 * a node in between goes around it: along the row of its sender, in which no other box stands, down
 * between the columns beside its receiver, and into the box there ({@link Routes}).
 *
 * <p>Widths are estimated from character counts, for the browser's fonts are not known here. A
 * chart of up to six nodes fits beside the list of steps: names of handlers take several lines
 * before the chart becomes wider, and labels of messages may reach over the lifelines of others,
 * since no other box stands in their row. Rejected: equally tall rows (quorums overlap), horizontal
 * arrows at the time of consumption (hides how long a message was pending, which is what most bugs
 * are about).
 */
final class SequenceChart {
  private static final int MARGIN = 16;
  private static final int CHARACTER = 7;

  /** Longer names are cut; the full name is a tooltip. */
  private static final int LONGEST_LABEL = 40;

  /** More numbers of a quorum's messages are not named one by one. */
  private static final int LONGEST_QUORUM = 18;

  /** As wide as a chart may be beside the list of steps in a window of 1440 pixels. */
  private static final int FITTING = 940;

  /** Lifelines do not move closer together than this; a chart of more nodes is scrolled. */
  private static final int LEAST_PITCH = 118;

  private static final int LEAST_BOX_WIDTH = 84;

  /** What is left between the boxes of neighbours, so that arrows can pass. */
  private static final int CHANNEL = 34;

  private static final int LINE_HEIGHT = 13;
  private static final int ANCHOR_PITCH = 18;
  private static final int LABEL_HEIGHT = 12;

  /** Between the label below the last head and the line whose own label stands above it. */
  private static final int LABEL_GAP = 17;

  private static final int BOX_PADDING = 12;
  private static final int LEAST_BOX_HEIGHT = 28;
  private static final int LEAST_QUORUM_HEIGHT = 42;

  /** How far a quorum's bracket stands from its box, and how far it reaches beyond its arrows. */
  private static final int BRACKET = 9;

  private static final int ROW_GAP = 16;
  private static final int STUB = 34;

  /** How far from the box a lost message ends. */
  private static final int LOST = 22;

  private static final int LOOP = 46;

  /** Room at the right for the line that leads back to where a loop begins. */
  private static final int BACK = 58;

  /**
   * The chart.
   *
   * @param width in pixels
   * @param height in pixels, without the head
   * @param summary what a reader who does not see it should know
   * @param lifelines one for each node
   * @param arrows one for each message
   * @param boxes one for each step
   * @param end what is wrong at the end
   * @param endY where that is written
   * @param aside the steps that the end does not depend on
   * @param repeated the steps that are repeated for ever, if some are
   */
  public record View(
      int width,
      int height,
      String summary,
      List<Lifeline> lifelines,
      List<Arrow> arrows,
      List<Box> boxes,
      String end,
      int endY,
      List<Integer> aside,
      Optional<Repeated> repeated) {
    /** Whether the end does not depend on what becomes of a message. */
    public boolean isAside(Arrow arrow) {
      return aside.contains(arrow.consumedIn() == 0 ? arrow.sentIn() : arrow.consumedIn());
    }

    /** The same with some steps aside. */
    View with(List<Integer> steps) {
      return new View(
          width,
          height,
          summary,
          lifelines,
          arrows,
          boxes,
          end,
          endY,
          List.copyOf(steps),
          repeated);
    }
  }

  /**
   * The steps that are repeated for ever: they stand on a band, and a line beside them leads from
   * below the last one back to above the first one.
   *
   * @param top the band's upper edge
   * @param height the band's height
   * @param path the line, as SVG path data
   * @param labelX where its label ends
   * @param labelY the label's base line
   * @param title what it says, in full
   */
  public record Repeated(int top, int height, String path, int labelX, int labelY, String title) {}

  /**
   * One node.
   *
   * @param name its name
   * @param shortName its name, cut to its place
   * @param type its class, maybe empty
   * @param x where it stands
   * @param parts what it consists of, from top to bottom
   */
  public record Lifeline(String name, String shortName, String type, int x, List<Part> parts) {}

  /**
   * A part of a lifeline.
   *
   * @param from its upper end
   * @param to its lower end
   * @param down whether the node is down
   */
  public record Part(int from, int to, boolean down) {}

  /**
   * One step.
   *
   * @param step its number
   * @param x its left edge
   * @param y its upper edge
   * @param width its width
   * @param height its height
   * @param label what it is called
   * @param title the same in full
   * @param quorum which messages it took if they were several, else empty
   * @param brackets what gathers them, as SVG path data
   * @param style what kind of action it is, and {@code failed} if it ended with an exception
   */
  public record Box(
      int step,
      int x,
      int y,
      int width,
      int height,
      String label,
      String title,
      String quorum,
      List<String> brackets,
      String style) {
    /** The label in as many lines as its box is wide enough for. */
    public List<String> lines() {
      return wrapped(label, width);
    }

    /**
     * Where the base line of the first of some lines is, so that all of them stand in the middle.
     */
    public int baseline(int lines) {
      return middleY() + 4 - (lines - 1) * LINE_HEIGHT / 2;
    }

    /** Whether it ended with an exception. */
    public boolean failed() {
      return style.contains("failed");
    }

    /** Where the label's middle is. */
    public int middleX() {
      return x + width / 2;
    }

    /** Where the label's middle is. */
    public int middleY() {
      return y + height / 2;
    }
  }

  /**
   * One message.
   *
   * @param number its number in the trace
   * @param kind {@code delivered}, {@code pending} (never consumed), {@code lost}, {@code initial}
   *     (there from the start, and consumed) or {@code found} (the same, if its sender is not
   *     known)
   * @param sentIn the step that sent it; 0 if none
   * @param consumedIn the step that consumed it; 0 if none
   * @param path the line, as SVG path data
   * @param ringX where the ring, dot or cross of a message that was not delivered is
   * @param ringY the same
   * @param labels the texts at its ends
   * @param title the message in full
   */
  public record Arrow(
      int number,
      String kind,
      int sentIn,
      int consumedIn,
      String path,
      int ringX,
      int ringY,
      List<Label> labels,
      String title) {}

  /**
   * A text at an arrow's end.
   *
   * @param text the text
   * @param x its start or end
   * @param y its base line
   * @param anchor {@code start} or {@code end}
   */
  public record Label(String text, int x, int y, String anchor) {}

  /** Which side of a box a line touches. */
  private enum Side {
    LEFT,
    RIGHT;

    int outwards() {
      return this == LEFT ? -1 : 1;
    }
  }

  /** Where a line touches a box. */
  private record Anchor(int step, Side side, int x, int y) {
    /** A text beside the line; one that would begin left of the chart is cut. */
    Label label(String text, int baseline) {
      int at = x + side.outwards() * 8;
      int most = side == Side.LEFT ? Math.max(4, at / CHARACTER) : LONGEST_LABEL + 8;
      String fitting = text.length() <= most ? text : text.substring(0, most - 1) + "…";
      return new Label(fitting, at, y + baseline, side == Side.LEFT ? "end" : "start");
    }
  }

  private final Trace trace;
  private final Set<String> timers;

  /** The steps that are shown. */
  private final List<TraceStep> steps;

  private final Map<String, String> types = new LinkedHashMap<>();
  private final Map<String, Integer> columns = new HashMap<>();
  private final Map<Integer, MessageView> messages = new LinkedHashMap<>();
  private final Map<Integer, Anchor> tails = new HashMap<>();
  private final Map<Integer, Anchor> heads = new HashMap<>();

  /** Messages that are already at their receiver's lifeline: copies, and what was delivered. */
  private final Set<Integer> arrived = new HashSet<>();

  private final Set<Integer> lost = new HashSet<>();
  private final List<Arrow> arrows = new ArrayList<>();
  private final Map<String, List<Part>> parts = new HashMap<>();
  private final Map<String, Integer> downSince = new HashMap<>();

  /** The nodes on one side of the partition in force; empty if there is none. */
  private Set<String> side = Set.of();

  private final List<Box> boxes = new ArrayList<>();
  private final Routes routes = new Routes();
  private final int boxWidth;
  private final int pitch;

  /** Room for what stands right of the last lifeline. */
  private final int outside;

  private SequenceChart(Trace trace, IntPredicate shown, Set<String> timers) {
    this.trace = trace;
    this.timers = timers;
    this.steps = trace.steps().stream().filter(step -> shown.test(step.number())).toList();
    collectNodes();
    int label =
        Math.max(
            widest(steps.stream().filter(s -> !ofAll(s)).map(SequenceChart::label)),
            widest(steps.stream().filter(SequenceChart::quorum).map(SequenceChart::taken)));
    int name = widest(types.keySet().stream().map(SequenceChart::cut));
    int natural = Math.max(48, label + 18);
    int roomy = Math.max(natural + Math.max(60, widest(labels()) + 18), name + 20);
    outside = widest(labelsOutside());
    int nodes = Math.max(1, types.size());
    int fitting = (FITTING - 2 * MARGIN - outside) / nodes;
    pitch = Math.min(roomy, Math.max(LEAST_PITCH, fitting));
    boxWidth = Math.min(natural, Math.max(LEAST_BOX_WIDTH, pitch - CHANNEL));
  }

  private Stream<String> labels() {
    return Stream.concat(
            trace.pending().stream(),
            steps.stream()
                .flatMap(step -> Stream.concat(step.consumed().stream(), step.sent().stream())))
        .map(SequenceChart::label);
  }

  /** What stands right of the last lifeline: what a node sends to itself. */
  private Stream<String> labelsOutside() {
    return steps.stream()
        .filter(step -> columns.getOrDefault(step.node(), -1) == columns.size() - 1)
        .flatMap(step -> Stream.concat(step.consumed().stream(), step.sent().stream()))
        .filter(message -> message.from().equals(message.to()))
        .map(SequenceChart::label);
  }

  static View of(Trace trace, String end) {
    return of(trace, end, step -> true, Set.of());
  }

  /**
   * Lays a trace out.
   *
   * @param end what is wrong at the end
   * @param shown the steps to show, by their numbers
   * @param timers the handlers that run when a timer fires
   */
  static View of(Trace trace, String end, IntPredicate shown, Set<String> timers) {
    return new SequenceChart(trace, shown, timers).layOut(end);
  }

  private View layOut(String end) {
    int y = placeInitial();
    for (TraceStep step : steps) {
      Box box = ofAll(step) ? bar(step, y) : place(step, y);
      boxes.add(box);
      if (!ofAll(step)) {
        routes.block(box);
      }
      follow(step, box);
      y = box.y() + box.height() + ROW_GAP;
    }
    tails.keySet().stream()
        .filter(number -> !heads.containsKey(number))
        .sorted()
        .forEach(number -> arrows.add(unconsumed(messages.get(number), tails.get(number))));
    int endY = y + 14;
    return new View(
        width(),
        endY + 18,
        summary(),
        lifelines(y),
        arrows.stream().sorted(Comparator.comparingInt(Arrow::number)).toList(),
        boxes,
        end,
        endY,
        List.of(),
        repeated(y));
  }

  private int width() {
    return 2 * MARGIN
        + pitch * Math.max(1, types.size())
        + outside
        + (firstRepeated().isPresent() ? BACK : 0);
  }

  /** The first step that is shown of those that are repeated for ever. */
  private Optional<Integer> firstRepeated() {
    return trace
        .loop()
        .flatMap(
            first -> steps.stream().map(TraceStep::number).filter(n -> n >= first).findFirst());
  }

  private Optional<Repeated> repeated(int bottom) {
    return firstRepeated().map(first -> repeated(trace.loop().orElseThrow(), first, bottom));
  }

  private Repeated repeated(int loop, int firstShown, int bottom) {
    Box first = boxes.stream().filter(b -> b.step() == firstShown).findFirst().orElseThrow();
    int top = first.y() - ROW_GAP / 2;
    int end = bottom - ROW_GAP / 2;
    int from = width() - BACK + 4;
    int turn = width() - MARGIN;
    int back = first.y() + first.height() / 2;
    int last = trace.steps().size();
    String title =
        loop == last
            ? "Step " + loop + " repeats for ever"
            : "Steps " + loop + " to " + last + " repeat for ever";
    String path =
        "M%d %dH%dQ%d %d %d %dV%dQ%d %d %d %dH%d"
            .formatted(
                from, end - 4, turn - 8, turn, end - 4, turn, end - 12, back + 8, turn, back,
                turn - 8, back, from);
    return new Repeated(top, end - top, path, width() - 6, back - 5, title);
  }

  /** Gives the messages that are there from the start their places above all steps. */
  private int placeInitial() {
    int y = ROW_GAP;
    for (MessageView message : trace.pending()) {
      y += LABEL_HEIGHT;
      Side towards = side(message.from(), message.to());
      anchor(tails, message, new Anchor(0, towards, x(message.from()), y));
      y += ANCHOR_PITCH - LABEL_HEIGHT;
    }
    return trace.pending().isEmpty() ? y : y + ROW_GAP;
  }

  /** Whether something happened to all nodes at once. */
  private static boolean ofAll(TraceStep step) {
    return step.action() == ActionKind.PARTITION || step.action() == ActionKind.HEAL;
  }

  private Box bar(TraceStep step, int top) {
    String label = label(step) + (step.choices().isEmpty() ? "" : ": " + step.choices().get(0));
    return new Box(
        step.number(),
        MARGIN / 2,
        top,
        width() - MARGIN,
        LEAST_BOX_HEIGHT,
        label,
        "Step " + label,
        "",
        List.of(),
        "fault " + step.action().label());
  }

  /** Notes who is down, and who reaches whom. */
  private void follow(TraceStep step, Box box) {
    switch (step.action()) {
      case CRASH -> {
        addPart(step.node(), box.y(), false);
        downSince.put(step.node(), box.y());
      }
      case RESTART -> {
        addPart(step.node(), box.y() + box.height(), true);
        downSince.remove(step.node());
      }
      case PARTITION ->
          side =
              step.choices().isEmpty()
                  ? Set.of()
                  : Set.of(step.choices().get(0).replaceAll(" \\|.*", "").split(", "));
      case HEAL -> side = Set.of();
      default -> {}
    }
  }

  private void addPart(String node, int to, boolean down) {
    List<Part> earlier = parts.computeIfAbsent(node, n -> new ArrayList<>());
    int from = earlier.isEmpty() ? 0 : earlier.get(earlier.size() - 1).to();
    earlier.add(new Part(from, to, down));
  }

  /** The topology's nodes come first; a name met only in messages still gets its lifeline. */
  private void collectNodes() {
    for (NodeView node : trace.initial()) {
      types.put(node.node(), node.type());
    }
    for (MessageView message : trace.pending()) {
      types.putIfAbsent(message.from(), "");
      types.putIfAbsent(message.to(), "");
    }
    for (TraceStep step : steps) {
      if (ofAll(step)) {
        continue;
      }
      types.putIfAbsent(step.node(), step.after().type());
      for (MessageView message : step.consumed()) {
        types.putIfAbsent(message.from(), "");
      }
      for (MessageView message : step.sent()) {
        types.putIfAbsent(message.to(), "");
      }
    }
    for (String node : types.keySet()) {
      columns.put(node, columns.size());
    }
  }

  private int x(String node) {
    return MARGIN + pitch * columns.get(node) + pitch / 2;
  }

  private List<Lifeline> lifelines(int bottom) {
    types.keySet().forEach(node -> addPart(node, bottom, downSince.containsKey(node)));
    return types.entrySet().stream()
        .map(
            e ->
                new Lifeline(
                    e.getKey(),
                    cut(e.getKey(), (pitch - 8) / 8),
                    cut(e.getValue(), (pitch - 8) / 6),
                    x(e.getKey()),
                    parts.get(e.getKey())))
        .toList();
  }

  /** Gives each message its anchor and the box the height they need. */
  private Box place(TraceStep step, int top) {
    boolean quorum = quorum(step);
    int more = (wrapped(label(step), boxWidth).size() - 1) * LINE_HEIGHT;
    int bottom = top + more + (quorum ? LEAST_QUORUM_HEIGHT : LEAST_BOX_HEIGHT);
    List<String> brackets = new ArrayList<>();
    // Decided before any arrow is drawn, since a message that arrives here goes on from the right.
    Map<Integer, Side> headSides = new HashMap<>();
    touched(step).forEach(message -> headSides.put(message.number(), headSide(step, message)));
    for (Side side : Side.values()) {
      int edge = x(step.node()) + side.outwards() * (boxWidth / 2);
      int first = top + BOX_PADDING;
      int y = first;
      int used = top;
      for (MessageView message : touched(step)) {
        if (headSides.get(message.number()) == side) {
          int head = edge + side.outwards() * distance(step, quorum);
          arrive(step, message, new Anchor(step.number(), side, head, y));
          used = y + LABEL_HEIGHT;
          y += ANCHOR_PITCH;
        }
      }
      if (used > top) {
        if (quorum) {
          brackets.add(bracket(edge, side, first, y - ANCHOR_PITCH));
        }
        y = used + LABEL_GAP;
      }
      for (MessageView message : step.sent()) {
        if (side(step.node(), message.to()) == side) {
          send(step, message, new Anchor(step.number(), side, edge, y));
          used = y + BOX_PADDING;
          y += ANCHOR_PITCH;
        }
      }
      bottom = Math.max(bottom, used);
    }
    return new Box(
        step.number(),
        x(step.node()) - boxWidth / 2,
        top,
        boxWidth,
        bottom - top,
        label(step),
        "Step " + step.number() + ": " + step.handler() + " at " + step.node(),
        quorum ? taken(step) : "",
        brackets,
        style(step) + (step.exception().isPresent() ? " failed" : ""));
  }

  private String style(TraceStep step) {
    if (step.action() != ActionKind.STEP) {
      return "fault " + step.action().label();
    }
    return timers.contains(step.handler()) ? "timer" : "";
  }

  /** A lost message does not come as far as its receiver. */
  private static int distance(TraceStep step, boolean quorum) {
    if (step.action() == ActionKind.LOSE) {
      return LOST;
    }
    return quorum ? BRACKET : 0;
  }

  private Side headSide(TraceStep step, MessageView message) {
    return arrived.contains(message.number()) ? Side.RIGHT : side(step.node(), message.from());
  }

  private void send(TraceStep step, MessageView message, Anchor tail) {
    anchor(tails, message, tail);
    if (step.action() == ActionKind.DUPLICATE) {
      arrived.add(message.number());
    }
    boolean separated =
        !side.isEmpty() && side.contains(message.from()) != side.contains(message.to());
    if (separated) {
      lost.add(message.number());
    }
  }

  /** Draws the line to where a message is taken, delivered or lost; it may be taken again. */
  private void arrive(TraceStep step, MessageView message, Anchor head) {
    anchor(heads, message, head);
    Anchor tail = tails.get(message.number());
    arrows.add(
        step.action() == ActionKind.LOSE
            ? lostOnItsWay(message, tail, head)
            : tail == null ? found(message, head) : delivered(message, tail, head));
    if (step.action() == ActionKind.DELIVER) {
      arrived.add(message.number());
      int edge = x(step.node()) + boxWidth / 2;
      tails.put(message.number(), new Anchor(step.number(), Side.RIGHT, edge, head.y()));
    }
  }

  /** From the box out to a bar that all arrow heads of this side touch. */
  private static String bracket(int edge, Side side, int first, int last) {
    int reach = BRACKET - 2;
    return String.format(
        "M%d %dh%dM%d %dV%d",
        edge,
        (first + last) / 2,
        side.outwards() * reach,
        edge + side.outwards() * reach,
        first - BRACKET + 2,
        last + BRACKET - 2);
  }

  /** A message that is duplicated stays where it is; its line goes on to where it is taken. */
  private static List<MessageView> touched(TraceStep step) {
    return step.action() == ActionKind.DUPLICATE ? List.of() : step.consumed();
  }

  private void anchor(Map<Integer, Anchor> ends, MessageView message, Anchor anchor) {
    ends.put(message.number(), anchor);
    messages.putIfAbsent(message.number(), message);
  }

  /** The side that faces the other node; messages to oneself loop on the right. */
  private Side side(String node, String other) {
    return columns.get(other) < columns.get(node) ? Side.LEFT : Side.RIGHT;
  }

  private Arrow delivered(MessageView message, Anchor tail, Anchor head) {
    boolean besideLifeline =
        message.from().equals(message.to()) || arrived.contains(message.number());
    boolean initial = tail.step() == 0;
    return new Arrow(
        message.number(),
        initial ? "initial" : "delivered",
        tail.step(),
        head.step(),
        besideLifeline ? loop(tail, head) : route(tail, head),
        tail.x(),
        tail.y(),
        labels(message, tail, head),
        title(message, initial ? ", pending from the start" : ""));
  }

  private String route(Anchor tail, Anchor head) {
    int room = pitch - boxWidth;
    return routes.path(
        new Routes.End(tail.x(), tail.y()),
        new Routes.End(head.x(), head.y()),
        head.side().outwards(),
        room);
  }

  private static String loop(Anchor tail, Anchor head) {
    return String.format(
        "M%d %dC%d %d %d %d %d %d",
        tail.x(),
        tail.y(),
        tail.x() + LOOP,
        tail.y(),
        head.x() + LOOP,
        head.y(),
        head.x(),
        head.y());
  }

  private Arrow lostOnItsWay(MessageView message, Anchor tail, Anchor head) {
    int startX = tail == null ? head.x() + head.side().outwards() * STUB : tail.x();
    int startY = tail == null ? head.y() : tail.y();
    boolean besideLifeline =
        tail != null && (message.from().equals(message.to()) || arrived.contains(message.number()));
    return new Arrow(
        message.number(),
        "lost",
        tail == null ? 0 : tail.step(),
        head.step(),
        besideLifeline
            ? loop(tail, head)
            : tail == null ? line(startX, startY, head.x(), head.y()) : route(tail, head),
        head.x(),
        head.y(),
        List.of(head.label(label(message), LABEL_HEIGHT + 2)),
        title(message, ", lost"));
  }

  /**
   * The type stands at the head, where the message has its effect. The heads of a quorum are too
   * close for that: its box names the numbers, and the type stands at the tail.
   */
  private List<Label> labels(MessageView message, Anchor tail, Anchor head) {
    return quorum(trace.steps().get(head.step() - 1))
        ? List.of(tail.label(label(message), -4))
        : List.of(tail.label("#" + message.number(), -4), head.label(label(message), LABEL_HEIGHT));
  }

  private Arrow unconsumed(MessageView message, Anchor tail) {
    boolean gone = lost.contains(message.number());
    int end = tail.x() + tail.side().outwards() * STUB;
    return new Arrow(
        message.number(),
        gone ? "lost" : "pending",
        tail.step(),
        0,
        line(tail.x(), tail.y(), end, tail.y()),
        end + (gone ? 0 : tail.side().outwards() * 4),
        tail.y(),
        List.of(tail.label(label(message), -6)),
        title(message, gone ? ", lost: the receiver is on the other side" : ", never consumed"));
  }

  private static Arrow found(MessageView message, Anchor head) {
    int start = head.x() + head.side().outwards() * STUB;
    return new Arrow(
        message.number(),
        "found",
        0,
        head.step(),
        line(start, head.y(), head.x(), head.y()),
        start,
        head.y(),
        List.of(head.label(label(message), LABEL_HEIGHT)),
        title(message, ", pending from the start"));
  }

  private static String line(int fromX, int fromY, int toX, int toY) {
    return "M" + fromX + " " + fromY + "L" + toX + " " + toY;
  }

  private String summary() {
    long pending = messages.keySet().stream().filter(number -> !heads.containsKey(number)).count();
    return "Message sequence chart: "
        + Numerals.count(types.size(), "node")
        + ", "
        + Numerals.count(boxes.size(), "step")
        + ", "
        + Numerals.count(messages.size(), "message")
        + ", "
        + pending
        + " of them never consumed. The list of steps says the same in words.";
  }

  private static String label(TraceStep step) {
    String method = step.handler().substring(step.handler().lastIndexOf('.') + 1);
    String about =
        step.action() == ActionKind.STEP || step.consumed().isEmpty() ? "" : " " + taken(step);
    return step.number() + " " + (step.exception().isPresent() ? "⚠ " : "") + cut(method) + about;
  }

  private static boolean quorum(TraceStep step) {
    return step.consumed().size() > 1;
  }

  /** Which messages a quorum took; where they are too many to name, how many. */
  private static String taken(TraceStep step) {
    String numbers =
        step.consumed().stream().map(m -> "#" + m.number()).collect(Collectors.joining(" + "));
    return numbers.length() <= LONGEST_QUORUM ? numbers : step.consumed().size() + " messages";
  }

  private static String label(MessageView message) {
    return "#" + message.number() + " " + cut(message.type());
  }

  private static String title(MessageView message, String fate) {
    return "#"
        + message.number()
        + " "
        + message.text()
        + ", "
        + message.from()
        + " → "
        + message.to()
        + fate;
  }

  private static String cut(String text) {
    return cut(text, LONGEST_LABEL);
  }

  private static String cut(String text, int most) {
    return text.length() <= most ? text : text.substring(0, most - 1) + "…";
  }

  /** Breaks a label at spaces and where a word of a name begins. */
  static List<String> wrapped(String label, int width) {
    int most = Math.max(4, (width - 10) / CHARACTER);
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : label.split("(?<= )|(?<=[\\p{Ll}\\d])(?=\\p{Lu})|(?<=_)")) {
      if (line.length() > 0 && line.length() + word.strip().length() > most) {
        lines.add(line.toString().strip());
        line.setLength(0);
      }
      line.append(word);
    }
    lines.add(line.toString().strip());
    return lines;
  }

  private static int widest(Stream<String> labels) {
    return labels.mapToInt(String::length).max().orElse(0) * CHARACTER;
  }
}
