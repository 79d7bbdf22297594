package dev.parley.protocols.replication;

import dev.parley.api.Budget;
import dev.parley.api.Durable;
import dev.parley.api.Faults;
import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.OnTimer;
import dev.parley.api.Protocol;
import dev.parley.api.Reachable;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Terminal;
import dev.parley.api.Timer;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A primary with one backup (Alsberg and Day, "A Principle for Resilient Sharing of Distributed
 * Resources", 1976): what a client was told is written survives the loss of one server.
 *
 * <p>The client sends a write to the primary, which keeps it and passes it on. The backup keeps it
 * too and says so, and only then the primary tells the client. What gets lost on the way is sent
 * again by the client's timer; a write that is there already is not written twice.
 *
 * <p>Nobody takes over here. That the data survives is a matter of which servers are up and what
 * they hold, and the property asks just that. A crash alone would show nowhere else: a server that
 * is down looks to others like one that is slow.
 */
@Protocol(
    name = "primary-backup",
    description = "A write that was confirmed is kept by a server that is up.",
    budget = @Budget(states = 20_000_000, time = "10m"))
public final class PrimaryBackup {
  private PrimaryBackup() {}

  /** Messages get lost, and a server crashes for good. */
  @Instance(with = {1, 1})
  @Instance(with = {2, 1})
  @Instance(with = {2, 2})
  static void crash(Topology t, int writes, int losses) {
    t.add("Client", new Client(writes, losses))
        .add("Primary", new Primary())
        .add("Backup", new Backup())
        .faults(Faults.none().lose(losses).crash(1));
  }

  /** Both servers may crash, and one of them comes back with what it has on disk. */
  @Instance(with = {1, 1})
  @Instance(with = {2, 1})
  static void restart(Topology t, int writes, int losses) {
    t.add("Client", new Client(writes, losses))
        .add("Primary", new Primary())
        .add("Backup", new Backup())
        .faults(Faults.none().lose(losses).crash(1, "Primary").crash(1, "Backup").restart(1));
  }

  /**
   * Broken: the primary confirms a write before the backup has it. It holds whatever gets lost, and
   * breaks with one crash: that of the primary.
   */
  @Instance(
      with = {1, 1},
      expect = Verdict.VIOLATED,
      violates = "confirmedIsKept")
  static void confirmedTooEarly(Topology t, int writes, int losses) {
    t.add("Client", new Client(writes, losses))
        .add("Primary", new HastyPrimary())
        .add("Backup", new Backup())
        .faults(Faults.none().lose(losses).crash(1));
  }

  /**
   * Broken: the backup has no disk. It takes two crashes and a restart: the backup comes back with
   * nothing, and the primary is gone.
   */
  @Instance(
      with = {1, 1},
      expect = Verdict.VIOLATED,
      violates = "confirmedIsKept")
  static void backupForgets(Topology t, int writes, int losses) {
    t.add("Client", new Client(writes, losses))
        .add("Primary", new Primary())
        .add("Backup", new ForgetfulBackup())
        .faults(Faults.none().lose(losses).crash(1, "Primary").crash(1, "Backup").restart(1));
  }

  @Invariant("if a server is up, one that is up has every write that was confirmed")
  static boolean confirmedIsKept(World w) {
    int confirmed = w.nodes(Client.class).get(0).confirmed;
    List<Server> up = w.nodes(Server.class).stream().filter(w::isUp).toList();
    return up.isEmpty() || up.stream().anyMatch(s -> s.hasAllUpTo(confirmed));
  }

  @Terminal("in the end everything is confirmed, unless a server is down")
  static boolean everythingIsConfirmed(World w) {
    Client client = w.nodes(Client.class).get(0);
    return client.confirmed == client.writes
        || !w.isUp(client)
        || !w.nodes(Server.class).stream().allMatch(w::isUp);
  }

  @Reachable("everything may be confirmed")
  static boolean allConfirmed(World w) {
    Client client = w.nodes(Client.class).get(0);
    return client.confirmed == client.writes;
  }

  /** The client's wish, and the primary's to its backup. */
  record Write(int number) {}

  /** The backup has it. */
  record Kept(int number) {}

  /** The primary and the backup have it. */
  record Confirmed(int number) {}

  /** Writes 1, 2, ..., one after the other. */
  static final class Client extends Node {
    final int writes;
    int confirmed;
    private final int patience;
    private int repeatsLeft;
    private final Timer timeout = new Timer();

    /** Asks again at most so many times for each write. */
    Client(int writes, int repeats) {
      this.writes = writes;
      this.patience = repeats;
    }

    @Step(once = true)
    void start() {
      next();
    }

    private void next() {
      repeatsLeft = patience;
      ask();
    }

    private void ask() {
      sendToAll(Primary.class, new Write(confirmed + 1));
      if (repeatsLeft > 0) {
        timeout.set();
      }
    }

    @OnTimer("timeout")
    void askAgain() {
      repeatsLeft--;
      ask();
    }

    @Receive
    void confirmed(Confirmed m) {
      if (m.number() == confirmed + 1) {
        confirmed++;
        timeout.cancel();
        if (confirmed < writes) {
          next();
        }
      }
    }
  }

  /** What both servers are. */
  abstract static class Server extends Node {
    abstract boolean has(int number);

    final boolean hasAllUpTo(int number) {
      for (int i = 1; i <= number; i++) {
        if (!has(i)) {
          return false;
        }
      }
      return true;
    }
  }

  /** Talks to the client. */
  static class Primary extends Server {
    @Durable private final Set<Integer> disk = new TreeSet<>();

    @Receive
    void write(Write m) {
      disk.add(m.number());
      sendToAll(Backup.class, m);
    }

    @Receive
    void kept(Kept m) {
      sendToAll(Client.class, new Confirmed(m.number()));
    }

    @Override
    final boolean has(int number) {
      return disk.contains(number);
    }
  }

  /** Broken: hopes that the backup will have it. */
  static final class HastyPrimary extends Primary {
    @Override
    void write(Write m) {
      super.write(m);
      sendToAll(Client.class, new Confirmed(m.number()));
    }

    @Override
    void kept(Kept m) {}
  }

  /** Has everything twice. */
  static class Backup extends Server {
    @Durable private final Set<Integer> disk = new TreeSet<>();

    @Receive
    void write(Write m, NodeId from) {
      keep(m.number());
      send(from, new Kept(m.number()));
    }

    void keep(int number) {
      disk.add(number);
    }

    @Override
    boolean has(int number) {
      return disk.contains(number);
    }
  }

  /** Broken: keeps everything in memory only. */
  static final class ForgetfulBackup extends Backup {
    private final Set<Integer> memory = new TreeSet<>();

    @Override
    void keep(int number) {
      memory.add(number);
    }

    @Override
    boolean has(int number) {
      return memory.contains(number);
    }
  }
}
