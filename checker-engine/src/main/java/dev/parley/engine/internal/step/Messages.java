package dev.parley.engine.internal.step;

import dev.parley.engine.internal.capture.ByteSink;
import dev.parley.engine.internal.capture.Codec;
import dev.parley.engine.internal.store.ByteTable;
import dev.parley.engine.internal.store.IntSequence;
import dev.parley.engine.internal.store.PairTable;
import java.util.BitSet;
import java.util.List;

/**
 * Every distinct message content and every distinct envelope, by number. An envelope is a content
 * with its sender: the sender is part of a message's identity.
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
  private final PairTable envelopes;
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
    this.envelopes = shared.envelopes();
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
      ByteTable table = contents.full();
      codec.requireRestorableValue(
          table.array(content), table.offset(content), table.length(content), place, arrangement);
      changeable.set(content, codec.lastCouldChange());
    }
    return content;
  }

  /** Whether the receiver of an envelope could change its content. */
  boolean couldChange(int envelope) {
    return changeable.get(envelopes.second(envelope));
  }

  /** Whether a message has the content of the envelope it was restored from. */
  boolean unchanged(Object message, int envelope) {
    return unchanged(message, envelopes.second(envelope), "message");
  }

  /** Whether a message still has the content it had when it was sent. */
  boolean unchanged(Object message, int content, String place) {
    sink.reset();
    codec.captureValue(message, place, Codec.Scope.FULL, sink);
    return contents.full().equals(content, sink.array(), sink.length());
  }

  /** The representative of the envelope with the given content. */
  int envelope(int sender, int content) {
    int representative = envelopes.intern(sender, contents.representative(content));
    if (content != contents.representative(content)) {
      int known = envelopes.size();
      int variant = envelopes.intern(sender, content);
      if (variant == known) {
        variants.add(variant);
      }
    }
    return representative;
  }

  /** The representative of the envelope a message of another runner would be in. */
  public int envelopeOf(int sender, Object message) {
    return envelope(sender, content(message, "replay"));
  }

  /** The envelope of the same sender that stands for the given one. */
  public int representative(int envelope) {
    return envelopes.intern(sender(envelope), contents.representative(envelopes.second(envelope)));
  }

  /** How many envelopes are not representatives. */
  public int variantCount() {
    return variants.size();
  }

  /** An envelope that is not a representative, in order of appearance. */
  public int variant(int index) {
    return variants.get(index);
  }

  /** Whether some message has auxiliary content. */
  boolean isDecomposed() {
    return contents.isDecomposed();
  }

  /** The number of the node that sent an envelope. */
  public int sender(int envelope) {
    return envelopes.first(envelope);
  }

  /** The class of an envelope's content. */
  public Class<?> type(int envelope) {
    return types.get(envelopes.second(envelope));
  }

  /** A fresh copy of an envelope's content. */
  public Object restore(int envelope, Codec.Arrangement arrangement) {
    int content = envelopes.second(envelope);
    ByteTable table = contents.full();
    return codec.restoreValue(
        table.array(content), table.offset(content), table.length(content), arrangement);
  }

  /** The classes of all messages sent so far, without repetition. */
  public List<Class<?>> types() {
    return types.stream().<Class<?>>map(type -> type).distinct().toList();
  }

  /** How many distinct envelopes there are. */
  public int size() {
    return envelopes.size();
  }

  /** What the tables take in memory. */
  public long bytes() {
    return contents.bytes() + envelopes.bytes() + 8L * types.size();
  }
}
