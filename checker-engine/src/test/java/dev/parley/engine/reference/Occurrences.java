package dev.parley.engine.reference;

import dev.parley.api.NodeId;
import dev.parley.engine.model.Handler;
import dev.parley.engine.model.Property;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What really happened in the state space of a random protocol, as opposed to what its tables
 * provide for.
 */
final class Occurrences implements NaiveChecker.Observer {
  /** What may happen. */
  enum Feature {
    /** A cycle of the state space has a transition that sends. */
    CYCLE_THAT_SENDS,
    /** Messages of more than four nodes were sent or consumed by more than four. */
    MORE_THAN_FOUR_NODES,
    /** There are more than 32 nodes. */
    MORE_THAN_32_NODES,
    /** There are more than 63 properties. */
    MORE_THAN_63_PROPERTIES,
    /** A quorum of three or more fired. */
    QUORUM_OF_THREE,
    /** A quorum fired while one of its senders had a further message pending. */
    QUORUM_AMONG_DUPLICATES,
    /** A handler without {@code orMore} consumed quorums of different sizes. */
    QUORUM_SIZE_THAT_CHANGES,
    /** A pending message that a guard refused was accepted after a step of the same node. */
    GUARD_THAT_OPENS,
    /** A pending message that a guard accepted was refused after a step of the same node. */
    GUARD_THAT_SHUTS,
    /** A node came to hold another constant. */
    CONSTANT,
    /** Two terminal properties were judged in a terminal state, beside two goals. */
    SEVERAL_KINDS_AT_ONCE,
    /** A step threw. */
    THROW
  }

  /** A state's place, its transitions, and what each node's handlers could consume. */
  private record Seen(NaiveState state, List<NaiveStep> enabled) {}

  private final RandomProtocol protocol;
  private final List<NodeId> ids;
  private final Map<List<String>, Integer> places = new LinkedHashMap<>();
  private final List<Seen> states = new ArrayList<>();
  private final Set<Feature> features = EnumSet.noneOf(Feature.class);
  private final Map<String, Set<Integer>> sizes = new HashMap<>();
  private final Set<NodeId> active = new HashSet<>();

  private Occurrences(RandomProtocol protocol) {
    this.protocol = protocol;
    this.ids = protocol.members().stream().map(RandomProtocol.Member::id).toList();
  }

  /** All that happened. */
  static Set<Feature> in(RandomProtocol protocol) {
    Occurrences occurrences = new Occurrences(protocol);
    NaiveChecker.check(protocol.model(Models.UNREAD), NaiveChecker.Limits.NONE, occurrences);
    return occurrences.features();
  }

  @Override
  public void expanded(NaiveState state, List<NaiveStep> enabled, boolean cut) {
    places.put(state.full(), states.size());
    states.add(new Seen(state, enabled));
  }

  private Set<Feature> features() {
    note(Feature.MORE_THAN_32_NODES, ids.size() > 32);
    note(Feature.MORE_THAN_63_PROPERTIES, protocol.claims().size() > 63);
    for (Seen seen : states) {
      seen.enabled().forEach(step -> look(seen, step));
      note(
          Feature.SEVERAL_KINDS_AT_ONCE,
          seen.enabled().isEmpty()
              && count(Property.Kind.TERMINAL) > 1
              && count(Property.Kind.REACHABLE) > 1);
    }
    note(Feature.MORE_THAN_FOUR_NODES, active.size() > 4);
    note(Feature.QUORUM_SIZE_THAT_CHANGES, sizes.values().stream().anyMatch(s -> s.size() > 1));
    note(Feature.CYCLE_THAT_SENDS, cycleSends());
    return features;
  }

  private void note(Feature feature, boolean occurred) {
    if (occurred) {
      features.add(feature);
    }
  }

  private long count(Property.Kind kind) {
    return protocol.claims().stream().filter(claim -> claim.kind() == kind).count();
  }

  private void look(Seen seen, NaiveStep step) {
    note(Feature.THROW, step.next().isEmpty());
    if (step.next().isEmpty()) {
      return;
    }
    active.add(step.node());
    int node = ids.indexOf(step.node());
    if (step.handler().kind() == Handler.Kind.QUORUM) {
      lookAtQuorum(seen.state(), node, step);
    }
    NaiveState next = step.next().get();
    note(
        Feature.CONSTANT,
        !((ScriptedNode) next.local(node).node())
            .badge.equals(((ScriptedNode) seen.state().local(node).node()).badge));
    Seen after = states.get(places.get(next.full()));
    Set<String> before = acceptances(seen, step.node());
    Set<String> then = acceptances(after, step.node());
    Set<String> stayed =
        seen.state().inbox(node).without(step.consumed()).messages().stream()
            .map(NaiveState.Envelope::text)
            .collect(Collectors.toSet());
    note(Feature.GUARD_THAT_OPENS, differ(then, before, stayed));
    note(Feature.GUARD_THAT_SHUTS, differ(before, then, stayed));
  }

  private void lookAtQuorum(NaiveState state, int node, NaiveStep step) {
    note(Feature.QUORUM_OF_THREE, step.consumed().size() >= 3);
    note(
        Feature.QUORUM_AMONG_DUPLICATES,
        state.inbox(node).without(step.consumed()).messages().stream()
            .filter(m -> step.handler().accepts(m.message()))
            .anyMatch(m -> step.consumed().stream().anyMatch(c -> c.from().equals(m.from()))));
    if (!step.handler().orMore()) {
      sizes
          .computeIfAbsent(step.node() + step.handler().name(), key -> new HashSet<>())
          .add(step.consumed().size());
    }
  }

  /** Which handlers with guards accept which single messages. */
  private static Set<String> acceptances(Seen seen, NodeId node) {
    return seen.enabled().stream()
        .filter(step -> step.node().equals(node) && step.handler().guard().isPresent())
        .filter(step -> step.handler().kind() == Handler.Kind.SINGLE)
        .map(step -> step.handler().name() + "\n" + step.consumed().get(0).text())
        .collect(Collectors.toSet());
  }

  private static boolean differ(Set<String> accepted, Set<String> refused, Set<String> pending) {
    return accepted.stream()
        .filter(entry -> !refused.contains(entry))
        .anyMatch(entry -> pending.contains(entry.substring(entry.indexOf('\n') + 1)));
  }

  /** Whether some transition that sends can be followed by others back to where it started. */
  private boolean cycleSends() {
    for (int from = 0; from < states.size(); from++) {
      for (NaiveStep step : states.get(from).enabled()) {
        if (step.next().isPresent()
            && sends(states.get(from).state(), step)
            && leads(places.get(step.next().get().full()), from)) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean sends(NaiveState state, NaiveStep step) {
    return messages(step.next().get()) > messages(state) - step.consumed().size();
  }

  private static int messages(NaiveState state) {
    return state.inboxes().stream().mapToInt(inbox -> inbox.messages().size()).sum();
  }

  /** A search of its own for each question: plain, and fast enough for some hundred states. */
  private boolean leads(int from, int to) {
    Set<Integer> met = new HashSet<>(Set.of(from));
    List<Integer> waiting = new ArrayList<>(met);
    while (!waiting.isEmpty()) {
      int state = waiting.remove(waiting.size() - 1);
      if (state == to) {
        return true;
      }
      for (NaiveStep step : states.get(state).enabled()) {
        step.next().map(next -> places.get(next.full())).filter(met::add).ifPresent(waiting::add);
      }
    }
    return false;
  }
}
