package dev.parley.engine.reference;

/** The protocol did what no protocol may do; the check ends with an error. */
final class NaiveMistake extends RuntimeException {
  NaiveMistake(String message) {
    super(message);
  }
}
