package dev.parley.report;

import dev.parley.engine.model.Property;
import dev.parley.engine.result.ActionKind;
import dev.parley.engine.result.Survey;
import dev.parley.engine.result.Trace;
import dev.parley.engine.result.Trace.FieldChange;
import dev.parley.engine.result.Trace.FieldView;
import dev.parley.engine.result.Trace.MessageView;
import dev.parley.engine.result.Trace.NodeView;
import dev.parley.engine.result.Trace.TraceStep;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A trace as a list of steps, a sequence chart and the nodes' states. */
final class TracePanel {
  /** A step's line in the list is not longer than this. */
  private static final int LONGEST_GIST = 60;

  private TracePanel() {}

  /**
   * What the counterexample's part of the page shows.
   *
   * @param length the number of steps, in words
   * @param last the last step's number; 0 if there are none
   * @param pending the messages that are there from the start
   * @param steps the steps
   * @param end what is wrong at the end
   * @param nodes every node's state at the end; the page's script shows the other states
   * @param charts the sequence charts
   * @param values the properties' values along the steps
   * @param snippets the code of the handlers that ran
   * @param json all states, for the page's script
   */
  public record View(
      String length,
      int last,
      List<MessageView> pending,
      List<Step> steps,
      String end,
      List<NodeState> nodes,
      Charts charts,
      List<PropertyLine.View> values,
      List<Code> snippets,
      String json) {}

  /**
   * The charts of a trace.
   *
   * @param all of all steps
   * @param relevant of the steps that the end depends on, if these are not all
   * @param count how many these are, in words
   */
  public record Charts(
      SequenceChart.View all, Optional<SequenceChart.View> relevant, String count) {}

  /**
   * One step.
   *
   * @param number its place
   * @param node who took it
   * @param handler what ran
   * @param style what kind of action it was; empty for a step that nothing but messages started
   * @param relevant whether the end depends on it
   * @param gist what it did, in short
   * @param source where its code is
   * @param did what it did
   * @param instead what could have happened in its place
   * @param repeats whether it is repeated for ever
   */
  public record Step(
      int number,
      String node,
      String handler,
      String style,
      boolean relevant,
      String gist,
      Place source,
      Did did,
      Instead instead,
      Repeats repeats) {}

  /** Whether a step is one of those that are repeated for ever. */
  public enum Repeats {
    /** It is not. */
    NO(""),
    /** It is the first of them. */
    FIRST("repeats first"),
    /** It is one of the others. */
    LATER("repeats");

    private final String style;

    Repeats(String style) {
      this.style = style;
    }

    /** Its style classes. */
    public String style() {
      return style;
    }

    /** Of a step of a trace. */
    private static Repeats of(Trace trace, TraceStep step) {
      int first = trace.loop().orElse(Integer.MAX_VALUE);
      if (step.number() < first) {
        return NO;
      }
      return step.number() == first ? FIRST : LATER;
    }
  }

  /**
   * What a step did.
   *
   * @param taking what is done with the messages it takes, as a word
   * @param consumed messages taken
   * @param choices values chosen
   * @param sent messages sent
   * @param changes fields changed
   * @param exception what it threw, maybe empty
   */
  public record Did(
      String taking,
      List<MessageView> consumed,
      List<String> choices,
      List<MessageView> sent,
      List<Change> changes,
      String exception) {}

  /**
   * A field that changed.
   *
   * @param field its name
   * @param auxiliary whether it is auxiliary
   * @param byElements whether the pieces are those of one collection
   * @param parts what is different
   */
  public record Change(
      String field, boolean auxiliary, boolean byElements, List<ValueDiff.Part> parts) {}

  /**
   * Where code is.
   *
   * @param text as {@code Acceptor.java:42}, maybe empty
   * @param href the same in the repository's pages, maybe empty
   * @param snippet the number of its {@link Code} on the page; 0 if there is none
   */
  public record Place(String text, String href, int snippet) {}

  /**
   * The code of a handler.
   *
   * @param number tells it apart on the page
   * @param handler its name
   * @param snippet its text
   */
  public record Code(int number, String handler, Sources.Snippet snippet) {}

  /**
   * What could happen where a step was taken.
   *
   * @param count how much, in words; empty if nothing is known
   * @param options what could happen, the step itself included
   * @param more how many further ones are left out
   */
  public record Instead(String count, List<Option> options, int more) {
    static final Instead UNKNOWN = new Instead("", List.of(), 0);

    /** Whether nothing but the step itself could happen, in one way. */
    public boolean isAlone() {
      return options.size() == 1 && more == 0 && options.get(0).isOnly();
    }
  }

  /**
   * Something that could happen.
   *
   * @param node who would take the step
   * @param handler what would run
   * @param messages the numbers of the messages it could take
   * @param ways in how many ways, in words; empty if there is only one
   * @param effect what it would do, maybe empty
   * @param taken whether this is what did happen
   */
  public record Option(
      String node,
      String handler,
      List<Integer> messages,
      String ways,
      String effect,
      boolean taken) {
    private boolean isOnly() {
      return taken && ways.isEmpty();
    }
  }

  /**
   * One node's state.
   *
   * @param node its name
   * @param type its class
   * @param acted whether it took the step that led here
   * @param fields its fields
   */
  public record NodeState(String node, String type, boolean acted, List<Field> fields) {
    /** The fields that behaviour depends on. */
    public List<Field> relevant() {
      return fields.stream().filter(field -> !field.auxiliary()).toList();
    }

    /** The others. */
    public List<Field> auxiliary() {
      return fields.stream().filter(Field::auxiliary).toList();
    }
  }

  /**
   * One field.
   *
   * @param name its name
   * @param value its content
   * @param auxiliary whether it is auxiliary
   * @param change what the step that led here changed of it
   */
  public record Field(String name, String value, boolean auxiliary, Optional<Change> change) {}

  /**
   * What is known besides the steps.
   *
   * @param protocolClass the protocol's class
   * @param sources the code of handlers
   * @param survey what else there is to see
   * @param relevant the steps that the end depends on
   * @param property the violated property; empty if there is none
   * @param kinds the kinds of the properties
   */
  record Context(
      String protocolClass,
      Sources sources,
      Optional<Survey> survey,
      Set<Integer> relevant,
      String property,
      Map<String, Property.Kind> kinds) {
    /** For a trace of which nothing else is known. */
    static Context none(Trace trace) {
      return new Context("", Sources.NONE, Optional.empty(), Causes.all(trace), "", Map.of());
    }

    private Set<String> timers() {
      return survey.map(s -> new HashSet<>(s.timers())).orElse(new HashSet<>());
    }
  }

  static View of(Trace trace, String end) {
    return of(trace, end, Context.none(trace));
  }

  static View of(Trace trace, String end, Context context) {
    List<TraceStep> steps = trace.steps();
    Map<String, Code> codes = codes(trace, context);
    return new View(
        Numerals.count(steps.size(), "step"),
        steps.isEmpty() ? 0 : steps.get(steps.size() - 1).number(),
        trace.pending(),
        steps.stream().map(step -> step(trace, step, context, codes)).toList(),
        end,
        statesAtEnd(trace),
        charts(trace, end, context),
        context
            .survey()
            .map(
                s -> PropertyLine.of(s.values(), steps.size(), context.property(), context.kinds()))
            .orElse(List.of()),
        List.copyOf(codes.values()),
        ScriptJson.of(trace, context.survey()));
  }

  private static Charts charts(Trace trace, String end, Context context) {
    Set<Integer> relevant = context.relevant();
    boolean some = relevant.size() < trace.steps().size();
    return new Charts(
        SequenceChart.of(trace, end, step -> true, context.timers()).with(aside(trace, context)),
        some
            ? Optional.of(SequenceChart.of(trace, end, relevant::contains, context.timers()))
            : Optional.empty(),
        relevant.size() + " of " + Numerals.count(trace.steps().size(), "step"));
  }

  private static List<Integer> aside(Trace trace, Context context) {
    return trace.steps().stream()
        .map(TraceStep::number)
        .filter(number -> !context.relevant().contains(number))
        .toList();
  }

  /** The code of each handler that ran, by the handler's name. */
  private static Map<String, Code> codes(Trace trace, Context context) {
    Map<String, Code> codes = new LinkedHashMap<>();
    for (TraceStep step : trace.steps()) {
      if (step.source().isPresent() && !codes.containsKey(step.handler())) {
        context
            .sources()
            .find(context.protocolClass(), step.handler(), step.source().get())
            .map(snippet -> new Code(codes.size() + 1, step.handler(), snippet))
            .ifPresent(code -> codes.put(step.handler(), code));
      }
    }
    return codes;
  }

  private static Step step(Trace trace, TraceStep step, Context context, Map<String, Code> codes) {
    Optional<Code> code = Optional.ofNullable(codes.get(step.handler()));
    Did did = did(trace, step);
    return new Step(
        step.number(),
        step.node(),
        step.handler(),
        style(step, context),
        context.relevant().contains(step.number()),
        gist(step, did),
        new Place(
            step.source().orElse(""),
            code.map(c -> c.snippet().href()).orElse(""),
            code.map(Code::number).orElse(0)),
        did,
        context.survey().map(survey -> instead(survey, step)).orElse(Instead.UNKNOWN),
        Repeats.of(trace, step));
  }

  private static String style(TraceStep step, Context context) {
    if (step.action() != ActionKind.STEP) {
      return step.action().label();
    }
    return context.timers().contains(step.handler()) ? "timer" : "";
  }

  private static Did did(Trace trace, TraceStep step) {
    return new Did(
        step.action() == ActionKind.STEP ? "consumed" : "message",
        step.consumed(),
        step.choices(),
        step.sent(),
        step.changes().stream().map(change -> change(trace, step, change)).toList(),
        step.exception().orElse(""));
  }

  private static Change change(Trace trace, TraceStep step, FieldChange change) {
    List<ValueDiff.Part> parts = ValueDiff.of(change.before(), change.after());
    boolean auxiliary =
        step.after().fields().stream()
            .anyMatch(field -> field.name().equals(change.field()) && field.auxiliary());
    return new Change(change.field(), auxiliary, ValueDiff.isByElements(parts), parts);
  }

  /** What a reader who runs through the list needs of a step. */
  private static String gist(TraceStep step, Did did) {
    if (step.exception().isPresent()) {
      return "threw " + step.exception().get().lines().findFirst().orElse("");
    }
    for (Change change : did.changes()) {
      // What a fault takes from its budget is said by its name.
      if (!change.auxiliary() && !change.field().startsWith("environment.")) {
        return cut(change.field() + gist(step, change));
      }
    }
    if (!step.sent().isEmpty()) {
      return cut(
          "sent "
              + step.sent().stream()
                  .map(MessageView::type)
                  .distinct()
                  .collect(Collectors.joining(", ")));
    }
    return cut(String.join(", ", step.choices()));
  }

  private static String gist(TraceStep step, Change change) {
    // A part of an element says nothing without what stands around it.
    if (!change.byElements() || ValueDiff.isWithinElements(change.parts())) {
      return " → "
          + step.changes().stream()
              .filter(c -> c.field().equals(change.field()))
              .map(FieldChange::after)
              .map(after -> after.isEmpty() ? "(empty)" : after)
              .findFirst()
              .orElse("");
    }
    List<String> words = new ArrayList<>();
    for (ValueDiff.Part part : change.parts()) {
      if (part.kind().equals("new")) {
        words.add("+ " + part.text());
      } else if (part.kind().equals("gone")) {
        words.add("− " + part.text());
      }
    }
    return " " + String.join(" ", words);
  }

  private static String cut(String text) {
    return LenientText.cut(text, LONGEST_GIST);
  }

  private static Instead instead(Survey survey, TraceStep step) {
    if (step.number() > survey.moments().size()) {
      return Instead.UNKNOWN;
    }
    Survey.Moment moment = survey.moments().get(step.number() - 1);
    List<Option> options =
        moment.alternatives().stream().map(alternative -> option(alternative, step)).toList();
    int ways = moment.alternatives().stream().mapToInt(Survey.Alternative::ways).sum();
    String count =
        options.isEmpty()
            ? ""
            : ways == 1 && moment.more() == 0
                ? "Nothing else could happen here"
                : (moment.more() > 0 ? "More than " : "")
                    + Numerals.count(ways, "action")
                    + " could happen here";
    return new Instead(count, options, moment.more());
  }

  private static Option option(Survey.Alternative alternative, TraceStep step) {
    boolean taken =
        alternative.node().equals(step.node()) && alternative.handler().equals(step.handler());
    return new Option(
        alternative.node(),
        alternative.handler(),
        alternative.messages(),
        alternative.ways() == 1 ? "" : Numerals.count(alternative.ways()) + " ways",
        alternative.effect(),
        taken);
  }

  private static List<NodeState> statesAtEnd(Trace trace) {
    Map<String, NodeView> states = new LinkedHashMap<>();
    trace.initial().forEach(node -> states.put(node.node(), node));
    String actor = "";
    Map<String, Change> changes = Map.of();
    for (TraceStep step : trace.steps()) {
      states.put(step.node(), step.after());
      actor = step.node();
    }
    if (!trace.steps().isEmpty()) {
      TraceStep last = trace.steps().get(trace.steps().size() - 1);
      changes = new HashMap<>();
      for (FieldChange change : last.changes()) {
        changes.putIfAbsent(change.field(), change(trace, last, change));
      }
    }
    String lastActor = actor;
    Map<String, Change> lastChanges = changes;
    return states.entrySet().stream()
        .map(
            e ->
                e.getKey().equals(lastActor)
                    ? state(e.getValue(), true, lastChanges)
                    : state(e.getValue(), false, Map.of()))
        .toList();
  }

  private static NodeState state(NodeView node, boolean acted, Map<String, Change> changes) {
    return new NodeState(
        node.node(),
        node.type(),
        acted,
        node.fields().stream().map(field -> field(field, changes)).toList());
  }

  private static Field field(FieldView field, Map<String, Change> changes) {
    return new Field(
        field.name(),
        field.value(),
        field.auxiliary(),
        Optional.ofNullable(changes.get(field.name())));
  }
}
