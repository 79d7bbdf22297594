package dev.parley.engine.internal.infer;

import dev.parley.api.Auxiliary;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Quorum;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Nodes with a field that nothing depends on. Each listens to two {@link Talker}s; all but the
 * field {@code phase} is auxiliary.
 */
final class InferredNodes {
  private InferredNodes() {}

  record Word(int value) {}

  /** Sends two words, one after the other, in any order. */
  static final class Talker extends Node {
    private final int number;

    Talker(int number) {
      this.number = number;
    }

    @Step(once = true)
    void first() {
      tell(1);
    }

    @Step(once = true)
    void second() {
      tell(2);
    }

    private void tell(int value) {
      sendToAll(Listener.class, new Word(value + number % 2));
    }
  }

  /**
   * Counts what it hears, up to two, and may or may not take note of it: so what it noted is no
   * function of what it heard.
   */
  abstract static class Listener extends Node {
    int phase;

    @Receive
    void hear(Word m, NodeId from) {
      if (choose(true, false)) {
        note(m, from);
      }
      if (phase < 2) {
        phase++;
      }
    }

    abstract void note(Word m, NodeId from);
  }

  static final class Counter extends Listener {
    int count;

    @Override
    void note(Word m, NodeId from) {
      count++;
    }
  }

  static final class LastMessage extends Listener {
    Object last;

    @Override
    void note(Word m, NodeId from) {
      last = m;
    }
  }

  static final class Log extends Listener {
    final List<Object> log = new ArrayList<>();

    @Override
    void note(Word m, NodeId from) {
      log.add(m);
    }
  }

  static final class Cleared extends Listener {
    private List<Object> log = new LinkedList<>();

    @Override
    void note(Word m, NodeId from) {
      if (m.value() == 2) {
        log = new LinkedList<>();
      } else {
        log.clear();
      }
      log.add(from);
    }
  }

  static final class CopiedLog extends Listener {
    List<Object> log = List.of();

    @Override
    void note(Word m, NodeId from) {
      List<Object> next = new ArrayList<>(log);
      next.add(m);
      log = next;
    }
  }

  static final class AppendedLog extends Listener {
    List<Object> log = List.of();

    @Override
    void note(Word m, NodeId from) {
      log = append(log, m);
    }

    private static <T> List<T> append(List<T> list, T element) {
      List<T> longer = new ArrayList<>(list);
      longer.add(element);
      return longer;
    }
  }

  /** Each feeds the other, and nothing else. */
  static final class Mutual extends Listener {
    int one;
    int other;

    @Override
    void note(Word m, NodeId from) {
      one = other + m.value();
      other = one;
    }
  }

  static final class Boxed extends Listener {
    Integer count = 0;

    @Override
    void note(Word m, NodeId from) {
      count = count + m.value();
    }
  }

  static final class Text extends Listener {
    private String trail = "";

    @Override
    void note(Word m, NodeId from) {
      trail = trail + from + ":" + m.value() + ";";
    }
  }

  static final class Senders extends Listener {
    private final Set<NodeId> seen = new HashSet<>();

    @Override
    void note(Word m, NodeId from) {
      seen.add(from);
    }
  }

  static final class LastBySender extends Listener {
    private Map<NodeId, Object> last = new HashMap<>();

    @Override
    void note(Word m, NodeId from) {
      last.put(from, m);
    }
  }

  static final class FeedsMarked extends Listener {
    int total;
    @Auxiliary int shown;

    @Override
    void note(Word m, NodeId from) {
      total += m.value();
      shown = total;
    }
  }

  record Stats(int heard, long sum) {}

  static final class Statistics extends Listener {
    Stats stats = new Stats(0, 0);

    @Override
    void note(Word m, NodeId from) {
      stats = new Stats(stats.heard() + 1, stats.sum() + m.value());
    }
  }

  /** Looks for the largest and halves what cannot be zero. */
  static final class Arithmetic extends Listener {
    int peak;
    long sum;
    double mean;

    @Override
    void note(Word m, NodeId from) {
      peak = Math.max(peak, m.value());
      sum += m.value();
      mean = (mean + sum / 2) / peak;
    }
  }

  static final class ThroughHelpers extends Listener {
    private int count;

    @Override
    void note(Word m, NodeId from) {
      set(after(count));
    }

    private int after(int before) {
      return before + step();
    }

    int step() {
      return 1;
    }

    private void set(int newCount) {
      count = newCount;
    }

    /** Nobody calls it. */
    int count() {
      return count;
    }
  }

  /** Consumes pairs and counts inside a lambda. */
  static final class Pairs extends Listener {
    int heard;

    @Override
    void note(Word m, NodeId from) {}

    @Receive(quorum = "2")
    void pair(Quorum<Word> words) {
      words.messages().forEach(word -> heard += word.value());
    }
  }

  abstract static class Inherits extends Listener {
    int inherited;
  }

  static final class Heir extends Inherits {
    @Override
    void note(Word m, NodeId from) {
      inherited = m.value();
    }
  }

  /** What it refers to is relevant, and it never changes it. */
  static final class Alias extends Listener {
    final List<Integer> queue = new ArrayList<>();
    List<Integer> view;
    int size;

    @Override
    void note(Word m, NodeId from) {
      queue.add(m.value());
      if (queue.size() > 1) {
        queue.remove(0);
      }
      view = from.index() == 1 ? queue : null;
    }
  }
}
