package dev.parley.engine.internal.search;

/**
 * How many threads take part in a search, and from when on it is worth it. Results do not depend on
 * the number of threads; those of a search that ends early depend on the size of a batch.
 *
 * @param threads how many threads
 * @param level how many states a level must have to be explored by several threads
 * @param batch how many states of such a level are explored at a time
 */
public record Workforce(int threads, int level, int batch) {
  /** The system property that has the number of threads. */
  public static final String THREADS = "parley.threads";

  private static final int LEVEL = 1 << 12;
  private static final int BATCH = 1 << 13;

  /** Checks that somebody works. */
  public Workforce {
    if (threads < 1 || level < 1 || batch < 1) {
      throw new IllegalArgumentException("a search takes at least one thread");
    }
  }

  /** As many threads as this process was given; one for each processor if it was not told. */
  public static Workforce usual() {
    Integer threads = Integer.getInteger(THREADS);
    return of(threads == null ? Runtime.getRuntime().availableProcessors() : Math.max(1, threads));
  }

  /** So many threads, where it is worth it. */
  public static Workforce of(int threads) {
    return new Workforce(threads, LEVEL, BATCH);
  }
}
