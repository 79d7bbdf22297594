package dev.parley.engine.reference;

import dev.parley.api.NodeId;
import dev.parley.engine.reference.Script.Aux;
import dev.parley.engine.reference.Script.Effect;
import dev.parley.engine.reference.Script.Entry;
import dev.parley.engine.reference.Script.Fault;
import dev.parley.engine.reference.Script.Gate;
import dev.parley.engine.reference.Script.Payload;
import dev.parley.engine.reference.Script.Picking;
import dev.parley.engine.reference.Script.Rule;
import dev.parley.engine.reference.Script.Send;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A script as text, a character a decision. A node carries its script as part of its local state,
 * which the engine copies twice a step: of a table of records, that took most of the time of all
 * differential tests. A static table would be no state at all, but steps may not read one that
 * grows.
 *
 * <p>First come the number of phases, the auxiliary content, whether messages are passed on and the
 * quorum size of each phase, then a row of equal width for each handler in each phase.
 */
final class ScriptText {
  private static final int MOST_NEXT = 3;
  private static final int MOST_SENDS = 3;
  private static final int SENDS = 5 + MOST_NEXT;
  private static final int WIDTH = SENDS + 1 + 2 * MOST_SENDS;
  private static final int PASSES_ON = 1 + Aux.values().length;
  private static final int THRESHOLDS = PASSES_ON + 1;

  /** A digit that stands for the sender of the consumed message, or for no gate at all. */
  private static final int NONE = 0;

  private ScriptText() {}

  /**
   * Writes a script.
   *
   * @param script what to write
   * @param nodes all nodes, in topology order
   */
  static String of(Script script, List<NodeId> nodes) {
    StringBuilder out = new StringBuilder();
    int phases = script.thresholds().size();
    put(out, phases);
    for (Aux aux : Aux.values()) {
      put(out, script.auxiliary().contains(aux) ? 1 : 0);
    }
    put(out, script.passesOn() ? 1 : 0);
    script.thresholds().forEach(size -> put(out, size));
    for (String handler : Script.HANDLERS) {
      Optional<Entry> entry = script.entry(handler);
      for (int phase = 0; phase < phases; phase++) {
        int start = out.length();
        if (entry.isPresent()) {
          write(out, entry.get(), phase, nodes);
        }
        out.append("-".repeat(start + WIDTH - out.length()));
      }
    }
    return out.toString();
  }

  private static void write(StringBuilder out, Entry entry, int phase, List<NodeId> nodes) {
    Rule rule = entry.rules().get(phase);
    put(out, entry.gates().isEmpty() ? NONE : 1 + entry.gates().get(phase).ordinal());
    put(out, rule.picking().ordinal());
    put(out, rule.effect().ordinal());
    put(out, rule.fault().ordinal());
    put(out, rule.next().size());
    for (int i = 0; i < MOST_NEXT; i++) {
      put(out, i < rule.next().size() ? rule.next().get(i) : 0);
    }
    put(out, rule.sends().size());
    for (Send send : rule.sends()) {
      put(out, send.to().map(to -> 1 + nodes.indexOf(to)).orElse(NONE));
      put(out, send.payload().ordinal());
    }
  }

  static boolean has(String script, Aux aux) {
    return get(script, 1 + aux.ordinal()) == 1;
  }

  static boolean passesOn(String script) {
    return get(script, PASSES_ON) == 1;
  }

  /** The quorum size in a phase. */
  static int threshold(String script, int phase) {
    return get(script, THRESHOLDS + phase);
  }

  static Gate gate(String script, String handler, int phase) {
    return Gate.values()[get(script, row(script, handler, phase)) - 1];
  }

  static Rule rule(String script, String handler, int phase, List<NodeId> nodes) {
    int row = row(script, handler, phase);
    List<Integer> next = new ArrayList<>();
    for (int i = 0; i < get(script, row + 4); i++) {
      next.add(get(script, row + 5 + i));
    }
    List<Send> sends = new ArrayList<>();
    for (int i = 0; i < get(script, row + SENDS); i++) {
      int to = get(script, row + SENDS + 1 + 2 * i);
      Payload payload = Payload.values()[get(script, row + SENDS + 2 + 2 * i)];
      sends.add(new Send(to == NONE ? Optional.empty() : Optional.of(nodes.get(to - 1)), payload));
    }
    return new Rule(
        next,
        Picking.values()[get(script, row + 1)],
        Effect.values()[get(script, row + 2)],
        sends,
        Fault.values()[get(script, row + 3)]);
  }

  private static int row(String script, String handler, int phase) {
    int phases = get(script, 0);
    return THRESHOLDS + phases + (Script.HANDLERS.indexOf(handler) * phases + phase) * WIDTH;
  }

  private static void put(StringBuilder out, int digit) {
    out.append((char) ('0' + digit));
  }

  private static int get(String script, int at) {
    return script.charAt(at) - '0';
  }
}
