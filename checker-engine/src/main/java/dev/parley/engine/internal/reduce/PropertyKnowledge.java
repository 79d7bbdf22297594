package dev.parley.engine.internal.reduce;

import dev.parley.api.Faults;
import dev.parley.engine.internal.infer.FieldReads;
import dev.parley.engine.internal.search.Judges;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.Property;
import dev.parley.engine.model.ProtocolException;
import dev.parley.engine.options.PartialOrder;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * What is known about an instance's properties before a search, what the reductions assume about
 * them, and whether the assumptions held. If the local states are known, properties are tabulated
 * ({@link PropertyTable}); otherwise it is known which nodes they were seen to look at.
 */
final class PropertyKnowledge {
  /** How many evaluations may be spent on what one property depends on. */
  private static final int PROPERTY_RUNS = 20_000;

  private final Model model;
  private final List<Property> properties;
  private final Participants participants;
  private final Optional<Translation> translation;
  private final Judges judges;
  private final Observations seen;
  private final Premises premises;
  private final List<PropertyTable> tables = new ArrayList<>();

  /** For each property whose dependencies were observed, not tabulated: what was assumed. */
  private final BitSet[] assumedNodes;

  /** For each property that was tabulated, what it asks. */
  private final Map<Property, Question> questions = new HashMap<>();

  PropertyKnowledge(
      Model model,
      Participants participants,
      Optional<Translation> translation,
      Judges judges,
      Observations seen,
      Premises premises) {
    this.premises = premises;
    this.model = model;
    this.participants = participants;
    this.translation = translation;
    this.judges = judges;
    this.seen = seen;
    this.properties = model.safety();
    this.assumedNodes = new BitSet[properties.size()];
    Arrays.setAll(assumedNodes, i -> new BitSet());
  }

  /** Finds out what the properties look at, as far as that can be told before the search. */
  void look(int trialRuns) {
    translation.ifPresent(
        known -> {
          FieldReads reads = seen.reads(model);
          Map<Set<Field>, List<Sights>> sights = new HashMap<>();
          for (Property property : properties) {
            PropertyTable table =
                PropertyTable.of(
                    property,
                    participants,
                    known.steps(),
                    sights.computeIfAbsent(
                        reads.unread(property),
                        unread -> Sights.of(known.steps(), participants.count(), unread)),
                    model.setting().faults().has(Faults.Kind.CRASH),
                    Math.min(PROPERTY_RUNS, trialRuns));
            tables.add(table);
            seen.noteNodes(property, table.lookedAt());
            if (table.looksAtPending()) {
              seen.notePending(property);
            }
          }
        });
  }

  /** The names of those among some properties that look at pending messages. */
  List<String> pendingLookers(List<Property> some) {
    return some.stream().filter(seen::looksAtPending).map(Property::name).toList();
  }

  /**
   * Which steps properties can see.
   *
   * @param details where to say of each that depends on several nodes what that costs
   */
  Visibility visibility(List<String> details) {
    Visibility visibility = new Visibility(translation, participants.count());
    for (int i = 0; i < properties.size(); i++) {
      Property property = properties.get(i);
      if (property.kind() != Property.Kind.TERMINAL) {
        watch(i, visibility, details);
      }
    }
    visibility.settle();
    return visibility;
  }

  /**
   * Which nodes must move before an invariant can break or a step can fail: for sets that keep
   * violations near.
   */
  Visibility nearby(PartialOrder.Seed seed) {
    Visibility nearby = new Visibility(translation, participants.count());
    if (seed == PartialOrder.Seed.NEAREST) {
      for (int i = 0; i < properties.size(); i++) {
        if (properties.get(i).kind() == Property.Kind.INVARIANT) {
          keepNear(i, nearby);
        }
      }
      for (int node = 0; node < participants.count(); node++) {
        if (translation.isEmpty()
            || translation.get().graph(node).edges().stream().anyMatch(LocalGraph.Edge::fails)) {
          nearby.addFailures(node);
        }
      }
    }
    nearby.settle();
    return nearby;
  }

  private void keepNear(int number, Visibility nearby) {
    if (isTabulated(number)) {
      Question question = tables.get(number).question(true);
      if (mayBeOpen(question)) {
        nearby.add(question.members(), Optional.of(question), () -> false);
      }
    } else {
      BitSet nodes = (BitSet) seen.nodes(properties.get(number)).clone();
      nearby.add(nodes, Optional.empty(), () -> false);
    }
  }

  /** Whether a question is open in some initial state, or may become open by restarts. */
  private boolean mayBeOpen(Question question) {
    return premises.anyRestarts(participants.count())
        || translation.orElseThrow().initialIndexes().stream()
            .anyMatch(initial -> question.isOpen(new BitSet(), initial));
  }

  private boolean isTabulated(int number) {
    return number < tables.size() && tables.get(number).complete();
  }

  private void watch(int number, Visibility visibility, List<String> details) {
    Property property = properties.get(number);
    BooleanSupplier answered = () -> judges.reached(property);
    if (isTabulated(number)) {
      assumedNodes[number].set(0, participants.count());
      Question question = tables.get(number).question(false);
      questions.put(property, question);
      if (mayBeOpen(question)) {
        visibility.add(question.members(), Optional.of(question), answered);
        details.add(
            property.name()
                + " depends on "
                + names(question.members())
                + ": no step passes by one without which it cannot be "
                + (property.kind() == Property.Kind.REACHABLE ? "reached" : "broken"));
      }
    } else {
      BitSet nodes = (BitSet) seen.nodes(property).clone();
      assumedNodes[number] = nodes;
      if (nodes.cardinality() > 1) {
        visibility.add(nodes, Optional.empty(), answered);
        details.add(
            property.name() + " depends on " + names(nodes) + ": their steps keep their order");
      }
    }
  }

  private String names(BitSet nodes) {
    return nodes.stream()
        .mapToObj(node -> participants.id(node).toString())
        .collect(Collectors.joining(", "));
  }

  /**
   * Whether the properties looked only at what was assumed; what they looked at is recorded. If
   * nothing was skipped, wrong assumptions did no harm.
   *
   * @param leftOut whether steps were skipped in some state
   * @param dropping whether messages may have been dropped
   */
  boolean asAssumed(boolean leftOut, boolean dropping) {
    boolean hold = true;
    for (int i = 0; i < properties.size(); i++) {
      Property property = properties.get(i);
      boolean watched = leftOut && property.kind() != Property.Kind.TERMINAL;
      if (watched) {
        BitSet unexpected = judges.lookedAt(property);
        unexpected.andNot(assumedNodes[i]);
        hold &= unexpected.isEmpty();
      }
      if (watched || dropping) {
        hold &= !judges.looksAtPending(property);
      }
    }
    seen.note(properties, judges);
    if (hold) {
      questions.forEach(this::requireAsTabulated);
    }
    return hold;
  }

  /**
   * The table of a property rests on the fields it reads according to byte code. If a value differs
   * from the table, other code was run.
   */
  private void requireAsTabulated(Property property, Question question) {
    boolean goal = property.kind() == Property.Kind.REACHABLE;
    judges.forEachSample(
        property,
        (cells, holds) -> {
          int foretold = question.result(translation.orElseThrow().indexes(cells));
          int found = holds == goal ? Question.SOUGHT : Question.GOOD;
          if (foretold != Question.UNKNOWN && foretold != found) {
            throw new ProtocolException(
                property.name(),
                property.name()
                    + " is "
                    + holds
                    + " where the fields that its byte code reads leave only "
                    + !holds
                    + "; partial-order reduction would be wrong. Does an agent change classes while"
                    + " they are loaded? Search without partial-order reduction, and report this as"
                    + " a bug of Parley if not");
          }
        });
  }
}
