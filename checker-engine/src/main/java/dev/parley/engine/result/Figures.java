package dev.parley.engine.result;

/**
 * How much was explored. Times and rates depend on the machine; all else is the same on every run.
 *
 * @param states distinct states stored, the initial one included
 * @param transitions steps taken, those that led to known states included
 * @param depth the greatest distance from the initial state (breadth first) or longest path (depth
 *     first)
 * @param terminalStates states without enabled steps
 * @param runs how often the user's code ran
 * @param localStates distinct local states, of all nodes
 * @param messages distinct messages, by sender and content; one that goes to several receivers
 *     counts once
 * @param storeBytes what the visited set takes, frontier and intern tables included, at the end
 * @param stack what a depth-first search kept on its stack
 * @param millis wall-clock time of the search, with what is found out beforehand for its sake
 */
public record Figures(
    long states,
    long transitions,
    long depth,
    long terminalStates,
    @Inlined UserCode runs,
    long localStates,
    long messages,
    long storeBytes,
    @Inlined Stack stack,
    long millis) {

  /** Nothing was explored. */
  public static final Figures NONE = new Figures(0, 0, 0, 0, UserCode.NONE, 0, 0, 0, Stack.NONE, 0);

  /**
   * How often the user's code ran.
   *
   * @param handlerRuns how often a step's code ran
   * @param guardRuns how often a guard or quorum size was asked
   * @param propertyRuns how often a property's code ran
   */
  public record UserCode(long handlerRuns, long guardRuns, long propertyRuns) {
    /** It never ran. */
    public static final UserCode NONE = new UserCode(0, 0, 0);
  }

  /**
   * The stack of a depth-first search.
   *
   * @param stackPushes how many states a depth-first search pushed on its stack
   * @param peakStack the most states that stack held at a time
   */
  public record Stack(long stackPushes, long peakStack) {
    /** There was no stack. */
    public static final Stack NONE = new Stack(0, 0);
  }

  /** The figures of a search that ended without a result, from its last progress report. */
  public static Figures of(Progress p) {
    return new Figures(
        p.states(),
        p.transitions(),
        p.depth(),
        0,
        UserCode.NONE,
        0,
        0,
        p.storeBytes(),
        Stack.NONE,
        p.millis());
  }

  /** The same with another time. */
  public Figures withMillis(long other) {
    return new Figures(
        states,
        transitions,
        depth,
        terminalStates,
        runs,
        localStates,
        messages,
        storeBytes,
        stack,
        other);
  }

  /** How often a step's code ran. */
  public long handlerRuns() {
    return runs.handlerRuns();
  }

  /** How often a guard or quorum size was asked. */
  public long guardRuns() {
    return runs.guardRuns();
  }

  /** How often a property's code ran. */
  public long propertyRuns() {
    return runs.propertyRuns();
  }

  /** How many states a depth-first search pushed on its stack. */
  public long stackPushes() {
    return stack.stackPushes();
  }

  /** The most states that stack held at a time. */
  public long peakStack() {
    return stack.peakStack();
  }

  /** How often the user's code ran altogether. */
  public long userCodeRuns() {
    return handlerRuns() + guardRuns() + propertyRuns();
  }

  /** States per second; 0 if no time passed. */
  public long statesPerSecond() {
    return millis == 0 ? 0 : states * 1000 / millis;
  }

  /** Stored bytes per state; 0 if there are none. */
  public double bytesPerState() {
    return states == 0 ? 0 : (double) storeBytes / states;
  }
}
