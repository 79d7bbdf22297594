package dev.parley.engine.internal.rounds;

/** The five conditions that make a protocol one that proceeds in rounds. */
enum Condition {
  /** A node never goes back to an earlier round. */
  MONOTONE(
      1,
      "a node never goes back to an earlier round",
      "let the step refuse to run, or let the message carry the round the node is in"),
  /** A message carries the tag its sender has when it sends it. */
  CURRENT_TAG(
      2,
      "a message carries the phase and round its sender is in",
      "send the phase and round of the message that was received, or of a later one"),
  /** No message of a round that was left has an effect. */
  NOT_LATE(
      3,
      "a message from a round that its receiver has left has no effect",
      "let a guard refuse messages that are earlier than what the node has reached"),
  /** A step reads messages of one round only. */
  ONE_ROUND(
      4,
      "a step consumes messages of one phase and round only",
      "let the guard compare all messages with the node's own phase and round"),
  /** First everything is sent in a round, then something is received. */
  SEND_FIRST(
      5,
      "a node that has received messages of a round sends none of that round any more",
      "give what it sends a later round of its own, or send before anything is received");

  private final int number;
  private final String rule;
  private final String remedy;

  Condition(int number, String rule, String remedy) {
    this.number = number;
    this.rule = rule;
    this.remedy = remedy;
  }

  int number() {
    return number;
  }

  String rule() {
    return rule;
  }

  String remedy() {
    return remedy;
  }
}
