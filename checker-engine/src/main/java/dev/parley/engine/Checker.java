package dev.parley.engine;

import dev.parley.engine.internal.InstanceCheck;
import dev.parley.engine.internal.search.Keeper;
import dev.parley.engine.model.Model;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ProgressListener;

/** Checks one instance. */
public final class Checker {
  private Checker() {}

  /**
   * Explores the instance and judges its properties.
   *
   * @param model the instance
   * @param options how to search
   * @param listener hears of progress
   * @return what was found; mistakes in the protocol are results too, never exceptions
   */
  public static InstanceResult check(
      Model model, SearchOptions options, ProgressListener listener) {
    return new InstanceCheck(model, options, listener).run();
  }

  /** The same by a search that is saved now and then, and goes on from where it was saved. */
  public static InstanceResult check(
      Model model, SearchOptions options, ProgressListener listener, Keeper keeper) {
    return new InstanceCheck(model, options, listener).keptBy(keeper).run();
  }
}
