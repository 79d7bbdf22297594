package dev.parley.protocols.register;

import dev.parley.api.Budget;
import dev.parley.api.Durable;
import dev.parley.api.Faults;
import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Network;
import dev.parley.api.Node;
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
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * ABD, the atomic register of Attiya, Bar-Noy and Dolev ("Sharing Memory Robustly in
 * Message-Passing Systems", 1995), for several writers as in Lynch and Shvartsman ("Robust
 * Emulation of Shared Memory Using Dynamic Quorum-Acknowledged Broadcasts", 1997).
 *
 * <p>A value is kept by several base objects, each with a tag that says how new it is. Every
 * operation has two phases, and in each the client waits for a majority:
 *
 * <ol>
 *   <li><b>Query.</b> What is the newest tag you have?
 *   <li><b>Update.</b> Keep this. A writer sends its value with a newer tag than any it was told
 *       of, a reader the newest value it was told of, so that no later read returns an older one.
 * </ol>
 *
 * <p>Any two majorities have a base object in common, and one base object of three may crash, or
 * one message may be lost, and every operation still completes. With two faults it may not, and the
 * instance {@code twoFaults} names all the ways.
 *
 * <p><b>Atomicity.</b> If one operation ends before another begins, the second one's tag is not
 * older, and newer if it is a write. Which of them was first is told as in {@link RegularRegister}:
 * a client that has completed its operation sends word to the others, and one that has not begun
 * may begin on that word and notes its tag. Only the property looks at the note.
 *
 * <p>What is kept small on purpose: a tag is also the value, and each client has one operation.
 */
@Protocol(
    name = "abd",
    description = "The atomic register ABD: operations complete although a minority crashes.",
    budget = @Budget(states = 20_000_000, time = "10m"))
public final class AtomicRegister {
  private AtomicRegister() {}

  /** Nothing goes wrong. */
  @Instance(with = {3, 1, 1})
  @Instance(with = {3, 2, 0})
  @Instance(
      with = {3, 1, 2},
      tags = "nightly",
      budget = @Budget(states = 100_000_000, time = "1h"))
  static void register(Topology t, int objects, int writers, int readers) {
    t.add(objects, i -> new BaseObject())
        .add("Client", writers, Writer::new)
        .add("Client", readers, i -> new Reader());
  }

  /** A minority of the base objects crashes for good. */
  @Instance(with = {3, 1, 1})
  static void crash(Topology t, int objects, int writers, int readers) {
    register(t, objects, writers, readers);
    t.faults(Faults.none().crash((objects - 1) / 2, BaseObject.class));
  }

  /** As many messages get lost. */
  @Instance(with = {3, 1, 1})
  static void loss(Topology t, int objects, int writers, int readers) {
    register(t, objects, writers, readers);
    t.faults(Faults.none().lose((objects - 1) / 2));
  }

  /** A base object comes back with what it has on disk. */
  @Instance(with = {3, 1, 1})
  static void restart(Topology t, int objects, int writers, int readers) {
    register(t, objects, writers, readers);
    t.faults(Faults.none().crash(1, BaseObject.class).restart(1));
  }

  /** On channels that keep the order. */
  @Instance(with = {3, 1, 1})
  static void ordered(Topology t, int objects, int writers, int readers) {
    register(t, objects, writers, readers);
    t.network(Network.ORDERED);
  }

  /**
   * Broken: on channels that keep the order, a client leaves a late reply to its query in the
   * queue, where it blocks the reply to its update. While all base objects are up nobody notices.
   * The counterexample: one of those that answered in time crashes.
   */
  @Instance(
      with = {3, 1, 0},
      expect = Verdict.VIOLATED,
      violates = "everythingCompletes")
  static void lateReplyBlocks(Topology t, int objects, int writers, int readers) {
    ordered(t, objects, writers, readers);
    t.faults(Faults.none().crash((objects - 1) / 2, BaseObject.class));
  }

  /** Messages may arrive again and again, or never. */
  @Instance(with = {3, 1, 1})
  static void persistent(Topology t, int objects, int writers, int readers) {
    register(t, objects, writers, readers);
    t.network(Network.PERSISTENT);
  }

  /**
   * Broken by its faults: more than a minority of the messages of one phase is missing. It takes
   * two losses, or two crashes, or one of each.
   */
  @Instance(
      with = {3, 1, 0},
      expect = Verdict.VIOLATED,
      violates = "everythingCompletes")
  static void twoFaults(Topology t, int objects, int writers, int readers) {
    register(t, objects, writers, readers);
    t.faults(Faults.none().lose(2).crash(2, BaseObject.class));
  }

  /**
   * Broken: readers do not update. The counterexample: one reader is told of the value that is
   * being written; another one, which begins later, is not.
   */
  @Instance(
      with = {3, 1, 2},
      tags = "large",
      expect = Verdict.VIOLATED,
      violates = "atomicity")
  static void notWrittenBack(Topology t, int objects, int writers, int readers) {
    t.add(objects, i -> new BaseObject())
        .add("Client", writers, Writer::new)
        .add("Client", readers, i -> new LazyReader());
  }

  /**
   * Broken: writers do not query. The counterexample: the second one writes, then the first one,
   * whose tag is not newer.
   */
  @Instance(
      with = {3, 2, 0},
      expect = Verdict.VIOLATED,
      violates = "atomicity")
  static void notQueried(Topology t, int objects, int writers, int readers) {
    t.add(objects, i -> new BaseObject())
        .add("Client", writers, HastyWriter::new)
        .add("Client", readers, i -> new Reader());
  }

  /**
   * Broken: base objects have no disk. One crash and one restart are enough. The counterexample: of
   * the two base objects that have the value, one forgets it, and a later read asks that one and
   * the third.
   */
  @Instance(
      with = {3, 1, 1},
      tags = "large",
      expect = Verdict.VIOLATED,
      violates = "atomicity")
  static void forgotten(Topology t, int objects, int writers, int readers) {
    t.add("BaseObject", objects, i -> new ForgetfulObject())
        .add("Client", writers, Writer::new)
        .add("Client", readers, i -> new Reader())
        .faults(Faults.none().crash(1, BaseObject.class).restart(1));
  }

  @Invariant("an operation that begins after another has ended does not go back behind it")
  static boolean atomicity(World w) {
    return w.nodes(Client.class).stream().filter(Client::isDone).allMatch(Client::respectsOrder);
  }

  @Invariant("no two writes have the same tag, and only what is written is read")
  static boolean validity(World w) {
    Set<Tag> written = new HashSet<>();
    boolean distinct =
        w.nodes(Writer.class).stream()
            .filter(Client::hasTag)
            .allMatch(writer -> written.add(writer.tag));
    written.add(Tag.NONE);
    return distinct
        && w.nodes(Reader.class).stream()
            .filter(Client::hasTag)
            .allMatch(reader -> written.contains(reader.tag));
  }

  @Terminal("in the end all operations are completed")
  static boolean everythingCompletes(World w) {
    return w.nodes(Client.class).stream().allMatch(Client::isDone);
  }

  @Reachable("an operation may begin after another has ended")
  static boolean oneAfterAnother(World w) {
    List<Client> clients = w.nodes(Client.class);
    return clients.size() == 1
        || clients.stream().anyMatch(c -> c.isDone() && !c.preceding.equals(Tag.NONE));
  }

  /** How new a value is, and the value itself. */
  record Tag(int number, int writer) implements Comparable<Tag> {
    static final Tag NONE = new Tag(0, 0);
    private static final Comparator<Tag> ORDER =
        Comparator.comparingInt(Tag::number).thenComparingInt(Tag::writer);

    @Override
    public int compareTo(Tag other) {
      return ORDER.compare(this, other);
    }
  }

  /** A client to all base objects: what do you have? */
  record Query() {}

  /** A base object to a client: I have this. */
  record Newest(Tag tag) {}

  /** A client to all base objects: keep this, unless you have newer. */
  record Update(Tag tag) {}

  /** A base object to a client: I have this or newer. */
  record Updated() {}

  /** Word to the other clients that an operation is completed. */
  record Completed(Tag tag) {}

  /** How far a client is. */
  enum Phase {
    IDLE,
    QUERYING,
    UPDATING,
    DONE
  }

  /** Keeps the newest value. */
  static class BaseObject extends Node {
    @Durable private Tag newest = Tag.NONE;

    @Receive
    void query(Query m, NodeId from) {
      send(from, new Newest(newest()));
    }

    @Receive
    void update(Update m, NodeId from) {
      if (m.tag().compareTo(newest()) > 0) {
        keep(m.tag());
      }
      send(from, new Updated());
    }

    Tag newest() {
      return newest;
    }

    void keep(Tag tag) {
      newest = tag;
    }
  }

  /** Broken: keeps everything in memory only. */
  static final class ForgetfulObject extends BaseObject {
    private Tag memory = Tag.NONE;

    @Override
    Tag newest() {
      return memory;
    }

    @Override
    void keep(Tag tag) {
      memory = tag;
    }
  }

  /** Has one operation. */
  abstract static class Client extends Node {
    private Phase phase = Phase.IDLE;

    /** The tag of an operation that had ended before this one began. */
    Tag preceding = Tag.NONE;

    Tag tag = Tag.NONE;

    @Step(when = "isIdle")
    void begin() {
      phase = Phase.QUERYING;
      sendToAll(BaseObject.class, new Query());
    }

    @Receive(when = "isIdle")
    void beginAfter(Completed m) {
      preceding = m.tag();
      begin();
    }

    final boolean isIdle() {
      return phase == Phase.IDLE;
    }

    @Receive(quorum = "majority", when = "isQuerying")
    void queried(Quorum<Newest> replies) {
      update(tagAfter(replies.messages().map(Newest::tag).max(Tag::compareTo).orElseThrow()));
    }

    final boolean isQuerying() {
      return phase == Phase.QUERYING;
    }

    /** The tag of this operation, after what it was told of. */
    abstract Tag tagAfter(Tag newest);

    void update(Tag mine) {
      tag = mine;
      phase = Phase.UPDATING;
      sendToAll(BaseObject.class, new Update(tag));
    }

    @Receive(quorum = "majority", when = "isUpdating")
    void updated(Quorum<Updated> replies) {
      complete();
    }

    final void complete() {
      phase = Phase.DONE;
      sendToOthers(Client.class, new Completed(tag));
    }

    final boolean isUpdating() {
      return phase == Phase.UPDATING;
    }

    final boolean hasTag() {
      return phase == Phase.UPDATING || phase == Phase.DONE;
    }

    final boolean isDone() {
      return phase == Phase.DONE;
    }

    abstract boolean respectsOrder();

    final int majority() {
      return ids(BaseObject.class).size() / 2 + 1;
    }
  }

  /** Writes once. */
  static class Writer extends Client {
    final int number;

    Writer(int number) {
      this.number = number;
    }

    @Override
    Tag tagAfter(Tag newest) {
      return new Tag(newest.number() + 1, number);
    }

    @Override
    final boolean respectsOrder() {
      return tag.compareTo(preceding) > 0;
    }
  }

  /** Broken: takes itself for the first. */
  static final class HastyWriter extends Writer {
    HastyWriter(int number) {
      super(number);
    }

    @Override
    Tag tagAfter(Tag newest) {
      return new Tag(1, number);
    }
  }

  /** Reads once. */
  static class Reader extends Client {
    @Override
    final Tag tagAfter(Tag newest) {
      return newest;
    }

    @Override
    final boolean respectsOrder() {
      return tag.compareTo(preceding) >= 0;
    }
  }

  /** Broken: does not make sure that others will read the same. */
  static final class LazyReader extends Reader {
    @Override
    void update(Tag mine) {
      tag = mine;
      complete();
    }
  }
}
