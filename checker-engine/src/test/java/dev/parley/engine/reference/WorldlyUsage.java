package dev.parley.engine.reference;

import dev.parley.api.Verdict;
import dev.parley.engine.model.Handler;
import dev.parley.engine.model.Model;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.options.StoreOptions;
import dev.parley.engine.result.ActionKind;
import dev.parley.engine.result.InstanceResult;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what happened in the states of generated protocols. A generator may declare much that
 * never occurs, and a comparison on such protocols proves little.
 */
final class WorldlyUsage {
  /** What must have happened at least once, whatever the seeds. */
  static final List<String> FEATURES =
      List.of(
          "several initial states",
          "messages pending from the start",
          "quorums of several messages",
          "timers fired",
          "restarts that sent, chose or threw",
          "restarts with durable content",
          "restarts that forgot",
          "steps taken again after a restart",
          "inboxes lost",
          "inboxes kept",
          "sends across a split",
          "sends to a node that is down",
          "terminal states with faults to come");

  private final Map<String, LongAdder> counts = new TreeMap<>();

  private synchronized void add(String what, long count) {
    counts.computeIfAbsent(what, w -> new LongAdder()).add(count);
  }

  private void add(String what, boolean happened) {
    add(what, happened ? 1 : 0);
  }

  /** How often it happened. */
  synchronized long count(String what) {
    return counts.getOrDefault(what, new LongAdder()).sum();
  }

  /** Watches the exploration of one protocol. */
  NaiveChecker.Observer watch(WorldlyProtocol protocol, Model model) {
    List<NaiveState> initials = new NaiveSteps(model).initials();
    add("several initial states", initials.stream().map(NaiveState::full).distinct().count() > 1);
    add(
        "messages pending from the start",
        protocol.layouts().stream().anyMatch(l -> !l.messages().isEmpty()));
    return (state, enabled, cut) -> {
      add(protocol.network() + " states", 1);
      add(
          "terminal states with faults to come",
          NaiveChecker.isTerminal(enabled) && !enabled.isEmpty());
      enabled.forEach(step -> count(protocol, model, state, step));
    };
  }

  private void count(WorldlyProtocol protocol, Model model, NaiveState before, NaiveStep step) {
    if (step.isFault()) {
      add(protocol.network() + " " + step.kind(), 1);
    }
    add("timers fired", step.kind() == ActionKind.TIMER);
    add(
        "quorums of several messages",
        step.kind() == ActionKind.STEP
            && step.handler().kind() == Handler.Kind.QUORUM
            && step.consumed().size() > 1);
    int node = step.at().map(model.ids()::indexOf).orElse(-1);
    if (step.kind() == ActionKind.CRASH) {
      boolean full = !before.inbox(node).messages().isEmpty();
      add("inboxes lost", full && protocol.faults().losesInboxes());
      add("inboxes kept", full && !protocol.faults().losesInboxes());
    }
    if (step.kind() == ActionKind.RESTART) {
      countRestart(before, step, node);
    }
    if (step.kind() == ActionKind.STEP && step.next().isPresent()) {
      countSends(before, step.next().get(), node);
    }
  }

  /** Notes that a search left states out. */
  void countReduction(
      WorldlyProtocol protocol, SearchOptions mode, InstanceResult result, NaiveResult whole) {
    boolean full = mode.store().memory() == StoreOptions.Memory.FULL;
    boolean less = full && result.figures().states() < whole.states();
    if (less && mode.reduction().any() && result.verdict() == Verdict.VERIFIED) {
      String around = protocol.network() + (protocol.faults().isNone() ? "" : " with faults");
      add(around + (mode.reduction().deadMessages() ? " dropped" : " reordered"), 1);
    }
  }

  private void countRestart(NaiveState before, NaiveStep step, int node) {
    if (step.next().isEmpty()) {
      add("restarts that sent, chose or threw", 1);
      return;
    }
    WorldlyNode was = (WorldlyNode) before.local(node).node();
    WorldlyNode is = (WorldlyNode) step.next().get().local(node).node();
    add(
        "restarts that sent, chose or threw",
        is.budget < is.design.sends() || !step.choices().isEmpty());
    add("restarts with durable content", was.disk.value == 1 && is.disk.value == 1);
    add("restarts that forgot", was.budget < is.budget || was.phase > is.phase);
    add(
        "steps taken again after a restart",
        before.local(node).text().contains("begin")
            && !step.next().get().local(node).text().contains("begin"));
  }

  private void countSends(NaiveState before, NaiveState after, int node) {
    WorldlyNode was = (WorldlyNode) before.local(node).node();
    WorldlyNode is = (WorldlyNode) after.local(node).node();
    boolean sends = is.budget < was.budget;
    add("sends across a split", sends && !before.surroundings().apart().isEmpty());
    add("sends to a node that is down", sends && !before.surroundings().down().isEmpty());
  }

  @Override
  public synchronized String toString() {
    return counts.toString();
  }
}
