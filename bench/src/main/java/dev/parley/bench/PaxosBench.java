package dev.parley.bench;

import dev.parley.engine.options.ExplorationOptions.Order;
import dev.parley.protocols.paxos.Paxos;

/**
 * Checks one instance of Paxos in this JVM and prints what it took. Whoever compares it with
 * another program measures the whole process from outside, start-up, compilation and garbage
 * collection included.
 */
public final class PaxosBench {
  private PaxosBench() {}

  /**
   * Runs the check.
   *
   * @param args the instance's name, {@code paxos(3,3,2)} if absent, and the search order, {@code
   *     breadth_first} (if absent) or {@code depth_first}
   */
  public static void main(String[] args) {
    String instance = args.length > 0 ? args[0] : "paxos(3,3,2)";
    Order order = args.length > 1 ? Measurement.order(args[1]) : Order.BREADTH_FIRST;
    System.out.println(Measurement.of(Paxos.class, instance, order));
  }
}
