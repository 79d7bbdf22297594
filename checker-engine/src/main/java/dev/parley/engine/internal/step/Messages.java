package dev.parley.engine.internal.step;

import dev.parley.engine.internal.capture.ByteSink;
import dev.parley.engine.internal.capture.Codec;
import dev.parley.engine.internal.store.ByteTable;
import dev.parley.engine.internal.store.PairTable;
import java.util.ArrayList;
import java.util.List;

/**
 * Every distinct message content and every distinct envelope, by number. An envelope is a content
 * with its sender: the sender is part of a message's identity.
 */
public final class Messages {
  private final Codec codec;
  private final ByteTable contents = new ByteTable();
  private final List<Class<?>> types = new ArrayList<>();
  private final PairTable envelopes = new PairTable();
  private final ByteSink sink = new ByteSink();

  Messages(Codec codec) {
    this.codec = codec;
  }

  /** The number of a message's content. */
  int content(Object message, String place) {
    sink.reset();
    codec.captureValue(message, place, sink);
    int content = contents.intern(sink.array(), sink.length());
    if (content == types.size()) {
      types.add(message.getClass());
    }
    return content;
  }

  /** Whether a message still has the content it had when it was sent. */
  boolean unchanged(Object message, int content, String place) {
    sink.reset();
    codec.captureValue(message, place, sink);
    return contents.equals(content, sink.array(), sink.length());
  }

  /** The content an envelope holds. */
  int content(int envelope) {
    return envelopes.second(envelope);
  }

  int envelope(int sender, int content) {
    return envelopes.intern(sender, content);
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
    return codec.restoreValue(
        contents.array(content), contents.offset(content), contents.length(content), arrangement);
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
