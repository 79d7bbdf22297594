package dev.parley.engine.internal.step;

import dev.parley.engine.internal.capture.ByteSink;
import dev.parley.engine.internal.capture.Codec;
import dev.parley.engine.internal.store.ByteTable;
import dev.parley.engine.internal.store.IntSequence;
import dev.parley.engine.internal.store.PairTable;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Every distinct message content and every distinct message, by number. A message is a content with
 * its sender: the sender is part of a message's identity.
 *
 * <p>In a search on relevant states, a message that differs from an earlier one of the same sender
 * in auxiliary content only is a variant of it; inboxes hold the earlier one, its representative.
 */
public final class Messages {
  private final Codec codec;
  private final boolean decompose;
  private final Codec.Arrangement arrangement;
  private final Identities contents;
  private final List<Class<?>> types;
  private final PairTable messageIds;
  private final IntSequence variants;
  private final ByteSink sink = new ByteSink();

  /** The contents that their receivers could change. */
  private final BitSet changeable;

  /**
   * The messages among some contents, as one runner sees them.
   *
   * @param shared what is known of them, perhaps to other runners too
   * @param codec captures and restores them, for this runner alone
   * @param decompose whether auxiliary content is told apart
   * @param arrangement in which each distinct content is restored and captured again
   */
  Messages(Contents shared, Codec codec, boolean decompose, Codec.Arrangement arrangement) {
    this.contents = shared.messages();
    this.types = shared.types();
    this.messageIds = shared.messageIds();
    this.variants = shared.variants();
    this.changeable = shared.changeable();
    this.codec = codec;
    this.decompose = decompose;
    this.arrangement = arrangement;
  }

  /** The number of a message's content. */
  int content(Object message, String place) {
    sink.reset();
    boolean auxiliary = codec.captureValue(message, place, Codec.Scope.FULL, sink);
    if (decompose && auxiliary) {
      contents.decompose();
    }
    int content = contents.full().intern(sink.array(), sink.length());
    if (contents.lacksRelevant()) {
      sink.reset();
      codec.captureValue(message, place, Codec.Scope.RELEVANT, sink);
      contents.relate(sink.array(), sink.length());
    }
    if (content == types.size()) {
      types.add(message.getClass());
      contents.isNew(content);
    }
    if (contents.isUntested(content)) {
      ByteTable table = contents.full();
      codec.requireRestorableValue(
          table.array(content), table.offset(content), table.length(content), place, arrangement);
      changeable.set(content, codec.lastCouldChange());
      contents.isRestorable(content);
    }
    return content;
  }

  /** Whether the receiver of a message could change its content. */
  boolean couldChange(int messageId) {
    return changeable.get(messageIds.second(messageId));
  }

  /** Whether a message has the content of the message it was restored from. */
  boolean unchanged(Object message, int messageId) {
    return unchanged(message, messageIds.second(messageId), "message");
  }

  /** Whether a message still has the content it had when it was sent. */
  boolean unchanged(Object message, int content, String place) {
    sink.reset();
    codec.captureValue(message, place, Codec.Scope.FULL, sink);
    return contents.full().equals(content, sink.array(), sink.length());
  }

  /** The representative of the message with the given content. */
  int messageId(int sender, int content) {
    int representative = messageIds.intern(sender, contents.representative(content));
    if (content != contents.representative(content)) {
      int known = messageIds.size();
      int variant = messageIds.intern(sender, content);
      if (variant == known) {
        variants.add(variant);
      }
    }
    return representative;
  }

  /** The representative of the message a message of another runner would be in. */
  public int messageIdOf(int sender, Object message) {
    return messageId(sender, content(message, "replay"));
  }

  /**
   * The message that one becomes when nodes change their names.
   *
   * @param names the new name of each node
   * @param sender the number of the node that the sender becomes
   */
  public int renamed(int messageId, UnaryOperator<Object> names, int sender) {
    Object original = restore(messageId, Codec.Arrangement.FORWARD);
    byte[] bytes = renamedBytes(original, names);
    Object renamed = codec.restoreValue(bytes, 0, bytes.length, Codec.Arrangement.FORWARD);
    return messageId(sender, content(renamed, "a renamed message"));
  }

  /** What a message's relevant content is like if some names look alike. */
  public byte[] likened(int messageId, UnaryOperator<Object> names) {
    return likenedBytes(restore(messageId, Codec.Arrangement.FORWARD), names);
  }

  private byte[] renamedBytes(Object message, UnaryOperator<Object> names) {
    sink.reset();
    codec.renaming(
        names, () -> codec.captureValue(message, "a renamed message", Codec.Scope.FULL, sink));
    return Arrays.copyOf(sink.array(), sink.length());
  }

  private byte[] likenedBytes(Object message, UnaryOperator<Object> names) {
    Codec.Scope scope = decompose ? Codec.Scope.RELEVANT : Codec.Scope.FULL;
    sink.reset();
    codec.likening(names, () -> codec.captureValue(message, "a renamed message", scope, sink));
    return Arrays.copyOf(sink.array(), sink.length());
  }

  /** The message of the same sender that stands for the given one. */
  public int representative(int messageId) {
    return messageIds.intern(
        sender(messageId), contents.representative(messageIds.second(messageId)));
  }

  /** How many messages are not representatives. */
  public int variantCount() {
    return variants.size();
  }

  /** A message that is not a representative, in order of appearance. */
  public int variant(int index) {
    return variants.get(index);
  }

  /** Whether some message has auxiliary content. */
  boolean isDecomposed() {
    return contents.isDecomposed();
  }

  /** What a message is without its sender and without auxiliary content. */
  public ByteBuffer relevantContent(int messageId) {
    sink.reset();
    codec.captureValue(
        restore(messageId, Codec.Arrangement.FORWARD), "message", Codec.Scope.RELEVANT, sink);
    return ByteBuffer.wrap(Arrays.copyOf(sink.array(), sink.length()));
  }

  /** The number of the node that sent a message. */
  public int sender(int messageId) {
    return messageIds.first(messageId);
  }

  /** The class of a message's content. */
  public Class<?> type(int messageId) {
    return types.get(messageIds.second(messageId));
  }

  /** A fresh copy of a message's content. */
  public Object restore(int messageId, Codec.Arrangement arrangement) {
    int content = messageIds.second(messageId);
    ByteTable table = contents.full();
    return codec.restoreValue(
        table.array(content), table.offset(content), table.length(content), arrangement);
  }

  /** The classes of all messages sent so far, without repetition. */
  public List<Class<?>> types() {
    return types.stream().<Class<?>>map(type -> type).distinct().toList();
  }

  /** How many distinct messages there are. */
  public int size() {
    return messageIds.size();
  }

  /** What the tables take in memory. */
  public long bytes() {
    return contents.bytes() + messageIds.bytes() + 8L * types.size();
  }
}
