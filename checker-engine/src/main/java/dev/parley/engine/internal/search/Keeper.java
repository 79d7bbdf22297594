package dev.parley.engine.internal.search;

import dev.parley.engine.internal.saved.SavedFile;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Saves the searches of one check now and then, and has the one go on that was saved in an earlier
 * process. What is saved, and why a search that goes on comes to the same, says {@link Resumption}.
 *
 * <p>A check may take several searches for its verdict, one after the other: the first may find
 * that a reduction assumed too much. They come in the same order each time, so the saved one is
 * known by its place among them. Those before it are searched again.
 */
public final class Keeper {
  /** Saving takes at most one part in so many of the time. */
  private static final int RARELY = 20;

  private final SavedFile file;
  private final Occasion occasion;
  private final Set<String> remarks = new LinkedHashSet<>();
  private Optional<Head> waiting;
  private int stage = -1;
  private long near;
  private long saved;
  private volatile boolean stopping;
  private volatile boolean searching;
  private final CountDownLatch stopped = new CountDownLatch(1);

  /**
   * What a saved search begins with.
   *
   * @param stage its place among the searches of its check
   * @param states how many states it had
   * @param millis how long its check had taken
   * @param near how many states the near search before it was allowed, which a budget may limit
   */
  record Head(int stage, long states, long millis, long near) {
    static Head read(DataInputStream in) throws IOException {
      return new Head(in.readInt(), in.readLong(), in.readLong(), in.readLong());
    }

    void write(DataOutputStream out) throws IOException {
      out.writeInt(stage);
      out.writeLong(states);
      out.writeLong(millis);
      out.writeLong(near);
    }
  }

  /** When to save. */
  @FunctionalInterface
  public interface Occasion {
    /** Whether to save a search now that has so many states. */
    boolean isNow(long states);

    /** Hears how long it took. */
    default void saved(long nanos) {}

    /** After some time each, but rarely enough for what it takes. */
    static Occasion every(Duration time) {
      return new Occasion() {
        private long next = System.nanoTime() + time.toNanos();

        @Override
        public boolean isNow(long states) {
          return System.nanoTime() - next >= 0;
        }

        @Override
        public void saved(long nanos) {
          next = System.nanoTime() + Math.max(time.toNanos(), RARELY * nanos);
        }
      };
    }
  }

  /** A saved search that does not fit after all: the check has to begin anew, without it. */
  public static final class Stale extends RuntimeException {
    private static final long serialVersionUID = 1;

    Stale(String why) {
      super(why);
    }
  }

  /**
   * Looks for a saved search.
   *
   * @param file where it is, or will be
   * @param occasion when to save
   */
  public Keeper(SavedFile file, Occasion occasion) {
    this.file = file;
    this.occasion = occasion;
    waiting = head();
  }

  private Optional<Head> head() {
    SavedFile.Opened opened = file.open();
    opened.objection().ifPresent(this::ignore);
    if (opened.content().isEmpty()) {
      return Optional.empty();
    }
    try (DataInputStream in = opened.content().get()) {
      return Optional.of(Head.read(in));
    } catch (IOException e) {
      ignore("cannot be read: " + e);
      return Optional.empty();
    }
  }

  private void ignore(String why) {
    remarks.add(
        "the saved search "
            + file.path()
            + " "
            + why
            + "; it was ignored, and the search begun anew");
  }

  /** Says that searches of this kind are not saved. */
  public void refuse(String why) {
    remarks.add("the search cannot be saved, because " + why + "; it always begins anew");
    waiting = Optional.empty();
  }

  /** Gives up what was saved, because it does not fit; the check begins anew. */
  public void forget(Stale stale) {
    ignore(stale.getMessage());
    waiting = Optional.empty();
    stage = -1;
  }

  /**
   * How many states a near search may have: as many as the one before the search that was saved,
   * for what it meets first gets the first numbers.
   */
  public long near(long allowed) {
    near = waiting.map(Head::near).filter(most -> most > 0).orElse(allowed);
    return near;
  }

  /** What there is to say of all that, each a sentence. */
  public List<String> remarks() {
    return new ArrayList<>(remarks);
  }

  /**
   * A search for the verdict has begun. It goes on from where it was saved, if it was.
   *
   * @throws Stale if what was saved does not fit
   */
  void begun(Search search, Allowance.Share share) {
    stage++;
    searching = true;
    if (waiting.filter(head -> head.stage() == stage).isEmpty()) {
      return;
    }
    Head head = waiting.get();
    SavedFile.Opened opened = file.open();
    if (opened.content().isEmpty()) {
      throw new Stale(opened.objection().orElse("has gone"));
    }
    try (DataInputStream in = opened.content().get()) {
      Head.read(in);
      new Resumption(search).restore(in);
    } catch (IOException e) {
      throw new Stale("cannot be read: " + e);
    } catch (Stale stale) {
      throw stale;
    } catch (RuntimeException e) {
      // Steps that throw, a symmetry that is none: no search was saved with that.
      throw new Stale("does not fit: " + e);
    }
    waiting = Optional.empty();
    share.addEarlier(head.millis());
    remarks.add(
        String.format(
            Locale.ROOT,
            "resumed from %,d states that were saved after %s",
            head.states(),
            text(head.millis())));
  }

  private static String text(long millis) {
    return millis < 10_000
        ? String.format(Locale.ROOT, "%.1f s", millis / 1000.0)
        : Duration.ofSeconds(millis / 1000).toString().substring(2).toLowerCase(Locale.ROOT);
  }

  /**
   * A batch of a search is done, and nothing was found so far.
   *
   * @param ended whether the search ends here, because a budget is used up
   */
  void batchDone(Search search, Allowance.Share share, boolean ended) {
    boolean stops = stopping && stopped.getCount() > 0;
    if (!ended && !stops && !occasion.isNow(search.states())) {
      return;
    }
    // What is saved of a later search is worth more than the first states of an earlier one.
    if (waiting.isEmpty() && search.canBeSaved()) {
      save(search, share.spentMillis());
    } else if (!stops) {
      return;
    }
    if (stops) {
      stopped.countDown();
    }
  }

  private void save(Search search, long millis) {
    long began = System.nanoTime();
    try {
      file.write(
          out -> {
            new Head(stage, search.states(), millis, near).write(out);
            new Resumption(search).save(out);
          });
      saved = search.states();
    } catch (IOException | UncheckedIOException e) {
      remarks.add("the search could not be saved in " + file.path() + ": " + e.getMessage());
    }
    occasion.saved(System.nanoTime() - began);
  }

  /** Has the search saved as soon as it can be, from another thread; waits for that, or so long. */
  public void saveNow(Duration most) {
    stopping = true;
    if (!searching) {
      return;
    }
    try {
      stopped.await(most.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A search has come to its end. */
  void ended() {
    searching = false;
    if (stopping) {
      stopped.countDown();
    }
  }

  /** The check is over: what was saved is kept if there is something left to search. */
  public void over(boolean conclusive) {
    try {
      if (conclusive) {
        file.remove();
      } else if (saved > 0) {
        remarks.add(
            String.format(
                Locale.ROOT,
                "the search was saved with %,d states; the next check with -Dparley.resume goes on"
                    + " from there",
                saved));
      }
    } catch (IOException e) {
      remarks.add("the saved search " + file.path() + " could not be removed: " + e.getMessage());
    } finally {
      stopped.countDown();
    }
  }
}
