package dev.parley.protocols.tables;

import java.util.Optional;

/**
 * What a paper says about one search.
 *
 * @param states the number of states, if it gives one
 * @param bound whether that is a lower bound, since the search was given up
 * @param time the time, as printed there
 * @param lessTime the reduction in time, as printed there
 */
record Published(Optional<Long> states, boolean bound, String time, String lessTime) {
  /** The paper has no such search, or no figure for it. */
  static final Published NOTHING = new Published(Optional.empty(), false, "", "");

  static Published states(long states, String time, String lessTime) {
    return new Published(Optional.of(states), false, time, lessTime);
  }

  static Published states(long states, String time) {
    return states(states, time, "");
  }

  static Published moreThan(long states, String time) {
    return new Published(Optional.of(states), true, time, "");
  }

  /** What is no number, or a time alone. */
  static Published said(String text) {
    return new Published(Optional.empty(), false, text, "");
  }

  Amount amount() {
    return new Amount(states, bound);
  }
}
