package dev.parley.protocols.register;

import dev.parley.api.Budget;
import dev.parley.api.Delivery;
import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.NodeId;
import dev.parley.api.Protocol;
import dev.parley.api.Reachable;
import dev.parley.api.Receive;
import dev.parley.api.Terminal;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import dev.parley.protocols.register.RegularRegister.BaseObject;
import dev.parley.protocols.register.RegularRegister.OverwritingObject;
import dev.parley.protocols.register.RegularRegister.ReadReply;
import dev.parley.protocols.register.RegularRegister.Reader;
import dev.parley.protocols.register.RegularRegister.WriteAck;
import dev.parley.protocols.register.RegularRegister.Writer;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * {@link RegularRegister} as it is usually programmed: every step consumes one message. Writer and
 * readers keep what they received, with its sender, until it is a quorum, and then forget it;
 * messages that come later stay pending.
 */
@Protocol(
    name = "regular-register-single-message",
    description =
        "A regular register in the style of ABD, one message per step: replies are kept until they"
            + " are a quorum.",
    budget = @Budget(states = 20_000_000, time = "10m"))
public final class SingleMessageRegister {
  private SingleMessageRegister() {}

  /** The protocol as it should be. */
  @Instance(with = {3, 1, 1})
  @Instance(with = {3, 1, 2})
  @Instance(with = {3, 2, 1})
  @Instance(with = {4, 1, 1})
  @Instance(
      with = {5, 1, 1},
      tags = "large")
  static void register(Topology t, int objects, int readers, int writes) {
    t.add("Writer", new CollectingWriter(writes))
        .add(objects, i -> new BaseObject(false))
        .add("Reader", readers, i -> new CollectingReader());
  }

  /** Broken as {@code timestampsIgnored} of {@link RegularRegister}; so is the counterexample. */
  @Instance(
      with = {3, 1, 1},
      expect = Verdict.VIOLATED,
      violates = "regularity")
  static void timestampsIgnored(Topology t, int objects, int readers, int writes) {
    t.add("Writer", new CollectingWriter(writes))
        .add(objects, i -> new BaseObject(false))
        .add("Reader", readers, i -> new CarelessReader());
  }

  /** Broken as {@code quorumTooSmall} of {@link RegularRegister}; so is the counterexample. */
  @Instance(
      with = {3, 1, 1},
      expect = Verdict.VIOLATED,
      violates = "regularity")
  static void quorumTooSmall(Topology t, int objects, int readers, int writes) {
    t.add("Writer", new HastyWriter(writes))
        .add(objects, i -> new BaseObject(false))
        .add("Reader", readers, i -> new CollectingReader());
  }

  /** Broken as {@code lateWriteOverwrites} of {@link RegularRegister}; so is the counterexample. */
  @Instance(
      with = {3, 1, 2},
      expect = Verdict.VIOLATED,
      violates = "regularity")
  static void lateWriteOverwrites(Topology t, int objects, int readers, int writes) {
    t.add("Writer", new CollectingWriter(writes))
        .add("BaseObject", objects, i -> new OverwritingObject())
        .add("Reader", readers, i -> new CollectingReader());
  }

  @Invariant("a read returns the last preceding write or a concurrent one")
  static boolean regularity(World w) {
    return RegularRegister.regularity(w);
  }

  @Terminal("in the end all writes are completed and all reads have returned")
  static boolean everythingCompletes(World w) {
    return RegularRegister.everythingCompletes(w);
  }

  @Reachable("a read may return the initial value although a write has begun")
  static boolean oldValueIsRead(World w) {
    return RegularRegister.oldValueIsRead(w);
  }

  @Reachable("a read may return a value before its write is completed")
  static boolean concurrentWriteIsRead(World w) {
    return RegularRegister.concurrentWriteIsRead(w);
  }

  @Reachable("a read may begin after the last write is completed")
  static boolean lastWritePrecedes(World w) {
    return RegularRegister.lastWritePrecedes(w);
  }

  /** Collects acknowledgements until they are a quorum. */
  static class CollectingWriter extends Writer {
    private final Set<NodeId> acknowledged = new HashSet<>();

    CollectingWriter(int writes) {
      super(writes, false);
    }

    @Receive(when = "ofThisWrite")
    void acknowledged(WriteAck m, NodeId from) {
      acknowledged.add(from);
      if (acknowledged.size() == quorum()) {
        acknowledged.clear();
        complete();
      }
    }

    boolean ofThisWrite(WriteAck m, NodeId from) {
      return awaits(m);
    }
  }

  /** Broken: its quorums and the readers' need not have a base object in common. */
  static final class HastyWriter extends CollectingWriter {
    HastyWriter(int writes) {
      super(writes);
    }

    @Override
    int quorum() {
      return ids(BaseObject.class).size() / 2;
    }
  }

  /** Collects replies until they are a quorum. */
  static class CollectingReader extends Reader {
    private final Set<Delivery<ReadReply>> replies = new HashSet<>();

    CollectingReader() {
      super(false);
    }

    @Receive(when = "reading")
    void replied(ReadReply m, NodeId from) {
      replies.add(new Delivery<>(from, m));
      if (replies.size() == quorum()) {
        returns(valueAmong(timestamps()));
        replies.clear();
      }
    }

    private Set<Integer> timestamps() {
      return replies.stream().map(r -> r.message().timestamp()).collect(Collectors.toSet());
    }

    int valueAmong(Set<Integer> timestamps) {
      return timestamps.stream().mapToInt(Integer::intValue).max().orElseThrow();
    }
  }

  /** Broken: does not look at time stamps. */
  static final class CarelessReader extends CollectingReader {
    @Override
    int valueAmong(Set<Integer> timestamps) {
      return choose(timestamps);
    }
  }
}
