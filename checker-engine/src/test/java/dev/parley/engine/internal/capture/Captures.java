package dev.parley.engine.internal.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.parley.api.Node;
import dev.parley.engine.internal.capture.Codec.Arrangement;
import dev.parley.engine.internal.capture.Codec.Scope;
import dev.parley.engine.model.ProtocolException;
import java.util.Arrays;

/** Captures and restores with one codec, as a check does. */
final class Captures {
  /** A node with one field for anything. */
  static final class Box extends Node {
    Object content;

    Box(Object content) {
      this.content = content;
    }
  }

  final Codec codec = new Codec();

  byte[] node(Node node, Scope scope) {
    ByteSink sink = new ByteSink();
    codec.captureNode(node, scope, sink);
    return Arrays.copyOf(sink.array(), sink.length());
  }

  byte[] full(Node node) {
    return node(node, Scope.FULL);
  }

  byte[] relevant(Node node) {
    return node(node, Scope.RELEVANT);
  }

  byte[] state(Object content) {
    return full(new Box(content));
  }

  byte[] value(Object value) {
    ByteSink sink = new ByteSink();
    codec.captureValue(value, "demo.Sender.send", Codec.Scope.FULL, sink);
    return Arrays.copyOf(sink.array(), sink.length());
  }

  <N extends Node> N restoreInto(byte[] bytes, N into, Arrangement arrangement) {
    codec.restoreNode(bytes, 0, bytes.length, into, arrangement);
    return into;
  }

  /**
   * Restores the content in both arrangements, checks that it recaptures alike; gives the first.
   */
  @SuppressWarnings("unchecked")
  <T> T restored(T content) {
    byte[] bytes = state(content);
    Box forward = restoreInto(bytes, new Box("overwritten"), Arrangement.FORWARD);
    Box reversed = restoreInto(bytes, new Box("overwritten"), Arrangement.REVERSED);
    assertThat(full(forward)).as("recaptured").isEqualTo(bytes);
    assertThat(full(reversed)).as("recaptured from the other arrangement").isEqualTo(bytes);
    return (T) forward.content;
  }

  @SuppressWarnings("unchecked")
  <T> T restoredValue(T value, Arrangement arrangement) {
    byte[] bytes = value(value);
    Object restored = codec.restoreValue(bytes, 0, bytes.length, arrangement);
    assertThat(value(restored)).as("recaptured").isEqualTo(bytes);
    return (T) restored;
  }

  <T> T restoredValue(T value) {
    restoredValue(value, Arrangement.REVERSED);
    return restoredValue(value, Arrangement.FORWARD);
  }

  ProtocolException refusalOfState(Object content) {
    return catchThrowableOfType(ProtocolException.class, () -> state(content));
  }

  ProtocolException refusalOfValue(Object value) {
    return catchThrowableOfType(ProtocolException.class, () -> value(value));
  }
}
