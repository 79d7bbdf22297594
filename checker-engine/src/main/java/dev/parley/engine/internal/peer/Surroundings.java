package dev.parley.engine.internal.peer;

import dev.parley.api.PeerProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** What all processes of a check share: their keeper, a directory, and threads that write. */
final class Surroundings implements AutoCloseable {
  private Optional<Path> directory = Optional.empty();
  private Keeper keeper;
  private ExecutorService writers;

  /** Starts a program. */
  PeerProcess start(PeerProgram program, Place root, boolean contained) {
    return PeerProcess.start(program, berth(newDirectory("run"), contained), root);
  }

  /** Where a process can run. */
  PeerProcess.Berth berth(Path where, boolean contained) {
    return new PeerProcess.Berth(keeper, writers, where, contained);
  }

  /** A new directory that goes with the check. */
  Path newDirectory(String prefix) {
    if (directory.isEmpty()) {
      open();
    }
    try {
      return Files.createTempDirectory(directory.get(), prefix);
    } catch (IOException e) {
      throw new PeerException("no directory can be made for a program to run in: " + e, e);
    }
  }

  private void open() {
    try {
      directory = Optional.of(Files.createTempDirectory("parley-peers-"));
    } catch (IOException e) {
      throw new PeerException("no directory can be made for programs to run in: " + e, e);
    }
    keeper = new Keeper(directory.get());
    writers =
        Executors.newCachedThreadPool(
            task -> {
              Thread thread = new Thread(task, "parley-peer-input");
              thread.setDaemon(true);
              return thread;
            });
  }

  /** The keeper's process, if there is one. */
  Optional<ProcessHandle> keeper() {
    return directory.flatMap(d -> keeper.handle());
  }

  /** Ends everything; it begins anew if a program is started again. */
  @Override
  public void close() {
    if (directory.isPresent()) {
      keeper.close();
      writers.shutdownNow();
      Trees.remove(directory.get());
      directory = Optional.empty();
    }
  }
}
