package dev.parley.engine.internal.infer;

import dev.parley.api.NodeId;
import dev.parley.api.Quorum;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.World;
import dev.parley.engine.internal.infer.InferredNodes.Listener;
import dev.parley.engine.internal.infer.InferredNodes.Word;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.function.Predicate;

/**
 * Nodes with a field that something depends on, or may depend on: each breaks one rule. The field
 * is called {@code count} or {@code log}, and the line that breaks the rule says so.
 */
final class RejectedNodes {
  private RejectedNodes() {}

  record Reply(int value) {}

  static final class Branching extends Listener {
    int count;

    @Override
    void note(Word m, NodeId from) {
      count++;
      if (count == 3) { // breaks
        phase = 0;
      }
    }
  }

  static final class Switching extends Listener {
    int count;

    @Override
    void note(Word m, NodeId from) {
      count++;
      switch (count) { // breaks
        case 1 -> phase = 1;
        case 2 -> phase = 0;
        default -> phase = 2;
      }
    }
  }

  static final class Guarded extends Listener {
    boolean count;

    @Override
    void note(Word m, NodeId from) {
      count = true;
    }

    @Step(once = true, when = "ready")
    void go() {
      phase = 9;
    }

    boolean ready() {
      return count; // breaks
    }
  }

  static final class QuorumSized extends Listener {
    int count = 1;

    @Override
    void note(Word m, NodeId from) {
      count = 2;
    }

    @Receive(quorum = "size")
    void pair(Quorum<Word> words) {
      phase = 7;
    }

    int size() {
      return count; // breaks
    }
  }

  static final class Sending extends Listener {
    int count;

    @Override
    void note(Word m, NodeId from) {
      count++;
      if (m.value() > 1) {
        send(self(), new Reply(count)); // breaks
      }
    }

    @Receive
    void reply(Reply r) {
      phase = 3;
    }
  }

  static final class Choosing extends Listener {
    int count;

    @Override
    void note(Word m, NodeId from) {
      count = m.value();
      phase = choose(0, count); // breaks
    }
  }

  static final class Storing extends Listener {
    int count;

    @Override
    void note(Word m, NodeId from) {
      count++;
      phase = count; // breaks
    }
  }

  static final class StoringInArray extends Listener {
    final int[] cells = new int[4];
    int count;

    @Override
    void note(Word m, NodeId from) {
      count = m.value();
      cells[0] = count; // breaks
    }
  }

  static final class Indexing extends Listener {
    final int[] cells = {1, 2, 3};
    int count;

    @Override
    void note(Word m, NodeId from) {
      count = cells[count % 3]; // breaks
    }
  }

  static final class ArrayOfCounts extends Listener {
    final int[] count = new int[2];

    @Override
    void note(Word m, NodeId from) {
      count[0] = m.value(); // breaks
    }
  }

  static final class AddingToRelevant extends Listener {
    final List<Integer> queue = new ArrayList<>();
    int count;

    @Override
    void note(Word m, NodeId from) {
      count++;
      queue.add(count); // breaks
      phase = queue.size() % 2;
    }
  }

  static final class Dividing extends Listener {
    int count;

    @Override
    void note(Word m, NodeId from) {
      count = 6 / (m.value() + count); // breaks
    }
  }

  static final class MaybeNull extends Listener {
    String count;

    @Override
    void note(Word m, NodeId from) {
      count = "#" + count.length(); // breaks
    }
  }

  static final class Unboxing extends Listener {
    Integer count = 0;

    @Override
    void note(Word m, NodeId from) {
      int before = count; // breaks
      count = m.value() > 1 ? null : before;
    }
  }

  static final class Casting extends Listener {
    Object count = new Word(0);

    @Override
    void note(Word m, NodeId from) {
      Word last = (Word) count; // breaks
      count = m.value() > 1 ? last : "none";
    }
  }

  static final class Capturing extends Listener {
    int count;

    @Override
    void note(Word m, NodeId from) {
      int now = ++count;
      IntSupplier later = () -> now; // breaks
      phase = later.getAsInt();
    }
  }

  static final class GivenOut extends Listener {
    int count;

    @Override
    void note(Word m, NodeId from) {
      count++;
      phase = ask(() -> count); // breaks
    }

    private static int ask(IntSupplier supplier) {
      return supplier.getAsInt();
    }
  }

  static final class UnknownCall extends Listener {
    int count;

    @Override
    void note(Word m, NodeId from) {
      count = Objects.hash(count); // breaks
    }
  }

  static final class Printed extends Listener {
    int count;

    @Override
    void note(Word m, NodeId from) {
      count++;
      phase = String.valueOf(this).length();
    }

    @Override
    public String toString() {
      return "Printed " + count; // breaks
    }
  }

  static final class Throwing extends Listener {
    int count;

    @Override
    void note(Word m, NodeId from) {
      count++;
      if (m.value() > 7) {
        throw new IllegalStateException("heard " + count); // breaks
      }
    }
  }

  static final class Asserting extends Listener {
    int count;

    @Override
    void note(Word m, NodeId from) {
      count++;
      assert count < 3; // breaks
    }
  }

  static final class Aliasing extends Listener {
    List<Object> queue = new ArrayList<>();
    List<Object> log = new ArrayList<>();

    @Override
    void note(Word m, NodeId from) {
      if (m.value() > 1) {
        log = queue; // breaks
      }
      log.add(m);
      phase = queue.size();
    }
  }

  static final class SharedWhenMade extends Listener {
    List<Object> queue = new ArrayList<>();
    List<Object> log = new ArrayList<>();

    @Override
    void note(Word m, NodeId from) {
      List<Object> both = new ArrayList<>();
      queue = both;
      log = both; // breaks
    }

    @Step(once = true)
    void write() {
      log.add("x");
      phase = queue.size();
    }
  }

  static final class HandedOnBeforeFilled extends Listener {
    List<Object> queue = new ArrayList<>();
    int count;

    @Override
    void note(Word m, NodeId from) {
      count++;
      List<Object> fresh = new ArrayList<>();
      queue = fresh;
      fresh.add(count); // breaks
      phase = queue.hashCode() % 3;
    }
  }

  /** Whoever makes it may pass in anything. */
  static final class PassedIn extends Listener {
    final List<Object> queue;
    final List<Object> log;

    PassedIn(List<Object> queue, List<Object> log) {
      this.queue = queue;
      this.log = Objects.requireNonNull(log); // breaks
    }

    @Override
    void note(Word m, NodeId from) {
      log.add(m);
      phase = queue.size();
    }
  }

  /** Only the instance shows that the two are one. */
  static final class SetFromOutside extends Listener {
    List<Object> queue = new ArrayList<>();
    List<Object> log = new ArrayList<>();

    @Override
    void note(Word m, NodeId from) {
      log.add(m); // breaks
      phase = queue.size();
    }
  }

  /** Copying it means asking it for its elements, and it is not known how it does that. */
  static final class OfUnknownKind extends Listener {
    Collection<Object> log = new ArrayDeque<>();

    @Override
    void note(Word m, NodeId from) {
      List<Object> next = new ArrayList<>(log); // breaks
      next.add(m);
      log = next;
    }
  }

  /** Looks at what a later step will have changed. */
  static final class LookedAt extends Listener {
    List<Object> log = new ArrayList<>();

    @Override
    void note(Word m, NodeId from) {
      List<Object> fresh = new ArrayList<>();
      log = fresh; // breaks
      log.add(m);
      phase = fresh.size();
    }
  }

  /** Compares by code of its own. */
  static final class Odd {
    final int value;

    Odd(int value) {
      this.value = value;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Odd odd && 6 / (odd.value - value) > 0;
    }

    @Override
    public int hashCode() {
      return 1;
    }
  }

  static final class ComparedByUser extends Listener {
    final Set<Odd> log = new HashSet<>();

    @Override
    void note(Word m, NodeId from) {
      log.add(new Odd(m.value())); // breaks
    }
  }

  record Positive(int value) {
    Positive {
      if (value > 2) { // breaks
        throw new IllegalArgumentException("too large");
      }
    }
  }

  static final class Validated extends Listener {
    Positive count = new Positive(0);

    @Override
    void note(Word m, NodeId from) {
      count = new Positive(count.value() + 1);
    }
  }

  static final class Locked extends Listener {
    Object count = "";

    @Override
    void note(Word m, NodeId from) {
      count = m;
      synchronized (count) { // breaks
        phase = 1;
      }
    }
  }

  static final class Iterated extends Listener {
    final List<Object> log = new ArrayList<>();

    @Override
    void note(Word m, NodeId from) {
      log.add(m);
      for (Object each : log) { // breaks
        phase = each.hashCode() % 2;
      }
    }
  }

  static final class FeedsRejected extends Listener {
    int count;
    int total;

    @Override
    void note(Word m, NodeId from) {
      count++;
      total = total + count; // breaks
      if (total > 2) {
        phase = 1;
      }
    }
  }

  interface Sink {
    int take(int value);
  }

  static final class ThroughInterface extends Listener {
    final Sink sink = new Doubling();
    int count;

    @Override
    void note(Word m, NodeId from) {
      count = sink.take(count) + 1; // breaks
    }
  }

  static final class Doubling implements Sink {
    @Override
    public int take(int value) {
      return 2 * value;
    }
  }

  /** A subclass's override branches on what it is passed. */
  static class Overridable extends Listener {
    int count;

    @Override
    void note(Word m, NodeId from) {
      count = next(count);
    }

    int next(int before) {
      return before + 1;
    }
  }

  static final class Overriding extends Overridable {
    @Override
    int next(int before) {
      return before > 1 ? before : before + 1; // breaks
    }
  }

  static final class JudgedByField extends Listener {
    int count;

    @Override
    void note(Word m, NodeId from) {
      count++;
    }

    int count() {
      return count;
    }

    static boolean few(World w) {
      return w.nodes(JudgedByField.class).get(0).count < 4; // breaks
    }
  }

  static final class JudgedByAccessor extends Listener {
    int count;

    @Override
    void note(Word m, NodeId from) {
      count++;
    }

    int count() {
      return count;
    }

    static boolean few(World w) {
      int seen = 0;
      for (JudgedByAccessor node : w.nodes(JudgedByAccessor.class)) {
        seen += node.count();
      }
      return seen < 4; // breaks
    }
  }

  static final class JudgedByReference extends Listener {
    int count;

    @Override
    void note(Word m, NodeId from) {
      count++;
    }

    int count() {
      return count;
    }

    static boolean few(World w) {
      return w.nodes(JudgedByReference.class).stream() // breaks
              .mapToInt(JudgedByReference::count)
              .sum()
          < 4;
    }
  }

  static final class JudgedByObject extends Listener {
    int count;

    @Override
    void note(Word m, NodeId from) {
      count++;
    }
  }

  /** A property in an object, as code makes them. */
  record Few(int bound) implements Predicate<World> {
    @Override
    public boolean test(World w) {
      return w.nodes(JudgedByObject.class).get(0).count < bound; // breaks
    }
  }
}
