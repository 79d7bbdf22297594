package dev.parley.protocols.register;

import dev.parley.api.Budget;
import dev.parley.api.Delivery;
import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.NodeId;
import dev.parley.api.Protocol;
import dev.parley.api.Receive;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import dev.parley.protocols.register.RegularRegister.BaseObject;
import dev.parley.protocols.register.RegularRegister.Completed;
import dev.parley.protocols.register.RegularRegister.Phase;
import dev.parley.protocols.register.RegularRegister.QuorumReader;
import dev.parley.protocols.register.RegularRegister.QuorumWriter;
import dev.parley.protocols.register.RegularRegister.Reader;
import dev.parley.protocols.register.SingleMessageRegister.CollectingReader;
import dev.parley.protocols.register.SingleMessageRegister.CollectingWriter;
import java.util.Set;

/**
 * A wrong idea of what a {@link RegularRegister} promises, on a register without a mistake: that a
 * read which returns after a write is completed returns that write, even if it began before. A
 * regular register owes this only to reads that begin after the write is completed.
 *
 * <p>Here it matters what was completed when a read returned. So these readers go on listening to
 * the word of completed writes while they read. As with the beginning of a read, whatever was
 * completed by then could have been heard.
 */
@Protocol(
    name = "wrong-regularity",
    description =
        "A regular register under a wrong specification: reads return what was completed before they"
            + " end.",
    budget = @Budget(states = 20_000_000, time = "10m"))
public final class WrongRegularity {
  private WrongRegularity() {}

  /**
   * {@link RegularRegister} with quorum steps. The counterexample: the reader is answered by one
   * base object just before the write reaches it and by one that the write never reaches; meanwhile
   * the write is completed, and the reader has word of it before it returns the initial value.
   */
  @Instance(
      with = {3, 1, 1},
      expect = Verdict.VIOLATED,
      violates = "completedWriteIsRead")
  @Instance(
      with = {3, 2, 1},
      expect = Verdict.VIOLATED,
      violates = "completedWriteIsRead")
  @Instance(
      with = {4, 1, 1},
      expect = Verdict.VIOLATED,
      violates = "completedWriteIsRead")
  @Instance(
      with = {3, 1, 2},
      expect = Verdict.VIOLATED,
      violates = "completedWriteIsRead")
  @Instance(
      with = {4, 1, 2},
      expect = Verdict.VIOLATED,
      violates = "completedWriteIsRead")
  static void register(Topology t, int objects, int readers, int writes) {
    register(t, objects, readers, writes, false);
  }

  /** The same with a record, at every node, of the messages it consumed last. */
  @Instance(
      with = {3, 1, 2},
      expect = Verdict.VIOLATED,
      violates = "completedWriteIsRead")
  @Instance(
      with = {4, 1, 2},
      expect = Verdict.VIOLATED,
      violates = "completedWriteIsRead")
  static void recorded(Topology t, int objects, int readers, int writes) {
    register(t, objects, readers, writes, true);
  }

  private static void register(Topology t, int objects, int readers, int writes, boolean records) {
    t.add("Writer", new QuorumWriter(writes, records))
        .add(objects, i -> new BaseObject(records))
        .add("Reader", readers, i -> new ListeningQuorumReader(records));
  }

  /** {@link SingleMessageRegister}, and the same counterexample. */
  @Instance(
      with = {3, 1, 1},
      expect = Verdict.VIOLATED,
      violates = "completedWriteIsRead")
  @Instance(
      with = {4, 1, 1},
      expect = Verdict.VIOLATED,
      violates = "completedWriteIsRead")
  static void singleMessage(Topology t, int objects, int readers, int writes) {
    t.add("Writer", new CollectingWriter(writes))
        .add(objects, i -> new BaseObject(false))
        .add("Reader", readers, i -> new ListeningCollectingReader());
  }

  @Invariant("a read returns what is completed before it ends, even if that is concurrent")
  static boolean completedWriteIsRead(World w) {
    return w.nodes(Reader.class).stream()
        .filter(reader -> reader.phase == Phase.DONE)
        .allMatch(reader -> reader.returned >= ((Listening) reader).heard());
  }

  /** A reader that knows of a write completed before its read ended. */
  interface Listening {
    /** That write; 0 if there is none. */
    int heard();
  }

  /** Listens, and takes a quorum of replies in one step. */
  static final class ListeningQuorumReader extends QuorumReader implements Listening {
    private int heard;

    ListeningQuorumReader(boolean records) {
      super(records);
    }

    @Receive(when = "reading")
    void hear(Completed m, NodeId from) {
      heard = Math.max(heard, m.write());
      delivered(Set.of(new Delivery<>(from, m)));
    }

    @Override
    public int heard() {
      return Math.max(heard, preceding);
    }
  }

  /** Listens, and collects replies until they are a quorum. */
  static final class ListeningCollectingReader extends CollectingReader implements Listening {
    private int heard;

    @Receive(when = "reading")
    void hear(Completed m) {
      heard = Math.max(heard, m.write());
    }

    @Override
    public int heard() {
      return Math.max(heard, preceding);
    }
  }
}
