package dev.parley.runner;

import dev.parley.engine.fork.Target;
import java.util.List;
import java.util.Optional;

/**
 * An instance as its class file declares it: what a front can show and select before anything runs.
 *
 * @param protocol the protocol's name
 * @param protocolClass the annotated class
 * @param name the instance's name
 * @param tags the tags of protocol and instance
 * @param method where it is declared; absent for the instance that stands for a protocol that has
 *     none, whose check says what is wrong
 */
public record DeclaredInstance(
    String protocol,
    String protocolClass,
    String name,
    List<String> tags,
    Optional<Method> method) {

  /**
   * A method of the protocol's class.
   *
   * @param name its name
   * @param parameterTypes the binary names of its parameters' types, separated by commas
   */
  public record Method(String name, String parameterTypes) {}

  /** Keeps its own copy. */
  public DeclaredInstance {
    tags = List.copyOf(tags);
  }

  Target target() {
    return new Target(protocol, protocolClass, name, tags);
  }
}
