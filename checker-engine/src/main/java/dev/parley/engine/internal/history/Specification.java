package dev.parley.engine.internal.history;

import dev.parley.api.Node;
import dev.parley.api.SequentialObject;
import dev.parley.engine.internal.capture.ByteSink;
import dev.parley.engine.internal.capture.Codec;
import dev.parley.engine.internal.capture.Codec.Arrangement;
import dev.parley.engine.internal.capture.Renderer;
import dev.parley.engine.internal.order.Order;
import dev.parley.engine.internal.step.Recordings;
import dev.parley.engine.internal.step.StepRunner;
import dev.parley.engine.internal.store.ByteTable;
import dev.parley.engine.internal.store.IntSequence;
import dev.parley.engine.internal.store.LongIntMap;
import dev.parley.engine.model.BrokenSetup;
import dev.parley.engine.model.Property;
import dev.parley.engine.model.ProtocolException;
import java.util.Arrays;

/**
 * The states of a sequential object, by number, and what operations do in them. Users' code runs
 * once for each state and operation, on an object that is laid out from the captured content, and a
 * second time with every unordered collection the other way round: both must agree, as for steps.
 */
final class Specification {
  private final Property property;
  private final StepRunner runner;
  private final Recordings recordings;
  private final Codec codec = new Codec();
  private final ByteSink sink = new ByteSink();
  private final ByteTable states = new ByteTable();
  private final Holder holder = new Holder();
  private final boolean runTwice;

  /** (State, operation) to where in {@link #outcomes} the state after it and the result are. */
  private final LongIntMap known = new LongIntMap();

  private final IntSequence outcomes = new IntSequence();
  private final int initial;

  /** A sequential object is captured as if it were the field of a node. */
  private static final class Holder extends Node {
    SequentialObject object;
  }

  Specification(Property property, StepRunner runner, boolean runTwice) {
    this.property = property;
    this.runner = runner;
    this.recordings = runner.recordings();
    this.runTwice = runTwice;
    holder.object = property.consistency().orElseThrow().object().get();
    initial = capture();
    restore(initial, Arrangement.REVERSED);
    if (capture() != initial) {
      throw mistake("is not the same when it is laid out from its content once more");
    }
  }

  /** The number of the initial state. */
  int initial() {
    return initial;
  }

  /** The state after an operation. */
  int after(int state, int operation) {
    return outcomes.get(at(state, operation));
  }

  /** The result of an operation. */
  int result(int state, int operation) {
    return outcomes.get(at(state, operation) + 1);
  }

  /** A state as text. */
  String text(int state) {
    restore(state, Arrangement.FORWARD);
    return Renderer.text(holder.object);
  }

  /** Whether the initial state mentions a node. */
  boolean mentionsNodes() {
    restore(initial, Arrangement.FORWARD);
    sink.reset();
    codec.likening(recordings::likened, () -> codec.captureNode(holder, Codec.Scope.FULL, sink));
    return !states.equals(initial, sink.array(), sink.length());
  }

  private int at(int state, int operation) {
    int at = known.get(state, operation);
    if (at != LongIntMap.ABSENT) {
      return at;
    }
    int[] outcome = run(state, operation, Arrangement.FORWARD);
    if (runTwice && !Arrays.equals(outcome, run(state, operation, Arrangement.REVERSED))) {
      throw mistake(
          "does not do the same on two runs of "
              + operation(operation)
              + " in "
              + text(state)
              + "; what an operation does must follow from the object's content and the operation"
              + " alone: look for time, randomness, static state, or code that depends on the order"
              + " of a HashSet or a HashMap");
    }
    int added = outcomes.size();
    outcomes.add(outcome[0]);
    outcomes.add(outcome[1]);
    known.put(state, operation, added);
    return added;
  }

  private int[] run(int state, int operation, Arrangement arrangement) {
    restore(state, arrangement);
    Object taken = recordings.restore(operation, arrangement);
    Object result = apply(state, operation, taken, arrangement);
    int after = capture();
    if (recordings.value(taken, place()) != operation) {
      throw mistake("changes the operation " + operation(operation) + "; operations are immutable");
    }
    return new int[] {after, recordings.value(result, place())};
  }

  private Object apply(int state, int operation, Object taken, Arrangement arrangement) {
    Order.reverse(arrangement == Arrangement.REVERSED);
    try {
      return holder.object.apply(taken);
    } catch (ProtocolException e) {
      throw e;
    } catch (Throwable e) {
      if (e instanceof VirtualMachineError error && !(e instanceof StackOverflowError)) {
        throw error;
      }
      throw BrokenSetup.of(e, place())
          .orElseGet(
              () ->
                  new ProtocolException(
                      place(),
                      "the specification of "
                          + property.name()
                          + " threw "
                          + e
                          + " on "
                          + operation(operation)
                          + " in "
                          + text(state)
                          + "; it must have an answer to every operation that a client records",
                      e));
    } finally {
      Order.reverse(false);
      runner.ran(holder);
      Order.takeRefusal()
          .ifPresent(
              why -> {
                throw mistake("may depend on the Java process: " + why);
              });
    }
  }

  private String operation(int operation) {
    return Renderer.text(recordings.restore(operation, Arrangement.FORWARD));
  }

  private int capture() {
    sink.reset();
    codec.captureNode(holder, Codec.Scope.FULL, sink);
    return states.intern(sink.array(), sink.length());
  }

  private void restore(int state, Arrangement arrangement) {
    codec.restoreNode(
        states.array(state), states.offset(state), states.length(state), holder, arrangement);
  }

  private String place() {
    return holder.object.getClass().getName() + ".apply";
  }

  private ProtocolException mistake(String what) {
    return new ProtocolException(
        place(), "the specification of " + property.name() + " " + what + ".");
  }
}
