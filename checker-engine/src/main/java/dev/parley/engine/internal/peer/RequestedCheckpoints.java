package dev.parley.engine.internal.peer;

import dev.parley.api.PeerProgram.Checkpoint;
import dev.parley.api.Reply;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Checkpoints that a program takes of itself, when it is asked to. They are kept in its process and
 * are lost with it.
 */
final class RequestedCheckpoints implements Checkpoints {
  /** A checkpoint and the process that keeps it. */
  private record Kept(PeerProcess in, long number) {}

  /** So long that no other answer is likely to contain it. */
  private static final long FIRST = 1_000_000;

  private final Checkpoint how;
  private final Map<Place, Kept> known = new HashMap<>();
  private long taken;

  RequestedCheckpoints(Checkpoint how) {
    this.how = how;
  }

  @Override
  public boolean save(PeerProcess process) {
    if (process.hasUnread()) {
      throw new PeerException(
          "the program says more than it is asked for, so what answers the request to save its state"
              + " cannot be told; read everything before, or take the checkpoints off it");
    }
    long number = FIRST + taken++;
    require(process, how.save(), number);
    known.put(process.place(), new Kept(process, number));
    return true;
  }

  @Override
  public boolean has(Place place) {
    return known.containsKey(place);
  }

  @Override
  public Optional<PeerProcess> restored(Place place, List<PeerProcess> running) {
    Kept kept = known.get(place);
    require(kept.in, how.restore(), kept.number);
    kept.in.moveTo(place);
    return Optional.of(kept.in);
  }

  private static void require(PeerProcess process, String request, long number) {
    String sent = request.replace(Checkpoint.NUMBER, String.valueOf(number));
    Reply reply = process.perform(new Ask(0, sent, 1));
    if (!reply.answered()) {
      throw new PeerException(
          "asked for a checkpoint with "
              + Shown.text(new Ask(0, sent, 1))
              + ", the program "
              + reply.event().text());
    }
    if (!reply.content().contains(String.valueOf(number))) {
      throw new PeerException(
          "asked for a checkpoint with "
              + Shown.text(new Ask(0, sent, 1))
              + ", the program answered "
              + Shown.text(reply)
              + ", which does not repeat the number; perhaps it is the answer to something else");
    }
  }

  @Override
  public boolean restsIn(PeerProcess process) {
    return known.values().stream().anyMatch(kept -> kept.in == process);
  }

  @Override
  public void ended(PeerProcess process) {
    known.values().removeIf(kept -> kept.in == process);
  }

  @Override
  public void forget() {
    known.clear();
  }

  @Override
  public long taken() {
    return taken;
  }

  @Override
  public String name() {
    return "by request";
  }
}
