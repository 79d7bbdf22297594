package dev.parley.runner;

import dev.parley.engine.fork.Event;
import dev.parley.engine.fork.Target;
import dev.parley.engine.result.FileNames;
import dev.parley.engine.result.InstanceResult;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Tells the build tool's listener of every instance of a run, once, whoever found its result. */
final class Announcer implements Consumer<Event> {
  private final BuildTool tool;
  private final CheckedModule module;
  private final CheckOptions options;
  private final Map<String, Integer> users = new HashMap<>();
  private final Set<Key> started = new HashSet<>();
  private final Set<Key> finished = new HashSet<>();

  private record Key(String protocolClass, String instance) {}

  Announcer(BuildTool tool, CheckedModule module, CheckOptions options, List<Target> targets) {
    this.tool = tool;
    this.module = module;
    this.options = options;
    targets.forEach(t -> users.merge(fileName(t.protocol(), t.instance()), 1, Integer::sum));
  }

  @Override
  public void accept(Event event) {
    if (event instanceof Event.InstanceStarted begun) {
      start(new Key(begun.target().protocolClass(), begun.target().instance()));
    } else if (event instanceof Event.InstanceFinished ended) {
      finish(ended.result());
    }
  }

  /** Tells of those that no event told of. */
  void rest(List<InstanceResult> results) {
    results.forEach(this::finish);
  }

  private void start(Key key) {
    if (started.add(key)) {
      tool.listener().started(key.protocolClass(), key.instance());
    }
  }

  private void finish(InstanceResult result) {
    Key key = new Key(result.description().protocolClass(), result.description().instance());
    start(key);
    if (finished.add(key)) {
      tool.listener().finished(InstanceOutcome.of(result, options, module, isAlone(result)));
    }
  }

  /** Whether no other instance has the same files on a file system that ignores case. */
  private boolean isAlone(InstanceResult result) {
    return users.get(fileName(result.description().protocol(), result.description().instance()))
        == 1;
  }

  private static String fileName(String protocol, String instance) {
    return FileNames.of(protocol, instance).toLowerCase(Locale.ROOT);
  }
}
