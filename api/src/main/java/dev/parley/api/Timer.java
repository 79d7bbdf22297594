package dev.parley.api;

/**
 * A timer of a {@link Node}: a field that steps set and cancel. While it is set, the method of the
 * node that is annotated {@link OnTimer} with the field's name may run at any moment. The timer is
 * no longer set when that method begins.
 *
 * <pre>{@code
 * final Timer election = Timer.running();
 *
 * @OnTimer("election")
 * void startElection() { ...; election.set(); }
 *
 * @Receive
 * void heartbeat(Heartbeat m) { election.set(); }
 * }</pre>
 *
 * <p>There is no clock: a timer that is set may fire before anything else happens, or never. Like
 * every field without {@link Durable}, it is as the constructor made it after a restart.
 */
public final class Timer {
  private boolean set;

  /** A timer that is not set. */
  public Timer() {}

  /** A timer that is set from the start. */
  public static Timer running() {
    Timer timer = new Timer();
    timer.set = true;
    return timer;
  }

  /** Sets the timer; nothing changes if it is set. */
  public void set() {
    set = true;
  }

  /** Makes sure that the timer does not fire; nothing changes if it is not set. */
  public void cancel() {
    set = false;
  }

  /** Whether the timer is set. */
  public boolean isSet() {
    return set;
  }

  @Override
  public String toString() {
    return set ? "set" : "not set";
  }
}
