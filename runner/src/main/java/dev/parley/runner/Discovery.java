package dev.parley.runner;

import dev.parley.engine.fork.Target;
import dev.parley.engine.model.ProtocolException;
import dev.parley.engine.model.ProtocolScanner;
import dev.parley.runner.history.HistoryRecord;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The instances a module declares and a run selects, found without loading a class.
 *
 * @param found all instances
 * @param targets the selected ones
 * @param objection that there are none, if that is a failure
 */
record Discovery(List<Target> found, List<Target> targets, Optional<Objection> objection) {

  /** Finds and selects; mentions that there is nothing to check if that is no failure. */
  static Discovery in(
      CheckedModule module, ModuleClasses classes, RunOptions options, Console console)
      throws BrokenRunException {
    List<Target> found = targets(classes.directories());
    List<Target> selected = options.selection().of(found);
    if (!selected.isEmpty()) {
      return new Discovery(found, selected, Optional.empty());
    }
    String message = Gate.nothingFound(module.name(), options.selection(), found);
    if (options.failIfNothingFound()) {
      return new Discovery(
          found, selected, Optional.of(Objection.failed(message + Gate.remedy(found))));
    }
    console.info(message);
    return new Discovery(found, selected, Optional.empty());
  }

  /** What somebody has found and chosen already. */
  static Discovery of(List<DeclaredInstance> chosen) {
    List<Target> targets = chosen.stream().map(DeclaredInstance::target).toList();
    return new Discovery(targets, targets, Optional.empty());
  }

  /** All instances, as the history names them. */
  Set<HistoryRecord.Subject> subjects(CheckedModule module) {
    return found.stream()
        .map(t -> new HistoryRecord.Subject(module.name(), t.protocol(), t.instance()))
        .collect(Collectors.toSet());
  }

  private static List<Target> targets(List<Path> classDirectories) throws BrokenRunException {
    try {
      return ProtocolScanner.scan(classDirectories).stream().flatMap(Discovery::targets).toList();
    } catch (ProtocolException e) {
      throw new BrokenRunException(e.place() + ": " + e.getMessage(), e);
    }
  }

  private static Stream<Target> targets(ProtocolScanner.FoundProtocol protocol) {
    return protocol.instances().stream()
        .map(
            instance ->
                new Target(
                    protocol.name(), protocol.className(), instance.name(), instance.tags()));
  }
}
