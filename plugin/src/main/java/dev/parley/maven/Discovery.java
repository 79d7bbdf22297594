package dev.parley.maven;

import dev.parley.engine.fork.Target;
import dev.parley.engine.model.ProtocolScanner;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Finds the instances a module declares, without loading its classes. */
final class Discovery {
  private Discovery() {}

  static List<Target> in(List<Path> classDirectories) {
    return ProtocolScanner.scan(classDirectories).stream().flatMap(Discovery::targets).toList();
  }

  private static Stream<Target> targets(ProtocolScanner.FoundProtocol protocol) {
    return protocol.instances().stream()
        .map(
            instance ->
                new Target(
                    protocol.name(), protocol.className(), instance.name(), instance.tags()));
  }
}
