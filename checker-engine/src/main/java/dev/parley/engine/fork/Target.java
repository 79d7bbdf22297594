package dev.parley.engine.fork;

import dev.parley.engine.result.OneLine;
import java.util.List;

/**
 * One instance to check, by name: all that is known of it before its classes are loaded.
 *
 * @param protocol the protocol's name
 * @param protocolClass the annotated class
 * @param instance the instance's name
 * @param tags the tags of protocol and instance
 */
public record Target(String protocol, String protocolClass, String instance, List<String> tags) {
  /** Keeps its own copy of the tags. */
  public Target {
    tags = List.copyOf(tags);
  }

  /** Protocol and instance, for people. */
  @Override
  public String toString() {
    return OneLine.of(protocol + " / " + instance);
  }
}
