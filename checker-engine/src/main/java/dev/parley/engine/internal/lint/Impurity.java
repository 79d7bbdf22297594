package dev.parley.engine.internal.lint;

/** What a step must not do, why not, and what to do instead. */
enum Impurity {
  TIME(
      "The clock is no part of a node's state, so the outcome would change from run to run and the"
          + " search would keep whichever came first.",
      "Let a @Step fire where time has passed, or send the time as a number in a message."),
  RANDOMNESS(
      "The search would explore one random value, and the others would wrongly count as checked.",
      "Use choose(), which explores every value."),
  THREADS(
      "A step is atomic and runs on one thread; what other threads do is not explored.",
      "Use a node, a message or a @Step for everything that happens concurrently."),
  IO(
      "A step runs once for millions of states and some steps run twice, so effects outside its"
          + " node happen an arbitrary number of times, and what is read may change.",
      "Keep it out of steps. Calls of loggers do nothing in a check and are no problem; a"
          + " reference like log::info is: write x -> log.info(x). If it logs in another way, mark the"
          + " method that does so @AssumePure."),
  ENVIRONMENT(
      "It depends on the machine or the JVM and not on the node's state, so a result would not hold"
          + " elsewhere.",
      "Pass the value to the node's constructor in the @Instance method."),
  ORDER(
      "The order of its elements, or which of them it keeps, depends on hash codes that differ from"
          + " one Java process to the next or on the garbage collector, so a result would not hold"
          + " elsewhere.",
      "Use a HashMap or a LinkedHashMap."),
  MUTABLE_STATIC(
      "A static variable is shared by all nodes and all states and is not restored when the search"
          + " goes back, so states would leak into each other.",
      "Make it a field of the node, or static final and immutable if it is a constant."),
  IDENTITY(
      "Values are restored by content: two that were one object need not be one afterwards, so the"
          + " outcome would not be that of a JVM.",
      "Compare with equals().");

  private final String why;
  private final String remedy;

  Impurity(String why, String remedy) {
    this.why = why;
    this.remedy = remedy;
  }

  /** The reason and the way out, as sentences. */
  String explanation() {
    return why + " " + remedy;
  }
}
