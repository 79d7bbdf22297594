package dev.parley.report;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Files that are written aside first and put in place together at the end.
 *
 * <p>The staging folder lies inside the target directory, so that both are on one file system and a
 * move is a rename: a reader sees the old file or the new one, never half of one. Files are put in
 * place in the order they were added; a page that links to others is added after them.
 */
final class StagedFiles implements AutoCloseable {
  private final Path directory;
  private final Path staging;
  private final List<String> names = new ArrayList<>();

  private StagedFiles(Path directory, Path staging) {
    this.directory = directory;
    this.staging = staging;
  }

  static StagedFiles in(Path directory) throws IOException {
    Files.createDirectories(directory);
    return new StagedFiles(directory, Files.createTempDirectory(directory, ".report-"));
  }

  /** Writes a file aside. */
  void add(String name, String content) throws IOException {
    Path file = staging.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
    names.add(name);
  }

  /** Puts all files in place. */
  void publish() throws IOException {
    for (String name : names) {
      Path target = directory.resolve(name);
      Files.createDirectories(target.getParent());
      move(staging.resolve(name), target);
    }
  }

  /** Removes the files of a folder that end like this and were not published now. */
  void removeOthers(String folder, String extension) throws IOException {
    Path path = directory.resolve(folder);
    if (!Files.isDirectory(path)) {
      return;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(path, "*" + extension)) {
      for (Path file : files) {
        if (!names.contains(folder + "/" + file.getFileName())) {
          Files.delete(file);
        }
      }
    }
  }

  /** Removes what is left aside. */
  @Override
  public void close() throws IOException {
    List<Path> left;
    try (var walk = Files.walk(staging)) {
      left = new ArrayList<>(walk.toList());
    }
    Collections.reverse(left);
    for (Path path : left) {
      Files.delete(path);
    }
  }

  private static void move(Path from, Path to) throws IOException {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      // Some network file systems cannot; a plain replacement is the best they offer.
      Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
