package dev.parley.protocols;

import dev.parley.api.Auxiliary;
import dev.parley.api.Node;
import java.util.Collection;
import java.util.Set;

/**
 * A node that can keep, for people to look at, what its last step consumed. The record splits
 * states that behave alike; a search that tells relevant from auxiliary content does not see it.
 */
public abstract class RecordingNode extends Node {
  private final boolean records;
  @Auxiliary private Set<Object> lastDelivered = Set.of();

  /**
   * A node in its initial state, which has consumed nothing.
   *
   * @param records whether to keep the record
   */
  protected RecordingNode(boolean records) {
    this.records = records;
  }

  /**
   * Notes what the step that runs has consumed, if a record is kept.
   *
   * @param consumed the messages, with or without their senders
   */
  protected final void delivered(Collection<?> consumed) {
    if (records) {
      lastDelivered = Set.copyOf(consumed);
    }
  }
}
