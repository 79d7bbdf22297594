package dev.parley.protocols.raft;

import dev.parley.api.Budget;
import dev.parley.api.Durable;
import dev.parley.api.Faults;
import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Network;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.OnTimer;
import dev.parley.api.Pending;
import dev.parley.api.Protocol;
import dev.parley.api.Reachable;
import dev.parley.api.Receive;
import dev.parley.api.Timer;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Raft (Ongaro and Ousterhout, "In Search of an Understandable Consensus Algorithm", 2014): servers
 * agree on a log of commands, though messages are lost, repeated and overtake each other, and
 * servers crash and come back with what they have on disk.
 *
 * <ol>
 *   <li><b>Election.</b> A server that hears of no leader opens a new term and asks all for their
 *       votes. A server votes once in a term, and only for a candidate whose log is at least as
 *       recent as its own. With the votes of a majority the candidate leads the term.
 *   <li><b>Replication.</b> The leader appends commands to its log and sends each follower the
 *       entries it may lack, with the place they come after. A follower whose log does not agree at
 *       that place refuses, and the leader tries an earlier place.
 *   <li><b>Commit.</b> An entry of the leader's own term that a majority has is committed, and with
 *       it all before it. It will never be replaced.
 * </ol>
 *
 * <p>Term, vote and log are on disk; all else is gone after a crash. Two timers drive a server: one
 * for the election, one for the leader's heartbeat, which sends again what may have been lost.
 *
 * <p>The network is persistent: what was sent may arrive at any time, again and again or never.
 * That covers loss, duplication and reordering without a budget, and a heartbeat that repeats
 * itself adds no state.
 *
 * <p><b>What bounds an instance.</b> Servers stand for election up to a last term. A client has
 * asked every server for the same few commands before the first step, and a leader appends none
 * twice. Within these bounds everything is explored: any server may stand at any time, and a
 * command may arrive in any term.
 *
 * <p><b>What is kept small on purpose.</b> A server that refuses its vote says nothing, and a
 * message of an earlier term gets no answer. In the paper the answer tells the sender the new term;
 * here it hears of it from the candidate that opened it.
 */
@Protocol(
    name = "raft",
    description = "Raft: leader election and log replication by servers that crash and restart.",
    budget = @Budget(states = 20_000_000, time = "10m"))
public final class Raft {
  private static final NodeId CLIENT = new NodeId("Client", 1);

  private Raft() {}

  /** No server crashes. */
  @Instance(with = {3, 1, 1})
  @Instance(with = {3, 2, 1})
  @Instance(
      with = {3, 1, 2},
      tags = "large")
  static void raft(Topology t, int servers, int terms, int commands) {
    t.add("Server", servers, i -> new Server(terms));
    clientAsks(t, servers, commands);
  }

  /** So many crashes, and as many restarts. */
  @Instance(with = {3, 1, 1, 1})
  @Instance(with = {3, 1, 1, 2})
  @Instance(
      with = {3, 2, 1, 1},
      tags = "large")
  static void restart(Topology t, int servers, int terms, int commands, int crashes) {
    raft(t, servers, terms, commands);
    t.faults(Faults.none().crash(crashes).restart(crashes));
  }

  /**
   * Begins where figure 8 of the paper is after two terms: the first server led term 1 and the last
   * one term 2, and each has an entry that nobody else has. Two more terms decide which one stays.
   */
  @Instance(with = {3, 3, 1})
  @Instance(
      with = {3, 4, 1},
      tags = "large")
  static void figure8(Topology t, int servers, int terms, int commands) {
    figure8(t, servers, commands, () -> new Server(terms));
  }

  /**
   * Broken: the vote is not on disk. One crash and one restart are enough, and nothing less breaks
   * it. The counterexample: a server votes for a candidate, crashes, comes back, and votes for
   * another one in the same term; both lead.
   */
  @Instance(
      with = {3, 1, 1, 1},
      expect = Verdict.VIOLATED,
      violates = "electionSafety")
  static void voteForgotten(Topology t, int servers, int terms, int commands, int crashes) {
    t.add("Server", servers, i -> new ForgetfulServer(terms));
    clientAsks(t, servers, commands);
    t.faults(Faults.none().crash(crashes).restart(crashes));
  }

  /**
   * Broken: a server comes back with an empty log. The counterexample: the leader commits an entry
   * that one follower has; that follower crashes, comes back without it, and helps elect a server
   * that never had it.
   */
  @Instance(
      with = {3, 2, 1, 1},
      tags = "large",
      expect = Verdict.VIOLATED,
      violates = "leaderCompleteness")
  static void logLost(Topology t, int servers, int terms, int commands, int crashes) {
    t.add("Server", servers, i -> new NewDiskServer(terms));
    clientAsks(t, servers, commands);
    t.faults(Faults.none().crash(crashes).restart(crashes));
  }

  /**
   * Broken: a leader commits an entry of an earlier term as soon as a majority has it, as figure 8
   * of the paper warns. The counterexample: the first server leads again, copies its entry of term
   * 1 to the second one and commits it; the last server, whose entry is of term 2, can still be
   * elected, and replaces it.
   */
  @Instance(
      with = {3, 4, 1},
      expect = Verdict.VIOLATED,
      violates = "leaderCompleteness")
  static void earlierTermCommitted(Topology t, int servers, int terms, int commands) {
    figure8(t, servers, commands, () -> new CountingServer(terms));
  }

  /**
   * Broken: a server votes for any candidate, however old its log. The counterexample: a server
   * that lacks a committed entry is elected.
   */
  @Instance(
      with = {3, 2, 1},
      expect = Verdict.VIOLATED,
      violates = "leaderCompleteness")
  static void anyLogElected(Topology t, int servers, int terms, int commands) {
    t.add("Server", servers, i -> new CredulousServer(terms));
    clientAsks(t, servers, commands);
  }

  /**
   * Broken: a server takes entries without a look at what they come after. The counterexample: the
   * last server leads again and appends to its entry of term 2; the first one appends the same to
   * its own entry of term 1.
   */
  @Instance(
      with = {3, 3, 1},
      expect = Verdict.VIOLATED,
      violates = "logMatching")
  static void placeUnchecked(Topology t, int servers, int terms, int commands) {
    figure8(t, servers, commands, () -> new HastyServer(terms));
  }

  private static void figure8(Topology t, int servers, int commands, Supplier<Server> server) {
    t.add("Server", servers, i -> server.get());
    NodeId last = new NodeId("Server", servers);
    t.nodes()
        .forEach(
            (id, node) -> {
              int term = id.index() == 1 ? 1 : 2;
              boolean led = id.index() == 1 || id.equals(last);
              List<Entry> log = led ? List.of(new Entry(term, commands + term)) : List.of();
              ((Server) node).hasBeen(term, term == 1 ? id : last, log);
            });
    clientAsks(t, servers, commands);
  }

  private static void clientAsks(Topology t, int servers, int commands) {
    t.network(Network.PERSISTENT).add("Client", new Client());
    for (int command = 1; command <= commands; command++) {
      for (int server = 1; server <= servers; server++) {
        t.message(CLIENT, new NodeId("Server", server), new Command(command));
      }
    }
  }

  @Invariant("no two servers lead in the same term")
  static boolean electionSafety(World w) {
    Set<Integer> terms = new HashSet<>();
    return w.nodes(Server.class).stream()
        .filter(s -> s.role == Role.LEADER)
        .allMatch(s -> terms.add(s.term));
  }

  @Invariant("logs that have an entry of the same term at the same place are equal up to there")
  static boolean logMatching(World w) {
    List<Server> servers = w.nodes(Server.class);
    return servers.stream().allMatch(s -> servers.stream().allMatch(s::matches));
  }

  @Invariant("a leader has everything that was committed before its term or in it")
  static boolean leaderCompleteness(World w) {
    List<Server> servers = w.nodes(Server.class);
    return servers.stream()
        .filter(leader -> leader.role == Role.LEADER)
        .allMatch(
            leader ->
                servers.stream()
                    .filter(s -> s.term <= leader.term)
                    .allMatch(s -> startsWith(leader.log, s.committed())));
  }

  /** The client's inbox remembers what servers that crashed had committed. */
  @Invariant("no two servers commit different commands at the same place")
  static boolean stateMachineSafety(World w) {
    Map<Integer, Set<Integer>> commands = new HashMap<>();
    for (Pending told : w.pending(CLIENT)) {
      Done done = (Done) told.message();
      note(commands, done.index(), done.command());
    }
    for (Server s : w.nodes(Server.class)) {
      for (int i = 1; i <= s.commit; i++) {
        note(commands, i, s.log.get(i - 1).command());
      }
    }
    return commands.values().stream().allMatch(atOnePlace -> atOnePlace.size() == 1);
  }

  private static void note(Map<Integer, Set<Integer>> commands, int place, int command) {
    commands.computeIfAbsent(place, p -> new HashSet<>()).add(command);
  }

  @Reachable("every server may have committed something")
  static boolean everyoneCommits(World w) {
    return w.nodes(Server.class).stream().noneMatch(s -> s.committed().isEmpty());
  }

  private static boolean startsWith(List<Entry> log, List<Entry> beginning) {
    return beginning.size() <= log.size() && log.subList(0, beginning.size()).equals(beginning);
  }

  /** An entry of the log. */
  record Entry(int term, int command) {}

  /** A client's wish. */
  record Command(int number) {}

  /** The leader to the client: this will stay at this place. */
  record Done(int index, int command) {}

  /** A candidate asks for a vote; its log is this recent. */
  record RequestVote(int term, int lastIndex, int lastTerm) {}

  /** The answer. */
  record Vote(int term) {}

  /**
   * A leader's entries after a place where both logs should agree, and how far it has committed.
   */
  record Append(int term, int previousIndex, int previousTerm, List<Entry> entries, int commit) {}

  /** The answer: the logs agree up to this place, or they do not agree before the entries. */
  record Appended(int term, boolean success, int match) {}

  /** What a server is in its term. */
  enum Role {
    FOLLOWER,
    CANDIDATE,
    LEADER
  }

  /** Has asked for everything before the first step. */
  static final class Client extends Node {
    @Receive
    void done(Done m) {}
  }

  /** Replicates the log. */
  static class Server extends Node {
    private final int terms;
    @Durable int term;
    @Durable private NodeId votedFor;
    @Durable List<Entry> log = List.of();
    Role role = Role.FOLLOWER;
    private int commit;
    private final Set<NodeId> votes = new TreeSet<>();
    private final Map<NodeId, Integer> next = new TreeMap<>();
    private final Map<NodeId, Integer> match = new TreeMap<>();
    private final Timer election = Timer.running();
    private final Timer heartbeat = new Timer();

    /** Stands for election up to a last term. */
    Server(int terms) {
      this.terms = terms;
    }

    /** Gives it a past. */
    final void hasBeen(int inTerm, NodeId leader, List<Entry> wrote) {
      term = inTerm;
      vote(leader);
      log = wrote;
    }

    @OnTimer(value = "election", when = "termsLeft")
    void stand() {
      enter(term + 1);
      role = Role.CANDIDATE;
      vote(self());
      votes.add(self());
      sendToOthers(Server.class, new RequestVote(term, log.size(), lastTerm()));
    }

    boolean termsLeft() {
      return term < terms;
    }

    @Receive
    void voteRequested(RequestVote m, NodeId candidate) {
      observe(m.term());
      boolean granted =
          m.term() == term
              && (votedFor() == null || votedFor().equals(candidate))
              && isRecent(m.lastIndex(), m.lastTerm());
      if (granted) {
        vote(candidate);
        election.set();
        send(candidate, new Vote(term));
      }
    }

    boolean isRecent(int lastIndex, int lastTerm) {
      return lastTerm > lastTerm() || lastTerm == lastTerm() && lastIndex >= log.size();
    }

    @Receive
    void voted(Vote m, NodeId from) {
      observe(m.term());
      if (role == Role.CANDIDATE && m.term() == term) {
        votes.add(from);
        if (isMajority(votes.size())) {
          lead();
        }
      }
    }

    private void lead() {
      role = Role.LEADER;
      votes.clear();
      for (NodeId server : others()) {
        next.put(server, log.size() + 1);
        match.put(server, 0);
      }
      election.cancel();
      replicate();
    }

    @Receive(when = "leads")
    void command(Command m) {
      if (log.stream().noneMatch(e -> e.command() == m.number())) {
        log = appended(log, new Entry(term, m.number()));
        replicate();
      }
    }

    boolean leads() {
      return role == Role.LEADER;
    }

    @OnTimer("heartbeat")
    void replicate() {
      for (NodeId server : others()) {
        int previous = next.get(server) - 1;
        send(
            server,
            new Append(
                term, previous, termAt(previous), log.subList(previous, log.size()), commit));
      }
      heartbeat.set();
    }

    @Receive
    void append(Append m, NodeId leader) {
      observe(m.term());
      if (m.term() < term) {
        return;
      }
      follow();
      if (!agreesAt(m.previousIndex(), m.previousTerm())) {
        send(leader, new Appended(term, false, m.previousIndex() - 1));
        return;
      }
      store(m.previousIndex(), m.entries());
      int match = m.previousIndex() + m.entries().size();
      commit = Math.max(commit, Math.min(m.commit(), match));
      send(leader, new Appended(term, true, match));
    }

    boolean agreesAt(int index, int termThere) {
      return index <= log.size() && termAt(index) == termThere;
    }

    /** Replaces what contradicts the leader's entries, and only that: the message may be old. */
    private void store(int previous, List<Entry> entries) {
      List<Entry> kept = log;
      for (int i = 0; i < entries.size(); i++) {
        int index = previous + i + 1;
        if (termAt(index, kept) != entries.get(i).term()) {
          kept = appended(kept.subList(0, index - 1), entries.get(i));
        }
      }
      log = List.copyOf(kept);
    }

    @Receive
    void appended(Appended m, NodeId from) {
      observe(m.term());
      if (role != Role.LEADER || m.term() != term) {
        return;
      }
      if (m.success()) {
        match.merge(from, m.match(), Math::max);
        next.put(from, match.get(from) + 1);
        commit();
      } else if (m.match() + 1 < next.get(from) && m.match() >= match.get(from)) {
        next.put(from, m.match() + 1);
      }
    }

    private void commit() {
      for (int index = log.size(); index > commit; index--) {
        int wanted = index;
        int servers = 1 + (int) match.values().stream().filter(i -> i >= wanted).count();
        if (isMajority(servers) && mayCommit(termAt(index))) {
          tell(commit + 1, index);
          commit = index;
          return;
        }
      }
    }

    private void tell(int first, int last) {
      for (int index = first; index <= last; index++) {
        sendToAll(Client.class, new Done(index, log.get(index - 1).command()));
      }
    }

    /** Whether a leader may count the servers that have an entry of this term. */
    boolean mayCommit(int entryTerm) {
      return entryTerm == term;
    }

    private void observe(int other) {
      if (other > term) {
        enter(other);
      }
    }

    private void enter(int newTerm) {
      term = newTerm;
      vote(null);
      follow();
    }

    private void follow() {
      role = Role.FOLLOWER;
      votes.clear();
      next.clear();
      match.clear();
      heartbeat.cancel();
      election.set();
    }

    NodeId votedFor() {
      return votedFor;
    }

    void vote(NodeId candidate) {
      votedFor = candidate;
    }

    final List<Entry> committed() {
      return log.subList(0, commit);
    }

    final boolean matches(Server other) {
      int common = Math.min(log.size(), other.log.size());
      for (int i = common; i > 0; i--) {
        if (termAt(i) == other.termAt(i)) {
          return log.subList(0, i).equals(other.log.subList(0, i));
        }
      }
      return true;
    }

    private int lastTerm() {
      return termAt(log.size());
    }

    private int termAt(int index) {
      return termAt(index, log);
    }

    private static int termAt(int index, List<Entry> log) {
      return index < 1 || index > log.size() ? 0 : log.get(index - 1).term();
    }

    private List<NodeId> others() {
      return ids(Server.class).stream().filter(id -> !id.equals(self())).toList();
    }

    private boolean isMajority(int servers) {
      return servers > ids(Server.class).size() / 2;
    }

    private static List<Entry> appended(List<Entry> log, Entry entry) {
      List<Entry> longer = new ArrayList<>(log);
      longer.add(entry);
      return List.copyOf(longer);
    }
  }

  /** Broken: keeps its vote in memory only. */
  static final class ForgetfulServer extends Server {
    private NodeId vote;

    ForgetfulServer(int terms) {
      super(terms);
    }

    @Override
    NodeId votedFor() {
      return vote;
    }

    @Override
    void vote(NodeId candidate) {
      vote = candidate;
    }
  }

  /** Broken: comes back with a new disk, on which somebody has restored its term and vote alone. */
  static final class NewDiskServer extends Server {
    NewDiskServer(int terms) {
      super(terms);
    }

    @Override
    protected void restarted() {
      log = List.of();
    }
  }

  /** Broken: counts who has an entry, and does not ask of which term it is. */
  static final class CountingServer extends Server {
    CountingServer(int terms) {
      super(terms);
    }

    @Override
    boolean mayCommit(int entryTerm) {
      return true;
    }
  }

  /** Broken: believes that any candidate will do. */
  static final class CredulousServer extends Server {
    CredulousServer(int terms) {
      super(terms);
    }

    @Override
    boolean isRecent(int lastIndex, int lastTerm) {
      return true;
    }
  }

  /** Broken: does not ask whether its log and the leader's agree. */
  static final class HastyServer extends Server {
    HastyServer(int terms) {
      super(terms);
    }

    @Override
    boolean agreesAt(int index, int termThere) {
      return index <= log.size();
    }
  }
}
