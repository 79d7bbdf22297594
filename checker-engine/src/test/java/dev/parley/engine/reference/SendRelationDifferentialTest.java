package dev.parley.engine.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.NodeId;
import dev.parley.engine.internal.sends.SendRelation;
import dev.parley.engine.model.Handler;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.model.NodeType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Holds the derived send relation against all that is sent anywhere in the state spaces the naive
 * checker explores. {@code -Dparley.differential.sends=N} sets how many random protocols.
 */
class SendRelationDifferentialTest {
  private static final long SEEDS = Long.getLong("parley.differential.sends", 100);

  @Test
  void randomProtocolsSendNothingElse() {
    long compared = 0;
    // The relation is one of classes, and random protocols are of the same few.
    Map<Set<NodeType>, SendRelation> relations = new HashMap<>();
    for (long seed = 0; seed < SEEDS; seed++) {
      Model model = RandomProtocols.sample(seed).protocol().model(ModelLoader::nodeType);
      SendRelation relation =
          relations.computeIfAbsent(Set.copyOf(model.types()), types -> SendRelation.of(model));
      compared += assertForeseen("seed " + seed, model, relation);
    }
    assertThat(compared).isGreaterThan(SEEDS);
  }

  @Test
  void paxosSendsNothingElse() {
    assertThat(assertForeseen("quorum", loaded(ReferencePaxos.quorum(2, 2, 1, true)))).isPositive();
    assertThat(assertForeseen("single", loaded(ReferencePaxos.singleMessage(1, 2, 2))))
        .isPositive();
  }

  @Test
  void paxosIsFoundToSendAsItSays() {
    Model model = loaded(ReferencePaxos.quorum(2, 3, 2, true));
    SendRelation relation = SendRelation.of(model);
    List<String> sends = new ArrayList<>();
    for (NodeType type : new LinkedHashSet<>(model.types())) {
      for (Handler handler : type.handlers()) {
        relation
            .sendsOf(type, handler)
            .forEach(send -> sends.add(handler.qualifiedName() + ": " + send));
      }
    }
    assertThat(sends)
        .containsExactly(
            "QuorumProposer.replies: Write -> Acceptor",
            "Proposer.start: Read -> Acceptor",
            "Acceptor.read: ReadReply -> sender",
            "Acceptor.write: Accept -> Learner");
    assertThat(relation.notes()).isEmpty();
  }

  private static Model loaded(Model unread) {
    return new Model(
        unread.description(),
        unread.nodes(),
        unread.nodes().values().stream().map(n -> ModelLoader.nodeType(n.getClass())).toList(),
        unread.properties());
  }

  private static long assertForeseen(String name, Model model) {
    return assertForeseen(name, model, SendRelation.of(model));
  }

  /** Explores everything and gives how many sends there were. */
  private static long assertForeseen(String name, Model model, SendRelation relation) {
    NaiveSteps steps = new NaiveSteps(model);
    Set<List<String>> visited = new HashSet<>();
    Deque<NaiveState> waiting = new ArrayDeque<>();
    waiting.add(steps.initial());
    visited.add(steps.initial().full());
    long sends = 0;
    while (!waiting.isEmpty()) {
      NaiveState state = waiting.remove();
      for (NaiveStep step : steps.from(state)) {
        if (step.next().isPresent()) {
          sends += assertForeseen(name, model, relation, state, step);
          if (visited.add(step.next().get().full())) {
            waiting.add(step.next().get());
          }
        }
      }
    }
    return sends;
  }

  private static long assertForeseen(
      String name, Model model, SendRelation relation, NaiveState state, NaiveStep step) {
    List<NodeId> ids = model.ids();
    int node = ids.indexOf(step.node());
    NodeType type = model.types().get(node);
    Handler handler =
        type.handlers().stream()
            .filter(h -> h.method().equals(step.handler().method()))
            .findFirst()
            .orElseThrow();
    long sends = 0;
    for (int to = 0; to < ids.size(); to++) {
      NodeId recipient = ids.get(to);
      NaiveState.Inbox before = state.inbox(to);
      NaiveState.Inbox kept = to == node ? before.without(step.consumed()) : before;
      for (NaiveState.Envelope sent :
          step.next().get().inbox(to).without(kept.messages()).messages()) {
        boolean sender = step.consumed().stream().anyMatch(m -> m.from().equals(recipient));
        assertThat(
                relation.allows(
                    type,
                    handler,
                    model.types().get(to).type(),
                    to == node,
                    sender,
                    sent.message().getClass()))
            .as("%s: %s sends %s to %s", name, handler.qualifiedName(), sent.message(), recipient)
            .isTrue();
        sends++;
      }
    }
    return sends;
  }
}
