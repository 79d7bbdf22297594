package dev.parley.runner;

import dev.parley.engine.model.ProtocolException;
import dev.parley.engine.model.ProtocolScanner;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The protocols in some compiled code, found without loading a class.
 *
 * @param instances their instances, in the order of their names
 * @param objection why they cannot be told, if they cannot: a damaged class file, or two protocols
 *     of one name
 */
public record DeclaredProtocols(List<DeclaredInstance> instances, Optional<Objection> objection) {
  /** Keeps its own copy. */
  public DeclaredProtocols {
    instances = List.copyOf(instances);
  }

  /**
   * Looks for protocols.
   *
   * @param places directories of class files, and jars
   */
  public static DeclaredProtocols in(Collection<Path> places) {
    try {
      return new DeclaredProtocols(
          ProtocolScanner.scan(places).stream().flatMap(DeclaredProtocols::instances).toList(),
          Optional.empty());
    } catch (ProtocolException e) {
      return new DeclaredProtocols(
          List.of(), Optional.of(Objection.broken(e.place() + ": " + e.getMessage())));
    }
  }

  private static Stream<DeclaredInstance> instances(ProtocolScanner.FoundProtocol protocol) {
    return protocol.instances().stream()
        .map(
            instance ->
                new DeclaredInstance(
                    protocol.name(),
                    protocol.className(),
                    instance.name(),
                    instance.tags(),
                    instance
                        .method()
                        .map(m -> new DeclaredInstance.Method(m.name(), m.parameterTypes()))));
  }
}
