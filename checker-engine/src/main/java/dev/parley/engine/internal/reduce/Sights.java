package dev.parley.engine.internal.reduce;

import dev.parley.api.Node;
import dev.parley.engine.internal.capture.ByteSink;
import dev.parley.engine.internal.capture.Codec;
import dev.parley.engine.internal.capture.Codec.Arrangement;
import dev.parley.engine.internal.capture.Codec.Scope;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The possible local states of a node as somebody sees them who does not read some of its fields:
 * numbered by what there is to be seen, with an example for each.
 */
final class Sights {
  private final int[] sights;
  private final List<Integer> examples = new ArrayList<>();

  Sights(int node, LocalClosure closure, Set<Field> unread) {
    int count = closure.graph(node).size();
    int[] all = IntStream.range(0, count).toArray();
    sights = unread.isEmpty() ? all : seen(node, closure, unread).orElse(all);
    for (int index = 0; index < count; index++) {
      if (sights[index] == examples.size()) {
        examples.add(index);
      }
    }
  }

  /**
   * What is captured with the unread fields for auxiliary ones is what is left to be seen; but if
   * other content is auxiliary already, it would be left out as well.
   */
  private static Optional<int[]> seen(int node, LocalClosure closure, Set<Field> unread) {
    Codec codec = new Codec(unread);
    Codec marked = new Codec();
    ByteSink out = new ByteSink();
    Map<ByteBuffer, Integer> numbers = new HashMap<>();
    int[] seen = new int[closure.graph(node).size()];
    for (int index = 0; index < seen.length; index++) {
      int local = closure.graph(node).local(index);
      Node restored = closure.runner().restore(node, local, Arrangement.FORWARD);
      out.reset();
      if (marked.captureNode(restored, Scope.RELEVANT, out)) {
        return Optional.empty();
      }
      out.reset();
      codec.captureNode(restored, Scope.RELEVANT, out);
      ByteBuffer bytes = ByteBuffer.wrap(Arrays.copyOf(out.array(), out.length()));
      seen[index] = numbers.computeIfAbsent(bytes, b -> numbers.size());
    }
    return Optional.of(seen);
  }

  /** How many there are. */
  int count() {
    return examples.size();
  }

  /** What is seen of a local state. */
  int of(int index) {
    return sights[index];
  }

  /** A local state of which this is seen. */
  int example(int sight) {
    return examples.get(sight);
  }
}
