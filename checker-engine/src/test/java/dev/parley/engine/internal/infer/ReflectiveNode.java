package dev.parley.engine.internal.infer;

import dev.parley.api.NodeId;
import dev.parley.engine.internal.infer.InferredNodes.Listener;
import dev.parley.engine.internal.infer.InferredNodes.Word;

/** In a file of its own: what it does spoils the inference for all classes around it. */
final class ReflectiveNode extends Listener {
  int count;

  @Override
  void note(Word m, NodeId from) {
    count++;
    try {
      phase = getClass().getDeclaredField("count").getInt(this) % 2;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
