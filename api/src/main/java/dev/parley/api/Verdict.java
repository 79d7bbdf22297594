package dev.parley.api;

/** What a check found out about one instance. */
public enum Verdict {
  /** Every reachable state was explored and every property held. */
  VERIFIED,
  /** A property does not hold; there is a counterexample, or proof that a goal is unreachable. */
  VIOLATED,
  /** A budget ended the search before all states were explored; nothing is proven. */
  BUDGET_EXHAUSTED,
  /** The protocol is not well formed, or the engine failed; nothing is proven. */
  ERROR
}
