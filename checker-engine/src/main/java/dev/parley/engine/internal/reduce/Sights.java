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
import java.util.Set;

/**
 * The possible local states of a node as somebody sees them who does not read some of its fields:
 * numbered by what there is to be seen, with an example for each.
 */
final class Sights {
  private final int[] sights;
  private final List<Integer> examples = new ArrayList<>();

  private Sights(int node, LocalSteps steps, Codec codec) {
    ByteSink out = new ByteSink();
    Map<ByteBuffer, Integer> numbers = new HashMap<>();
    sights = new int[steps.graph(node).size()];
    for (int index = 0; index < sights.length; index++) {
      int local = steps.graph(node).local(index);
      Node restored = steps.runner().restore(node, local, Arrangement.FORWARD);
      out.reset();
      codec.captureNode(restored, Scope.FULL, out);
      ByteBuffer bytes = ByteBuffer.wrap(Arrays.copyOf(out.array(), out.length()));
      Integer known = numbers.putIfAbsent(bytes, examples.size());
      sights[index] = known == null ? examples.size() : known;
      if (known == null) {
        examples.add(index);
      }
    }
  }

  /** What is to be seen of each node by somebody who does not read these fields. */
  static List<Sights> of(LocalSteps steps, int nodes, Set<Field> unread) {
    Codec codec = steps.runner().codecWithout(unread);
    List<Sights> sights = new ArrayList<>();
    for (int node = 0; node < nodes; node++) {
      sights.add(new Sights(node, steps, codec));
    }
    return sights;
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
