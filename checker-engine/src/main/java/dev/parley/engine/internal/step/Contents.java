package dev.parley.engine.internal.step;

import dev.parley.engine.internal.store.ByteTable;
import dev.parley.engine.internal.store.IntSequence;
import dev.parley.engine.internal.store.IntTable;
import dev.parley.engine.internal.store.PairTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * What was captured from users' objects, by number: the local states of each node, the contents of
 * messages, and messages. This is the part of a check's dictionary that runners read and write; the
 * dictionary of the state space adds inboxes, cells and events.
 *
 * <p>Several runners of the same model, with the same options, may share one: whoever captures a
 * content first gives it its number, and the number means the same to all of them. Nothing is ever
 * removed or renumbered. What a runner needs besides (node objects, a codec, buffers) is its own.
 *
 * <p>Not safe for use by several threads at once. To become so, three writers must exclude each
 * other: {@code capture} in {@link StepRunner} (intern, relate and decompose are one act), {@link
 * Messages#content}, and {@link Messages#message}. Readers hold numbers that were handed to them
 * after they were written; they need to see the arrays of that time or later.
 */
public final class Contents {
  private final Identities[] locals;
  private final Identities messages = new Identities();
  private final List<Class<?>> types = new ArrayList<>();
  private final BitSet changeable = new BitSet();
  private final PairTable messageIds = new PairTable();
  private final IntSequence variants = new IntSequence();
  private final ByteTable recordedValues = new ByteTable();
  private final IntTable recordings = new IntTable();

  /** Knows no content yet. */
  public Contents(int nodes) {
    locals = new Identities[nodes];
    Arrays.setAll(locals, node -> new Identities());
  }

  /** How many contents of all kinds there are. */
  public long size() {
    long size = messageIds.size() + recordings.size() + recordedValues.size();
    for (Identities ofNode : locals) {
      size += ofNode.full().size();
    }
    return size;
  }

  /** Tells these contents from others, or from the same under other numbers. */
  public long digest() {
    long digest = messages.full().digest();
    for (Identities ofNode : locals) {
      digest = 31 * digest + ofNode.full().digest();
    }
    digest = 31 * digest + messageIds.digest();
    return 31 * (31 * digest + recordedValues.digest()) + recordings.digest();
  }

  /** The local states of each node. */
  Identities[] locals() {
    return locals;
  }

  /** The contents of messages. */
  Identities messages() {
    return messages;
  }

  /** The class of each content of a message. */
  List<Class<?>> types() {
    return types;
  }

  /** The contents of messages that their receivers could change. */
  BitSet changeable() {
    return changeable;
  }

  /** Pairs of sender and content. */
  PairTable messageIds() {
    return messageIds;
  }

  /** The messages that are not representatives, in order of appearance. */
  IntSequence variants() {
    return variants;
  }

  /** The operations and results that clients record. */
  ByteTable recordedValues() {
    return recordedValues;
  }

  /** What steps record. */
  IntTable recordings() {
    return recordings;
  }
}
