package dev.parley.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds ways for the lines of a sequence chart that cross no box.
 *
 * <p>A straight line is best: it shows at a glance which way a message went. If a box is in its
 * way, it runs level in the row of its tail, down beside the column of its head, and level into the
 * head. Each row has one box only, and that is where the line begins or ends; and between two
 * columns there are no boxes at all. Lines that run down side by side get tracks of their own, as
 * long as there is room for them.
 */
final class Routes {
  private static final int CLEARANCE = 3;
  private static final int FIRST_TRACK = 9;
  private static final int TRACK = 6;
  private static final int RADIUS = 6;

  private final List<SequenceChart.Box> boxes = new ArrayList<>();

  /** For each place where lines run down, how far down each of its tracks is taken. */
  private final Map<Integer, List<Integer>> tracks = new HashMap<>();

  /** Where a line begins or ends. */
  record End(int x, int y) {}

  /** From now on lines go around this box; boxes come from top to bottom. */
  void block(SequenceChart.Box box) {
    boxes.add(box);
  }

  /**
   * A line, as SVG path data.
   *
   * @param tail where it begins
   * @param head where it ends, below
   * @param outwards 1 if it comes to its head from the right, -1 if from the left
   * @param room the room between two columns
   */
  String path(End tail, End head, int outwards, int room) {
    String start = "M" + tail.x() + " " + tail.y();
    String end = "L" + head.x() + " " + head.y();
    if (isFree(tail, head)) {
      return start + end;
    }
    int down = head.x() + outwards * (FIRST_TRACK + TRACK * track(tail, head, outwards, room));
    int radius = Math.min(RADIUS, (head.y() - tail.y()) / 2);
    int into = Math.min(radius, Math.abs(down - head.x()));
    int from = down > tail.x() ? 1 : -1;
    return String.format(
        "%sL%d %dQ%d %d %d %dL%d %dQ%d %d %d %d%s",
        start,
        down - from * radius,
        tail.y(),
        down,
        tail.y(),
        down,
        tail.y() + radius,
        down,
        head.y() - radius,
        down,
        head.y(),
        down - outwards * into,
        head.y(),
        end);
  }

  private int track(End tail, End head, int outwards, int room) {
    List<Integer> taken = tracks.computeIfAbsent(2 * head.x() + outwards, x -> new ArrayList<>());
    int most = Math.max(1, (room - 2 * FIRST_TRACK) / TRACK + 1);
    int track = 0;
    while (track < taken.size() && taken.get(track) > tail.y()) {
      track++;
    }
    if (track < taken.size()) {
      taken.set(track, head.y());
    } else if (track < most) {
      taken.add(head.y());
    } else {
      track = 0;
    }
    return track;
  }

  private boolean isFree(End tail, End head) {
    for (int i = boxes.size() - 1; i >= 0; i--) {
      SequenceChart.Box box = boxes.get(i);
      if (box.y() + box.height() <= tail.y()) {
        return true;
      }
      if (box.y() > tail.y() && crosses(tail, head, box)) {
        return false;
      }
    }
    return true;
  }

  /** Whether a line passes through a box, with some distance. */
  private static boolean crosses(End tail, End head, SequenceChart.Box box) {
    double slope = (double) (head.x() - tail.x()) / Math.max(1, head.y() - tail.y());
    double above = tail.x() + slope * (box.y() - CLEARANCE - tail.y());
    double below = tail.x() + slope * (box.y() + box.height() + CLEARANCE - tail.y());
    return Math.max(above, below) > box.x() - CLEARANCE
        && Math.min(above, below) < box.x() + box.width() + CLEARANCE;
  }
}
