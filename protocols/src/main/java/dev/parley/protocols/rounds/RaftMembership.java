package dev.parley.protocols.rounds;

import dev.parley.api.Budget;
import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Phase;
import dev.parley.api.Protocol;
import dev.parley.api.Quorum;
import dev.parley.api.Reachable;
import dev.parley.api.Receive;
import dev.parley.api.Round;
import dev.parley.api.Step;
import dev.parley.api.Terminal;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Raft with single-server membership changes (Ongaro, "Consensus: Bridging Theory and Practice",
 * 2014, chapter 4): servers keep a replicated log, and the log says who the servers are.
 *
 * <ol>
 *   <li><b>Election.</b> A candidate opens a new term and asks the members for their votes. A
 *       server votes once in a term, and only for a candidate whose log is at least as recent as
 *       its own: its last entry is of a later term, or of the same and the log no shorter. With the
 *       votes of a majority the candidate leads the term.
 *   <li><b>Replication.</b> The leader appends to its log and sends the log to the members, who
 *       make it theirs. What a majority has is committed, if an entry of the leader's own term is
 *       at its end.
 *   <li><b>Membership.</b> The leader appends an entry that adds or removes one server. A server
 *       goes by the last such entry in its log, committed or not. Majorities before and after one
 *       such change always have a server in common.
 * </ol>
 *
 * <p>That last argument holds for two successive memberships, and so it has a hole, found a year
 * after publication: a leader that was replaced may have left a change in its log alone, and the
 * next leader another one. A majority of the first and a majority of the second need not have a
 * server in common. The hole is closed by one condition: a leader changes the membership only after
 * it has committed an entry of its own term. By then nobody can be elected any more with an older
 * change.
 *
 * <p>What is kept small on purpose: the first server has just been elected leader of term 1; only
 * the first two servers stand for election, and each wants to be rid of a certain other server;
 * leaders have no entries but the empty one they start with and the change of membership; and
 * followers are not told what is committed. A server that hears of a leader votes for nobody else
 * in that term, and ignores a log if it has a longer one of the same term.
 */
@Protocol(
    name = "raft-membership",
    description = "Raft's single-server membership changes: what is committed is never replaced.",
    budget = @Budget(states = 20_000_000, time = "10m"))
public final class RaftMembership {
  private RaftMembership() {}

  /** With the condition that closes the hole. */
  @Instance(with = {4, 2})
  @Instance(
      with = {4, 3},
      tags = "large")
  @Instance(
      with = {4, 4},
      tags = "nightly")
  static void afterCommit(Topology t, int servers, int terms) {
    t.add("Server", new FirstLeader(3, terms, true))
        .add("Server", new Server(4, terms, true))
        .add("Server", servers - 2, i -> new Server(NOBODY, terms, true));
  }

  /**
   * Broken: a new leader changes the membership before it has committed anything.
   *
   * <p>The counterexample: server 1 removes server 3 in its own log alone; server 2, elected by 3
   * and 4, removes server 4 and commits that together with server 3; server 1, for whom there is no
   * server 3, is elected by 1 and 4 and commits a log of its own in place of what was committed.
   */
  @Instance(
      with = {4, 3},
      expect = Verdict.VIOLATED,
      violates = "committedForGood")
  static void beforeCommit(Topology t, int servers, int terms) {
    t.add("Server", new FirstLeader(3, terms, false))
        .add("Server", new Server(4, terms, false))
        .add("Server", servers - 2, i -> new Server(NOBODY, terms, false));
  }

  @Invariant("of any two logs that were committed, one continues the other")
  static boolean committedForGood(World w) {
    List<Server> servers = w.nodes(Server.class);
    return servers.stream()
        .allMatch(
            s ->
                servers.stream()
                    .allMatch(
                        r ->
                            isPrefix(s.committed, r.committed)
                                || isPrefix(r.committed, s.committed)));
  }

  @Invariant("no two servers lead the same term")
  static boolean oneLeaderPerTerm(World w) {
    Set<Integer> terms = new HashSet<>();
    return w.nodes(Server.class).stream()
        .filter(s -> s.role == Role.LEADER)
        .allMatch(s -> terms.add(s.term));
  }

  @Terminal("a leader that is still one in the end has committed all it has")
  static boolean leaderCommits(World w) {
    return w.nodes(Server.class).stream()
        .allMatch(s -> s.role != Role.LEADER || s.committed.equals(s.log));
  }

  @Reachable("a change of membership may be committed in the first term and in the second")
  static boolean membershipChanges(World w) {
    return w.nodes(Server.class).stream().anyMatch(s -> s.committed.size() >= 4);
  }

  private static boolean isPrefix(List<Entry> shorter, List<Entry> longer) {
    return shorter.size() <= longer.size() && longer.subList(0, shorter.size()).equals(shorter);
  }

  /** Stands for the server that a server wants to be rid of, if there is none. */
  static final int NOBODY = 0;

  /** An entry of the log: who appended it, by term, and who the members are from there on. */
  record Entry(int term, Set<NodeId> members) {}

  /** A candidate asks for a vote; its log is this recent. */
  @Round(1)
  record RequestVote(@Phase(1) int term, int lastTerm, int length) {}

  /** A server's vote. */
  @Round(2)
  record Vote(@Phase(1) int term) {}

  /** A leader's log, which only grows in its term. */
  @Round(3)
  record Append(@Phase(1) int term, @Phase(2) int length, List<Entry> log) {}

  /** A server has made the leader's log its own, up to this length. */
  @Round(4)
  record Appended(@Phase(1) int term, @Phase(2) int length) {}

  /** What a server is in its term. */
  enum Role {
    FOLLOWER,
    CANDIDATE,
    LEADER
  }

  /** A server. */
  static class Server extends Node {
    private final int rival;
    private final int terms;
    private final boolean waitsForCommit;
    int term = 1;
    private boolean voted = true;
    Role role = Role.FOLLOWER;
    List<Entry> log = List.of();
    List<Entry> committed = List.of();

    Server(int rival, int terms, boolean waitsForCommit) {
      this.rival = rival;
      this.terms = terms;
      this.waitsForCommit = waitsForCommit;
    }

    @Step(when = "mayStand")
    void stand() {
      term++;
      voted = true;
      role = Role.CANDIDATE;
      tellMembers(new RequestVote(term, lastTerm(), log.size()));
    }

    boolean mayStand() {
      return rival != NOBODY && term < terms && role != Role.LEADER && members().contains(self());
    }

    @Receive(when = "timely")
    void vote(RequestVote m, NodeId candidate) {
      enter(m.term());
      if (!voted
          && (m.lastTerm() > lastTerm()
              || m.lastTerm() == lastTerm() && m.length() >= log.size())) {
        voted = true;
        send(candidate, new Vote(term));
      }
    }

    boolean timely(RequestVote m, NodeId candidate) {
      return m.term() >= term;
    }

    @Receive(quorum = "others", when = "elected")
    void lead(Quorum<Vote> votes) {
      startTerm();
    }

    boolean elected(Quorum<Vote> votes) {
      return role == Role.CANDIDATE && votes.messages().allMatch(m -> m.term() == term);
    }

    final void startTerm() {
      role = Role.LEADER;
      append(members());
    }

    @Step(when = "mayChange")
    void changeMembership() {
      Set<NodeId> without = new HashSet<>(members());
      without.remove(new NodeId("Server", rival));
      append(without);
    }

    boolean mayChange() {
      return role == Role.LEADER
          && !changed()
          && members().contains(new NodeId("Server", rival))
          && (!waitsForCommit || committed.equals(log));
    }

    private boolean changed() {
      return log.stream().filter(entry -> entry.term() == term).count() == 2;
    }

    @Receive(when = "timely")
    void follow(Append m, NodeId leader) {
      enter(m.term());
      voted = true;
      role = Role.FOLLOWER;
      if (!isPrefix(m.log(), log)) {
        log = m.log();
      }
      send(leader, new Appended(term, m.log().size()));
    }

    /** A leader's log is late if a longer one of the same term has come before. */
    boolean timely(Append m, NodeId leader) {
      return m.term() > term || m.term() == term && (lastTerm() < term || m.length() > log.size());
    }

    @Receive(quorum = "others", when = "replicated")
    void commit(Quorum<Appended> copies) {
      committed = log;
    }

    boolean replicated(Quorum<Appended> copies) {
      return role == Role.LEADER
          && committed.size() < log.size()
          && copies.messages().allMatch(m -> m.term() == term && m.length() == log.size())
          && copies.senders().allMatch(members()::contains);
    }

    private void enter(int newTerm) {
      if (newTerm > term) {
        term = newTerm;
        voted = false;
        role = Role.FOLLOWER;
      }
    }

    private void append(Set<NodeId> newMembers) {
      List<Entry> longer = new ArrayList<>(log);
      longer.add(new Entry(term, Set.copyOf(newMembers)));
      log = List.copyOf(longer);
      tellMembers(new Append(term, log.size(), log));
    }

    private void tellMembers(Object message) {
      for (NodeId member : members()) {
        if (!member.equals(self())) {
          send(member, message);
        }
      }
    }

    private int lastTerm() {
      return log.isEmpty() ? 0 : log.get(log.size() - 1).term();
    }

    private Set<NodeId> members() {
      return log.isEmpty() ? Set.copyOf(ids(Server.class)) : log.get(log.size() - 1).members();
    }

    /** How many others make a majority of the members together with this server. */
    int others() {
      return members().size() / 2;
    }
  }

  /** The server that leads term 1. */
  static final class FirstLeader extends Server {
    FirstLeader(int rival, int terms, boolean waitsForCommit) {
      super(rival, terms, waitsForCommit);
    }

    @Step(once = true, when = "inFirstTerm")
    void start() {
      startTerm();
    }

    boolean inFirstTerm() {
      return term == 1;
    }
  }
}
