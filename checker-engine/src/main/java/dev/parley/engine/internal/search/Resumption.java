package dev.parley.engine.internal.search;

import dev.parley.engine.internal.saved.Lessons;
import dev.parley.engine.internal.saved.States;
import dev.parley.engine.internal.space.StateSpace;
import dev.parley.engine.internal.store.Edges;
import dev.parley.engine.internal.store.StateStore;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * Saves a search, and has it go on.
 *
 * <p><b>What is saved.</b> Between two batches a search consists of four things: what it has
 * visited, what it has yet to expand, what it has counted, and what it <i>knows</i>: the dictionary
 * with its numbers, memos, decision trees of judges, what was audited, what symmetry was proven on,
 * which goals were reached, which choices of a reduction were settled. The first three are written
 * as they are, states by their parts. What it knows is not: of all that there is one source, the
 * states that taught it something ({@link Lessons}), and these are written, in order. A search that
 * goes on takes these lessons again.
 *
 * <p><b>Why it comes to the same.</b> All that is known is built by two acts: a state is expanded,
 * or a state is judged. Each is a function of the state, of what is known, and of a few counts (the
 * <i>pace</i>), which each lesson has with it. If such an act leaves what is known as it is, then
 * leaving it out changes nothing for the acts that follow. So the acts that remain, in their order
 * and at their pace, lead to the same. An act is a lesson if one of these grew: the dictionary
 * (local states, messages, inboxes, bundles, cells, events, recordings), the values of the
 * environment's components and what it has worked out of histories, the runs of users' code in
 * steps, guards, quorum sizes and restarts, evaluations and looks of properties, local states that
 * judges have met, reached goals, settled choices, and evaluations under other names. Users' code
 * is run again, once for each local step, and that is all that resuming costs besides reading
 * states.
 *
 * <ul>
 *   <li><b>Numbers</b> are given in the order of lessons, so they are the same; a digest of the
 *       dictionary is compared. If a protocol is not what it was, or not deterministic, it differs,
 *       and what was saved is ignored.
 *   <li><b>Networks, faults, histories</b>: inboxes and components are numbered by lessons, and
 *       parts of states like all others.
 *   <li><b>Judges</b>: trees, samples for the audit, met local states and reached goals come from
 *       lessons. No state that was visited is judged again, and all of them have passed: a search
 *       that has found something is not saved.
 *   <li><b>Audit of auxiliary content</b>: it is told of steps when they run, which is in lessons.
 *   <li><b>Partial order</b>: sets depend on the state, on settled goals, and for a while on how
 *       much was skipped, which is in the pace. What the preparation and the near search come to is
 *       not saved: both are small, and are done again before.
 *   <li><b>Dead messages</b>: that such a message could be consumed is seen by running the step: a
 *       lesson.
 *   <li><b>Symmetry</b>: proofs are made when steps first run or properties are first evaluated;
 *       which states are weighed goes by how many were explored, which is in the pace. A breach, or
 *       that it does not pay, ends a search and begins another one, which has the next place in the
 *       check ({@link Keeper}).
 *   <li><b>Statics</b> are watched while code runs; that they are as they were at the beginning is
 *       looked at again in each process.
 *   <li><b>Coverage</b>: which handlers fired, and how often each event was taken, is written.
 *   <li><b>Several threads</b> number, run and judge in one thread, in the order of one ({@link
 *       Crew}); what scouts expand teaches nothing.
 *   <li><b>Memos</b> may be forgotten at any time. Once they were, code runs again that has run
 *       before; that is no lesson, and the only figure that can differ is how often code ran.
 * </ul>
 *
 * <p>A search that remembers no states has nothing to save but its path. Random walks and searches
 * by rounds have structures of their own, and begin anew; so does what follows the search: runs for
 * properties of what happens in the end, and the way to a counterexample. What external programs
 * have answered is kept elsewhere ({@code AnswerFile}), and would have to fit.
 *
 * <p>Rejected: writing dictionary, memos, trees and proofs. Each part that keeps something would
 * have a second description of itself, which has to be right for each pair of parts and cannot be
 * tested but by what is done here. It would save the time of users' code, which is short unless
 * nearly each state brings a local step that is new; there, memory ends a search before long.
 */
final class Resumption {
  private final Search search;
  private final StateSpace space;
  private final int[] parts;

  Resumption(Search search) {
    this.search = search;
    this.space = search.space();
    parts = new int[space.partCount()];
  }

  void save(DataOutputStream out) throws IOException {
    search.lessons().write(out);
    out.writeInt(space.paces());
    writeKnowledge(out);
    space.saveCounts(out);
    search.saveCounts(out);
    States states = States.of(parts.length, space::numbers);
    states.write(out);
    StateStore store = search.store();
    FrontierWriter writer = new FrontierWriter(out, states, store.view(), parts);
    out.writeLong(store.size());
    store.forEach(writer::state);
    writer.endOfStates();
    search.frontierParts().save(writer);
  }

  private void writeKnowledge(DataOutputStream out) throws IOException {
    out.writeLong(space.dictionary().digest());
    for (int part = 0; part < parts.length; part++) {
      out.writeInt(space.numbers(part));
    }
    out.writeLong(search.judges().goalsReached());
  }

  void restore(DataInputStream in) throws IOException {
    Lessons lessons = Lessons.read(in);
    int paces = in.readInt();
    if (paces != space.paces()) {
      throw new Keeper.Stale("rests on other reductions");
    }
    learn(lessons, paces);
    requireSame(in);
    search.takeOver(lessons);
    space.restoreCounts(in);
    search.restoreCounts(in);
    States states = States.read(parts.length, in);
    StateStore store = search.store();
    FrontierReader reader = new FrontierReader(in, states, store.view(), parts);
    long count = in.readLong();
    for (long left = count; left > 0; left--) {
      store.add(reader.state());
    }
    reader.endOfStates();
    if (store.size() != count) {
      throw new Keeper.Stale("has a state twice");
    }
    search.frontierParts().restore(reader);
  }

  private void requireSame(DataInputStream in) throws IOException {
    boolean same = in.readLong() == space.dictionary().digest();
    for (int part = 0; part < parts.length; part++) {
      same &= in.readInt() == space.numbers(part);
    }
    same &= in.readLong() == search.judges().goalsReached();
    if (!same) {
      throw new Keeper.Stale(
          "does not fit, because the same steps had other outcomes when they were run again");
    }
  }

  private void learn(Lessons lessons, int paces) {
    Edges edges = new Edges();
    lessons.forEach(
        paces,
        parts.length,
        (kind, node, pace, state) -> {
          space.setPace(pace);
          if (kind == Lessons.EXPANDED) {
            edges.clear();
            space.expandAgain(state, edges);
          } else if (!search.judgesAlike(kind, node, state)) {
            throw new Keeper.Stale("does not fit, because a property is false that was true");
          }
        });
  }
}
