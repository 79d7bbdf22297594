package dev.parley.engine.internal.search;

import dev.parley.engine.internal.space.Scout;
import dev.parley.engine.internal.space.StateSpace;
import dev.parley.engine.internal.store.EdgeBuffer;
import dev.parley.engine.internal.store.Edges;
import dev.parley.engine.internal.store.ParallelStore;
import dev.parley.engine.internal.store.StateView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/**
 * Several workers for one search. The search itself stays one thread, which hands out the parts of
 * a large batch that are independent of each other, and waits for them:
 *
 * <ol>
 *   <li>{@link #expand}: the states of the batch are expanded by {@link Scout}s, as far as all is
 *       known about them. The rest is expanded by the search, in order.
 *   <li>{@link #add}: successors are added to the store by shares, in order within each share, so
 *       that of several transitions to one state the first is the new one. Then the worker looks
 *       which of its new states the search has to judge: those that no judge has a memory of, and
 *       those that do not pass.
 * </ol>
 *
 * <p>Between the two phases and behind them the search works alone: it numbers, runs users' code,
 * judges, pushes and counts, in the order of the batch. So every result is the same for any number
 * of workers, including one: states, transitions, depths, numbers, runs of users' code, verdict and
 * counterexample. A batch whose states are mostly new to the memos is expanded by the search alone
 * for a while, which changes nothing but time.
 *
 * <p>Rejected: a cursor for each worker with a dictionary that all write to. Numbers would depend
 * on timing, and with them the order of transitions and the counterexample; memos would be there
 * once for each worker; and users' code would run in several threads.
 */
final class Crew implements AutoCloseable {
  /** A worker takes one part in so many of a batch at a time, so that neighbours stay together. */
  private static final int PIECES = 32;

  /** How many batches are left to the search when scouts were of little use. */
  private static final int PAUSE = 16;

  /** Scouts are of little use if they leave one state in so many. */
  private static final int FEW = 4;

  /** A batch tells something about that if it has so many states. */
  private static final int MANY = 1 << 10;

  private final StateSpace space;
  private final ParallelStore store;
  private final List<PropertyJudge> invariants;
  private final List<PropertyJudge> goals;
  private final Worker[] workers;
  private final ExecutorService threads;
  private final AtomicInteger next = new AtomicInteger();

  /** For each state of the batch: who expanded it, and where its transitions are. */
  private byte[] fate = new byte[0];

  private int[] owner = new int[0];
  private int[] from = new int[0];
  private int[] to = new int[0];

  /** For each transition, whether the search must judge its successor. */
  private boolean[] suspect = new boolean[0];

  private static final byte LEFT = 0;
  private static final byte EXPANDED = 1;
  private static final byte TERMINAL = 2;

  private int generation;
  private int pause;
  private long scouted;

  /** The most transitions of a batch. */
  private long room;

  private boolean shared;

  /** Workers for a search; at least two. */
  Crew(
      int count,
      StateSpace space,
      ParallelStore store,
      List<PropertyJudge> invariants,
      List<PropertyJudge> goals) {
    this.space = space;
    this.store = store;
    this.invariants = invariants;
    this.goals = goals;
    workers = new Worker[count];
    Arrays.setAll(workers, i -> new Worker());
    threads =
        Executors.newFixedThreadPool(
            count - 1,
            task -> {
              Thread thread = new Thread(task, "parley-worker");
              thread.setDaemon(true);
              return thread;
            });
  }

  /** What one worker has for itself. */
  private final class Worker {
    private final StateView view = store.newReader();
    private final Scout scout = space.newScout();
    private final EdgeBuffer found = new EdgeBuffer();
    private final int[] cells = new int[space.partCount()];
    private int added;
  }

  /**
   * Expands a batch in order, if that is worth it.
   *
   * @param leftOver expands what is not known
   * @return whether it was expanded
   */
  boolean expand(long[] batch, int count, Edges edges, Expander leftOver) {
    shared = false;
    if (pause > 0) {
      pause--;
      return false;
    }
    if (!begin(count)) {
      return false;
    }
    each(worker -> expandPieces(workers[worker], worker, batch, count));
    int left = 0;
    for (int i = 0; i < count; i++) {
      if (fate[i] == LEFT) {
        left++;
        leftOver.expand(batch[i], edges);
      } else {
        edges.expanding(batch[i]);
        workers[owner[i]].found.copy(from[i], to[i], edges);
        if (fate[i] == TERMINAL) {
          edges.terminal();
        }
      }
    }
    for (Worker worker : workers) {
      edges.known(worker.found.known());
      worker.scout.handOver();
    }
    room = Math.max(room, edges.size() + edges.known());
    pause = count >= MANY && left * FEW > count ? PAUSE : 0;
    scouted += count - left;
    shared = true;
    return true;
  }

  private boolean begin(int count) {
    if (fate.length < count) {
      fate = new byte[count];
      owner = new int[count];
      from = new int[count];
      to = new int[count];
    }
    for (Worker worker : workers) {
      if (!worker.scout.prepare()) {
        return false;
      }
      worker.found.clear();
      if (generation != store.generation()) {
        worker.found.forget();
      }
    }
    generation = store.generation();
    next.set(0);
    return true;
  }

  private void expandPieces(Worker worker, int number, long[] batch, int count) {
    int piece = count / PIECES + 1;
    int begin;
    while ((begin = next.getAndAdd(piece)) < count) {
      int end = Math.min(count, begin + piece);
      for (int i = begin; i < end; i++) {
        owner[i] = number;
        from[i] = worker.found.size();
        boolean done = worker.scout.expand(worker.view, batch[i], worker.found);
        to[i] = worker.found.size();
        fate[i] = !done ? LEFT : worker.scout.wasTerminal() ? TERMINAL : EXPANDED;
      }
    }
  }

  /**
   * Adds the successors of a batch that was expanded by this crew.
   *
   * @return whether it was; if not, nothing was done
   */
  boolean add(Edges edges) {
    if (!shared) {
      return false;
    }
    store.prepare(edges);
    if (suspect.length < edges.size()) {
      suspect = new boolean[edges.size() * 2];
    }
    each(
        share -> {
          Worker worker = workers[share];
          worker.added =
              store.addShare(
                  edges,
                  share,
                  workers.length,
                  edge -> suspect[edge] = isSuspect(edges, edge, worker));
        });
    store.settle(Arrays.stream(workers).mapToLong(worker -> worker.added).sum());
    return true;
  }

  private boolean isSuspect(Edges edges, int edge, Worker worker) {
    int node = edges.node(edge);
    boolean opened = false;
    for (int i = 0; i < invariants.size() + goals.size(); i++) {
      boolean invariant = i < invariants.size();
      PropertyJudge judge = invariant ? invariants.get(i) : goals.get(i - invariants.size());
      if ((invariant || !judge.reached()) && judge.dependsOn(node)) {
        if (!opened) {
          opened = true;
          worker.view.open(edges.state(edge), worker.cells);
        }
        Optional<Boolean> known = judge.remembers(worker.cells);
        if (known.isEmpty() || known.get() != invariant) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether the search must judge the successor of a transition, which was new. */
  boolean isSuspect(int edge) {
    return suspect[edge];
  }

  /** Has each worker do its part; the search does that of the first. */
  private void each(IntConsumer part) {
    List<Future<?>> others = new ArrayList<>();
    for (int worker = 1; worker < workers.length; worker++) {
      int number = worker;
      others.add(threads.submit(() -> part.accept(number)));
    }
    try {
      part.accept(0);
    } finally {
      others.forEach(Crew::await);
    }
  }

  /** Waits in any case: nobody may go on while somebody reads what is about to change. */
  private static void await(Future<?> other) {
    boolean interrupted = false;
    while (true) {
      try {
        other.get();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      } catch (ExecutionException e) {
        if (e.getCause() instanceof Error error) {
          throw error;
        }
        throw new IllegalStateException("a worker failed", e.getCause());
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** How many states were expanded by scouts. */
  long scouted() {
    return scouted;
  }

  /**
   * What the workers take in memory, together: who of them found how much depends on how threads
   * are scheduled, and no figure may.
   */
  long bytes() {
    return workers.length * EdgeBuffer.LEAST_BYTES + room * EdgeBuffer.TRANSITION_BYTES;
  }

  @Override
  public void close() {
    threads.shutdown();
  }
}
