package dev.parley.engine.model;

import dev.parley.api.World;

/** A world that knows what clients have recorded on the way to it. */
public interface RecordedWorld extends World {
  /**
   * Whether the recorded operations are as a property demands.
   *
   * @param property the name of a property with a {@link Consistency}
   */
  boolean fits(String property);
}
