package dev.parley.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Files that are written aside first and put in place together at the end, as one set.
 *
 * <p>The staging folder lies inside the target directory, so that both are on one file system and a
 * move is a rename: a reader sees the old file or the new one, never half of one. Nor does anybody
 * find files of two runs side by side, even if the process is killed here: the old files of the
 * directory itself, which lead to all others, go before the first new file comes. They come back in
 * the order they were added, when everything they lead to is in place; a page that links to others
 * is added after them.
 *
 * <p>The folder's name carries the number of its process. What a killed one left is removed by the
 * next.
 */
final class StagedFiles implements AutoCloseable {
  private static final String PREFIX = ".report-";
  private static final Pattern OWNED = Pattern.compile("\\.report-(\\d+)-?\\d*");

  private final Path directory;
  private final Path staging;
  private final List<String> names = new ArrayList<>();

  private StagedFiles(Path directory, Path staging) {
    this.directory = directory;
    this.staging = staging;
  }

  static StagedFiles in(Path directory) throws IOException {
    Files.createDirectories(directory);
    sweep(directory);
    String prefix = PREFIX + ProcessHandle.current().pid() + "-";
    return new StagedFiles(directory, Files.createTempDirectory(directory, prefix));
  }

  /** Removes what processes left that are gone. */
  private static void sweep(Path directory) throws IOException {
    try (DirectoryStream<Path> left = Files.newDirectoryStream(directory, PREFIX + "*")) {
      for (Path folder : left) {
        Matcher owner = OWNED.matcher(folder.getFileName().toString());
        if (owner.matches() && !isAlive(owner.group(1))) {
          removeAll(folder);
        }
      }
    }
  }

  private static boolean isAlive(String process) {
    try {
      return ProcessHandle.of(Long.parseLong(process)).isPresent();
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** Writes a file aside. */
  void add(String name, String content) throws IOException {
    Path file = staging.resolve(name);
    Files.createDirectories(file.getParent());
    // Programs read the others: what they hold was escaped where it was written, and stays exact.
    boolean forPeople = name.endsWith(".html") || name.endsWith(".md");
    Files.write(
        file, (forPeople ? LenientText.clean(content) : content).getBytes(StandardCharsets.UTF_8));
    names.add(name);
  }

  /** Puts all files in place. */
  void publish() throws IOException {
    List<String> leading = names.stream().filter(name -> name.indexOf('/') < 0).toList();
    for (String name : names) {
      if (Files.isDirectory(directory.resolve(name))) {
        throw new IOException(directory.resolve(name) + " is a directory; it has to be a file");
      }
    }
    if (names.size() > 1) {
      for (String name : leading) {
        Files.deleteIfExists(directory.resolve(name));
      }
    }
    for (String name : names) {
      if (name.indexOf('/') >= 0) {
        put(name);
      }
    }
    for (String name : leading) {
      put(name);
    }
  }

  private void put(String name) throws IOException {
    Path target = directory.resolve(name);
    Files.createDirectories(target.getParent());
    move(staging.resolve(name), target);
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
    removeAll(staging);
  }

  private static void removeAll(Path folder) throws IOException {
    List<Path> left;
    try (var walk = Files.walk(folder)) {
      left = new ArrayList<>(walk.toList());
    }
    Collections.reverse(left);
    for (Path path : left) {
      Files.deleteIfExists(path);
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
