package dev.parley.engine.internal.peer;

import static dev.parley.engine.reference.Models.invariant;

import dev.parley.api.PeerProgram;
import dev.parley.engine.internal.peer.Conversations.Speaker;
import dev.parley.engine.options.SearchOptions;

/** A check that goes on until it is killed, of a program with a child that ignores everything. */
final class Doomed {
  private static final String STUBBORN =
      "trap '' HUP INT TERM; setsid sleep 3600 & sleep 3600 & n=0;"
          + " while read -r line; do n=$((n+1)); echo $n; done";

  private Doomed() {}

  public static void main(String[] arguments) {
    System.out.println("begins");
    PeerProgram program = PeerProgram.command("sh", "-c", STUBBORN).keptIn(arguments[0]).pool(2);
    for (int i = 0; true; i++) {
      Conversations.check(
          Conversations.model(
              program,
              invariant("any", w -> true),
              new Speaker("a" + i, "b"),
              new Speaker("c" + i, "d")),
          SearchOptions.DEFAULT);
      System.out.println("checked");
    }
  }
}
