package dev.parley.bench;

import dev.parley.engine.Comparison;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.ExplorationOptions.Order;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.result.ModeResult;
import dev.parley.protocols.paxos.Paxos;
import dev.parley.protocols.paxos.SingleMessagePaxos;
import java.util.List;

/**
 * What decomposition costs where there is nothing to leave out, and what it saves where there is:
 * stateful search and DBSS on the same instances, in one JVM, taking turns.
 */
public final class ModesBench {
  private ModesBench() {}

  private record Row(String auxiliary, Class<?> protocol, String instance) {}

  /**
   * Runs the comparison.
   *
   * @param args the number of rounds, 7 if absent
   */
  public static void main(String[] args) {
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 7;
    List<Row> rows =
        List.of(
            // The largest first: the small ones would measure the compiler.
            new Row("unused records", Paxos.class, "paxos(3,3,2)"),
            new Row("unused records", Paxos.class, "paxos(2,4,3)"),
            new Row("records", Paxos.class, "recorded(2,3,2)"),
            new Row("unused records", SingleMessagePaxos.class, "paxos(2,3,2)"),
            new Row("none", FreshStatesBench.Conversation.class, "talk(16)"));
    for (Order order : Order.values()) {
      for (Row row : rows) {
        Comparison.run(
                () -> ModelLoader.load(row.protocol, row.instance),
                List.of(SearchMode.STATEFUL.in(order), SearchMode.DBSS_WITHOUT_PUSH.in(order)),
                Budget.UNBOUNDED,
                rounds,
                Comparison.Listener.NONE)
            .modes()
            .forEach(mode -> print(order, row, mode));
      }
    }
  }

  private static void print(Order order, Row row, ModeResult mode) {
    System.out.printf(
        "%-13s  %-14s  %-20s %-16s  %-18s %10d states  median %6d ms  of %s%n",
        order,
        row.auxiliary,
        row.protocol.getSimpleName(),
        row.instance,
        mode.mode(),
        mode.figures().states(),
        mode.medianMillis(),
        mode.millis());
  }
}
