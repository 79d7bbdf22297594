package dev.parley.protocols.ring;

import dev.parley.api.Budget;
import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Protocol;
import dev.parley.api.Reachable;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Terminal;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import java.util.List;

/**
 * Leader election on a unidirectional ring (Chang and Roberts, "An improved algorithm for
 * decentralized extrema-finding in circular configurations of processes", 1979).
 *
 * <p>Every process has a number, no two the same, and can send to its right neighbour only. At some
 * time each process sends its own number off. A process passes on the numbers that are higher than
 * its own and swallows the lower ones, so that of all numbers only the highest comes round to its
 * own process. That one is the leader; it sends an announcement round the ring, which each process
 * notes and passes on until it is back.
 *
 * <p>How many messages this takes depends on the order of the numbers round the ring. Ascending is
 * best: each number but the highest is swallowed at once. Descending is worst: number k travels k
 * hops. Both are checked.
 */
@Protocol(
    name = "chang-roberts",
    description = "Leader election on a ring: the process with the highest number wins, alone.",
    budget = @Budget(states = 20_000_000, time = "10m"))
public final class ChangRoberts {
  private ChangRoberts() {}

  /** Numbers grow in the direction of travel. */
  @Instance(with = 3)
  @Instance(with = 4)
  @Instance(with = 5)
  static void ascending(Topology t, int processes) {
    t.add("Process", processes, Process::new);
  }

  /** Numbers fall in the direction of travel. */
  @Instance(with = 3)
  @Instance(with = 4)
  @Instance(with = 5)
  static void descending(Topology t, int processes) {
    t.add("Process", processes, i -> new Process(processes + 1 - i));
  }

  /** Broken: the process with the highest number passes on lower ones too. */
  @Instance(with = 3, expect = Verdict.VIOLATED, violates = "oneLeaderAtMost")
  @Instance(with = 4, expect = Verdict.VIOLATED, violates = "oneLeaderAtMost")
  static void lowerPassedOn(Topology t, int processes) {
    t.add("Process", processes - 1, Process::new).add("Process", new IndifferentProcess(processes));
  }

  /** Broken by its parameters: two processes share the highest number. */
  @Instance(with = 3, expect = Verdict.VIOLATED, violates = "oneLeaderAtMost")
  @Instance(with = 4, expect = Verdict.VIOLATED, violates = "oneLeaderAtMost")
  static void numbersNotUnique(Topology t, int processes) {
    t.add("Process", processes - 1, Process::new).add("Process", new Process(processes - 1));
  }

  @Invariant("no two processes are leaders")
  static boolean oneLeaderAtMost(World w) {
    return w.nodes(Process.class).stream().filter(p -> p.leads).count() <= 1;
  }

  @Terminal("in the end the highest number leads and every process knows it")
  static boolean highestLeadsAndAllKnow(World w) {
    List<Process> processes = w.nodes(Process.class);
    int highest = processes.stream().mapToInt(p -> p.number).max().orElseThrow();
    return processes.stream()
        .allMatch(p -> p.leader == highest && p.leads == (p.number == highest));
  }

  @Reachable("a leader may be known before everyone has started")
  static boolean electedWhileSomeSleep(World w) {
    List<Process> processes = w.nodes(Process.class);
    return processes.stream().anyMatch(p -> p.leads)
        && processes.stream().anyMatch(p -> !p.started);
  }

  /** A number that wants to get round. */
  record Candidate(int number) {}

  /** The leader's announcement. */
  record Elected(int number) {}

  /** A process on the ring. */
  static class Process extends Node {
    final int number;
    private boolean started;
    private boolean leads;

    /** The leader's number, 0 as long as it is not known. */
    private int leader;

    Process(int number) {
      this.number = number;
    }

    @Step(when = "asleep")
    void start() {
      started = true;
      send(next(), new Candidate(number));
    }

    @Receive
    void candidate(Candidate m) {
      if (m.number() == number) {
        leads = true;
        leader = number;
        send(next(), new Elected(number));
      } else if (passesOn(m)) {
        send(next(), m);
      }
    }

    @Receive
    void elected(Elected m) {
      if (m.number() != number) {
        leader = m.number();
        send(next(), m);
      }
    }

    boolean asleep() {
      return !started;
    }

    boolean passesOn(Candidate m) {
      return m.number() > number;
    }

    private NodeId next() {
      List<NodeId> ring = ids(Process.class);
      return ring.get((ring.indexOf(self()) + 1) % ring.size());
    }
  }

  /** Broken: does not compare numbers. */
  static final class IndifferentProcess extends Process {
    IndifferentProcess(int number) {
      super(number);
    }

    @Override
    boolean passesOn(Candidate m) {
      return true;
    }
  }
}
