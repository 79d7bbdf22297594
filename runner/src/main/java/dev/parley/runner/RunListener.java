package dev.parley.runner;

/**
 * Hears of each instance while a check is at work, on the thread that runs it. For fronts that show
 * every instance as something of its own, as a test engine does; all others get the outcome.
 */
public interface RunListener {
  /** Hears nothing. */
  RunListener NONE = new RunListener() {};

  /**
   * The check of an instance begins.
   *
   * @param protocolClass the protocol's class
   * @param instance the instance's name
   */
  default void started(String protocolClass, String instance) {}

  /**
   * The check of an instance has ended.
   *
   * @param outcome what came of it
   */
  default void finished(InstanceOutcome outcome) {}
}
