package dev.parley.runner.history;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A history file: read leniently, written by appending only.
 *
 * <p><b>Nothing is ever rewritten.</b> The file is the only copy of figures nobody can measure
 * again, so what cannot be read stays where it is and is merely reported. A last line that was cut
 * off stays too; what is appended starts on a line of its own.
 *
 * <p><b>Several writers</b> (modules built at the same time, two builds on one machine) take turns
 * by a lock on a file beside it. Not on the file itself: on POSIX systems a process loses all its
 * locks on a file as soon as any part of it closes that file, and reading does. That lock holds
 * between processes, a monitor between threads. The lock file is not removed, since another writer
 * may be waiting for just this one.
 */
public final class HistoryFile {
  private static final int BYTE_ORDER_MARK = 0xFEFF;

  private final Path path;

  /** The file at this path, which need not exist. */
  public HistoryFile(Path path) {
    this.path = path.toAbsolutePath().normalize();
  }

  /** Where it is. */
  public Path path() {
    return path;
  }

  /**
   * Reads what can be read.
   *
   * @return the records, and what is wrong with other lines; nothing if there is no file
   * @throws IOException if the file cannot be read at all
   */
  public History read() throws IOException {
    List<HistoryRecord> records = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    for (Line line : lines()) {
      try {
        records.add(HistoryLine.read(line.text));
      } catch (HistoryLine.Unreadable e) {
        problems.add(line.problem(path, e) + " It is ignored and kept in the file.");
      }
    }
    return new History(records, problems);
  }

  /**
   * Makes sure that records can be added, so that nobody searches for hours in vain.
   *
   * @throws IOException if the file cannot be written or locked, or if a newer version of Parley
   *     has written to it: what this one adds might contradict that
   */
  public void requireAppendable() throws IOException {
    if (Files.isDirectory(path)) {
      throw new IOException(path + " is a directory; name a file with -Dparley.history.file");
    }
    inTurn(
        () -> {
          requireKnownFormat();
          if (!Files.isWritable(Files.exists(path) ? path : path.getParent())) {
            throw new IOException(path + " cannot be written; see who may");
          }
        });
  }

  /**
   * Adds records at the end, all or none.
   *
   * @param records what to add
   * @throws IOException if they cannot be added; the file is then as it was
   */
  public void append(List<HistoryRecord> records) throws IOException {
    String text =
        records.stream().map(r -> HistoryLine.text(r) + "\n").collect(Collectors.joining());
    inTurn(
        () -> {
          requireKnownFormat();
          append(text);
        });
  }

  private interface Deed {
    void run() throws IOException;
  }

  private void inTurn(Deed deed) throws IOException {
    Files.createDirectories(path.getParent());
    // Plugins may be loaded more than once in one Maven; an interned string there is only one of.
    synchronized (("dev.parley.history:" + path).intern()) {
      // Closing the channel gives the lock up.
      try (FileChannel turn =
          FileChannel.open(lockFile(), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        turn.lock();
        deed.run();
      }
    }
  }

  private void requireKnownFormat() throws IOException {
    for (Line line : lines()) {
      try {
        HistoryLine.read(line.text);
      } catch (HistoryLine.Unreadable e) {
        if (e.newer()) {
          throw new IOException(
              line.problem(path, e)
                  + " Nothing is added to it; record with the newer Parley, or to another file with"
                  + " -Dparley.history.file");
        }
      }
    }
  }

  private void append(String text) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      long end = channel.size();
      String start = endsWithin(channel, end) ? "\n" : "";
      ByteBuffer bytes = ByteBuffer.wrap((start + text).getBytes(StandardCharsets.UTF_8));
      try {
        for (long at = end; bytes.hasRemaining(); ) {
          at += channel.write(bytes, at);
        }
        channel.force(true);
      } catch (IOException e) {
        // What was written of these records goes; what was there before stays.
        channel.truncate(end);
        throw e;
      }
    }
  }

  /** Whether the file ends within a line. */
  private static boolean endsWithin(FileChannel channel, long end) throws IOException {
    if (end == 0) {
      return false;
    }
    ByteBuffer last = ByteBuffer.allocate(1);
    channel.read(last, end - 1);
    return last.get(0) != '\n';
  }

  private Path lockFile() {
    return path.resolveSibling("." + path.getFileName() + ".lock");
  }

  private List<Line> lines() throws IOException {
    String text;
    try {
      // Bytes that are no text spoil their line and not the whole file.
      text = new String(Files.readAllBytes(path), StandardCharsets.UTF_8);
    } catch (NoSuchFileException e) {
      return List.of();
    }
    if (!text.isEmpty() && text.codePointAt(0) == BYTE_ORDER_MARK) {
      text = text.substring(1);
    }
    List<Line> lines = new ArrayList<>();
    String[] split = text.split("\n", -1);
    for (int i = 0; i < split.length; i++) {
      String line = split[i].strip();
      if (!line.isEmpty()) {
        lines.add(new Line(i + 1, line, i == split.length - 1));
      }
    }
    return lines;
  }

  /** A line that is not blank. */
  private record Line(int number, String text, boolean unended) {
    String problem(Path path, HistoryLine.Unreadable why) {
      return path
          + ", line "
          + number
          + " "
          + why.getMessage()
          + (unended && !why.newer() ? "; it seems to have been cut off." : ".");
    }
  }
}
