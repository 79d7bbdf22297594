package dev.parley.protocols.register;

import dev.parley.api.Budget;
import dev.parley.api.Delivery;
import dev.parley.api.Faults;
import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.NodeId;
import dev.parley.api.Protocol;
import dev.parley.api.Quorum;
import dev.parley.api.Reachable;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Terminal;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import dev.parley.protocols.RecordingNode;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A regular register for one writer, in the style of Attiya, Bar-Noy and Dolev ("Sharing Memory
 * Robustly in Message-Passing Systems", 1995): a value is kept by several base objects so that it
 * survives the crash of a minority of them.
 *
 * <ol>
 *   <li><b>Write.</b> The writer gives every value a time stamp, higher than those before, and
 *       sends both to all base objects. A base object keeps what has the highest time stamp and
 *       acknowledges. The write is completed once a majority has acknowledged it.
 *   <li><b>Read.</b> A reader asks all base objects, waits until a majority has replied and returns
 *       the value with the highest time stamp among the replies.
 * </ol>
 *
 * <p>A reader's majority and the writer's have a base object in common. So a read returns the value
 * of the last write that was completed before the read began, or of a write that is concurrent with
 * it: the register is <em>regular</em>. It is not atomic; of two reads during a write the first may
 * return the new value and the second the old one.
 *
 * <p><b>How precedence is told.</b> Regularity speaks of time: which write was completed before a
 * read began. No node can know that of another, and a property sees one state at a time. Therefore
 * the writer sends word of each completed write to the readers, and a reader either begins by
 * itself, or begins on such word and notes which write it was about. This is not part of the
 * algorithm and changes nothing in it: the note is read by the property alone. It loses nothing,
 * either. Word is in the reader's inbox from the very step that completes the write; so in every
 * run in which a read begins after a write is completed, the read might as well have begun on the
 * word of it, and that run is explored too. And it accuses nobody falsely: a write that a reader
 * has word of is completed.
 *
 * <p>A base object that has crashed is one that takes no more steps, and every order of steps is
 * explored, so for {@code regularity} a crash makes no difference. That everything completes
 * without a minority is another matter; {@code crash} declares it.
 *
 * <p>What is kept small on purpose: the number of a write is its time stamp and also the value it
 * writes, 0 stands for the initial value, and each reader reads once. {@link SingleMessageRegister}
 * is the same with one message per step.
 */
@Protocol(
    name = "regular-register",
    description =
        "A regular register in the style of ABD with quorum steps: a read returns the last completed"
            + " write or a concurrent one.",
    budget = @Budget(states = 20_000_000, time = "10m"))
public final class RegularRegister {
  private RegularRegister() {}

  /** The protocol as it should be. */
  @Instance(with = {3, 1, 1})
  @Instance(with = {3, 1, 2})
  @Instance(with = {3, 2, 1})
  @Instance(
      with = {3, 2, 2},
      tags = "large")
  @Instance(with = {4, 1, 1})
  @Instance(with = {4, 1, 2})
  @Instance(with = {4, 2, 1})
  @Instance(with = {5, 1, 1})
  @Instance(
      with = {5, 1, 2},
      tags = "large")
  @Instance(
      with = {5, 2, 1},
      tags = "nightly")
  static void register(Topology t, int objects, int readers, int writes) {
    t.add("Writer", new QuorumWriter(writes, false))
        .add(objects, i -> new BaseObject(false))
        .add("Reader", readers, i -> new QuorumReader(false));
  }

  /** A minority of the base objects crashes, and everything completes all the same. */
  @Instance(with = {3, 1, 1})
  @Instance(with = {4, 1, 1})
  @Instance(with = {3, 1, 2})
  static void crash(Topology t, int objects, int readers, int writes) {
    register(t, objects, readers, writes);
    t.faults(Faults.none().crash((objects - 1) / 2, BaseObject.class));
  }

  /** The same with a record, at every node, of the messages it consumed last. */
  @Instance(with = {3, 1, 2})
  @Instance(with = {4, 1, 2})
  @Instance(
      with = {5, 1, 2},
      tags = "nightly")
  static void recorded(Topology t, int objects, int readers, int writes) {
    t.add("Writer", new QuorumWriter(writes, true))
        .add(objects, i -> new BaseObject(true))
        .add("Reader", readers, i -> new QuorumReader(true));
  }

  /**
   * Broken: the reader returns any value it is told, whatever its time stamp. The counterexample: a
   * read that begins after the write is told of it by one base object, and of the initial value by
   * one that has not seen the write, and returns the latter.
   */
  @Instance(
      with = {3, 1, 1},
      expect = Verdict.VIOLATED,
      violates = "regularity")
  static void timestampsIgnored(Topology t, int objects, int readers, int writes) {
    t.add("Writer", new QuorumWriter(writes, false))
        .add(objects, i -> new BaseObject(false))
        .add("Reader", readers, i -> new CarelessReader());
  }

  /**
   * Broken: the writer is content with half of the base objects, rounded down. The counterexample:
   * a read that begins after the write gets all its replies from base objects that have not seen
   * it. (With four base objects nothing breaks: two of them and three always have one in common.)
   */
  @Instance(
      with = {3, 1, 1},
      expect = Verdict.VIOLATED,
      violates = "regularity")
  @Instance(
      with = {5, 1, 1},
      expect = Verdict.VIOLATED,
      violates = "regularity")
  static void quorumTooSmall(Topology t, int objects, int readers, int writes) {
    t.add("Writer", new HastyWriter(writes))
        .add(objects, i -> new BaseObject(false))
        .add("Reader", readers, i -> new QuorumReader(false));
  }

  /**
   * Broken: base objects keep what arrives last, be it older than what they have. The
   * counterexample: the first write reaches one base object after the second one and replaces it
   * there; a read that begins later hears only of the first write.
   */
  @Instance(
      with = {3, 1, 2},
      expect = Verdict.VIOLATED,
      violates = "regularity")
  static void lateWriteOverwrites(Topology t, int objects, int readers, int writes) {
    t.add("Writer", new QuorumWriter(writes, false))
        .add("BaseObject", objects, i -> new OverwritingObject())
        .add("Reader", readers, i -> new QuorumReader(false));
  }

  /** The second condition is for completeness: nothing is read that nobody has begun to write. */
  @Invariant("a read returns the last preceding write or a concurrent one")
  static boolean regularity(World w) {
    return w.nodes(Reader.class).stream()
        .filter(reader -> reader.phase == Phase.DONE)
        .allMatch(reader -> reader.returned >= reader.preceding && reader.returned <= begun(w));
  }

  private static int begun(World w) {
    return w.nodes(Writer.class).get(0).begun;
  }

  @Terminal("in the end all writes are completed and all reads have returned")
  static boolean everythingCompletes(World w) {
    return w.nodes(Writer.class).stream().allMatch(writer -> writer.completed == writer.writes)
        && w.nodes(Reader.class).stream().allMatch(reader -> reader.phase == Phase.DONE);
  }

  @Reachable("a read may return the initial value although a write has begun")
  static boolean oldValueIsRead(World w) {
    return begun(w) > 0
        && w.nodes(Reader.class).stream().anyMatch(r -> r.phase == Phase.DONE && r.returned == 0);
  }

  @Reachable("a read may return a value before its write is completed")
  static boolean concurrentWriteIsRead(World w) {
    int completed = w.nodes(Writer.class).get(0).completed;
    return w.nodes(Reader.class).stream().anyMatch(reader -> reader.returned > completed);
  }

  @Reachable("a read may begin after the last write is completed")
  static boolean lastWritePrecedes(World w) {
    int writes = w.nodes(Writer.class).get(0).writes;
    return w.nodes(Reader.class).stream().anyMatch(reader -> reader.preceding == writes);
  }

  /** The writer to all base objects: keep this. */
  record Write(int timestamp) {}

  /** A base object to the writer: I have seen this write. */
  record WriteAck(int timestamp) {}

  /** A reader to all base objects: what do you have? */
  record Read() {}

  /** A base object to a reader: I have this. */
  record ReadReply(int timestamp) {}

  /** Word to the readers that a write is completed, which only tells what precedes what. */
  record Completed(int write) {}

  /** How far a reader is. */
  enum Phase {
    IDLE,
    READING,
    DONE
  }

  /** What writers have in common however they collect acknowledgements. */
  abstract static class Writer extends RecordingNode {
    final int writes;
    int begun;
    int completed;

    Writer(int writes, boolean records) {
      super(records);
      this.writes = writes;
    }

    @Step(when = "mayWrite")
    void write() {
      begun++;
      sendToAll(BaseObject.class, new Write(begun));
    }

    boolean mayWrite() {
      return completed == begun && begun < writes;
    }

    boolean awaits(WriteAck ack) {
      return completed < begun && ack.timestamp() == begun;
    }

    final void complete() {
      completed = begun;
      sendToAll(Reader.class, new Completed(completed));
    }

    int quorum() {
      return ids(BaseObject.class).size() / 2 + 1;
    }
  }

  /** Takes a quorum of acknowledgements in one step. */
  static class QuorumWriter extends Writer {
    QuorumWriter(int writes, boolean records) {
      super(writes, records);
    }

    @Receive(quorum = "quorum", when = "ofThisWrite")
    void acknowledged(Quorum<WriteAck> acks) {
      complete();
      delivered(acks.deliveries());
    }

    boolean ofThisWrite(Quorum<WriteAck> acks) {
      return acks.messages().allMatch(this::awaits);
    }
  }

  /** Broken: its quorums and the readers' need not have a base object in common. */
  static final class HastyWriter extends QuorumWriter {
    HastyWriter(int writes) {
      super(writes, false);
    }

    @Override
    int quorum() {
      return ids(BaseObject.class).size() / 2;
    }
  }

  /** Keeps the newest value it has seen. */
  static class BaseObject extends RecordingNode {
    private int timestamp;

    BaseObject(boolean records) {
      super(records);
    }

    @Receive
    void write(Write m, NodeId from) {
      timestamp = newer(m.timestamp(), timestamp);
      send(from, new WriteAck(m.timestamp()));
      delivered(Set.of(new Delivery<>(from, m)));
    }

    @Receive
    void read(Read m, NodeId from) {
      send(from, new ReadReply(timestamp));
      delivered(Set.of(new Delivery<>(from, m)));
    }

    int newer(int arriving, int kept) {
      return Math.max(arriving, kept);
    }
  }

  /** Broken: takes what arrives for newer than what it has. */
  static final class OverwritingObject extends BaseObject {
    OverwritingObject() {
      super(false);
    }

    @Override
    int newer(int arriving, int kept) {
      return arriving;
    }
  }

  /** What readers have in common however they collect replies. */
  abstract static class Reader extends RecordingNode {
    Phase phase = Phase.IDLE;

    /** A write known to have been completed before the read began; 0 if none is. */
    int preceding;

    int returned;

    Reader(boolean records) {
      super(records);
    }

    @Step(when = "idle")
    void read() {
      phase = Phase.READING;
      sendToAll(BaseObject.class, new Read());
    }

    @Receive(when = "idle")
    void readAfter(Completed m, NodeId from) {
      preceding = m.write();
      phase = Phase.READING;
      sendToAll(BaseObject.class, new Read());
      delivered(Set.of(new Delivery<>(from, m)));
    }

    boolean idle() {
      return phase == Phase.IDLE;
    }

    boolean reading() {
      return phase == Phase.READING;
    }

    final void returns(int value) {
      returned = value;
      phase = Phase.DONE;
    }

    final int quorum() {
      return ids(BaseObject.class).size() / 2 + 1;
    }
  }

  /** Takes a quorum of replies in one step. */
  static class QuorumReader extends Reader {
    QuorumReader(boolean records) {
      super(records);
    }

    @Receive(quorum = "quorum", when = "reading")
    void replied(Quorum<ReadReply> replies) {
      returns(valueAmong(replies));
      delivered(replies.deliveries());
    }

    int valueAmong(Quorum<ReadReply> replies) {
      return replies.messages().mapToInt(ReadReply::timestamp).max().orElseThrow();
    }
  }

  /** Broken: does not look at time stamps. */
  static final class CarelessReader extends QuorumReader {
    CarelessReader() {
      super(false);
    }

    @Override
    int valueAmong(Quorum<ReadReply> replies) {
      return choose(replies.messages().map(ReadReply::timestamp).collect(Collectors.toSet()));
    }
  }
}
