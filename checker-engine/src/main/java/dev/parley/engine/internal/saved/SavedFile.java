package dev.parley.engine.internal.saved;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;

/**
 * The file of a saved search: whose it is, and what it holds.
 *
 * <p><b>Layout.</b> A magic word, the version of the format, the length of the whole file; then
 * name and value of each thing that must fit; then the content; then a checksum (CRC-32C) of all
 * that follows the length. Magic word, version and length each have one right value, and a checksum
 * sees every damage of up to 32 bits in a row, so no damaged byte goes unseen. A longer damage is
 * overlooked once in four thousand million times; what is read then still has to lead to the same
 * dictionary ({@code Resumption}).
 *
 * <p><b>Writing.</b> A new file is written beside the old one, forced to the disk, read back, and
 * only then put in its place, in one act. So whenever the process or the machine stops there is a
 * whole file, or none; and a disk that is full, or that lies, costs the new file only.
 */
public final class SavedFile {
  private static final long MAGIC = 0x5061726C65790A1AL;

  /** Raised whenever the content is laid out otherwise, or means something else. */
  static final int VERSION = 1;

  private static final int LENGTH_AT = Long.BYTES + Integer.BYTES;
  private static final int HEADER = LENGTH_AT + Long.BYTES;
  private static final int BUFFER = 1 << 16;

  /** What the name of a file ends with that is not yet whole. */
  private static final String NEW = ".new";

  private final Path file;
  private final Map<String, String> identity;

  /**
   * A file that may be there or not.
   *
   * @param file where
   * @param identity what a search must have in common with the one that was saved, by names that
   *     can be shown
   */
  public SavedFile(Path file, Map<String, String> identity) {
    this.file = file;
    this.identity = new LinkedHashMap<>(identity);
  }

  /** Where it is. */
  public Path path() {
    return file;
  }

  /** Writes the content of a file. */
  @FunctionalInterface
  public interface Content {
    /** Writes it. */
    void write(DataOutputStream out) throws IOException;
  }

  /**
   * Replaces the file, if all goes well.
   *
   * @throws IOException if not; what was there is there still
   */
  public void write(Content content) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    sweep();
    Path fresh =
        file.resolveSibling(file.getFileName() + "." + ProcessHandle.current().pid() + NEW);
    try {
      try (FileChannel channel =
          FileChannel.open(
              fresh,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE)) {
        write(content, channel);
        channel.force(true);
      }
      Optional<String> objection = objection(fresh);
      if (objection.isPresent()) {
        throw new IOException("what was written " + objection.get());
      }
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }

  /** Removes what processes have left that were killed while they wrote. */
  private void sweep() throws IOException {
    String prefix = file.getFileName() + ".";
    try (DirectoryStream<Path> all =
        Files.newDirectoryStream(file.toAbsolutePath().getParent(), "*" + NEW)) {
      for (Path each : all) {
        String name = each.getFileName().toString();
        String writer =
            name.startsWith(prefix)
                ? name.substring(prefix.length(), Math.max(prefix.length(), name.length() - 4))
                : "";
        if (writer.matches("[0-9]{1,18}") && ProcessHandle.of(Long.parseLong(writer)).isEmpty()) {
          Files.deleteIfExists(each);
        }
      }
    }
  }

  private void write(Content content, FileChannel channel) throws IOException {
    channel.write(ByteBuffer.allocate(HEADER));
    CheckedOutputStream checked =
        new CheckedOutputStream(Channels.newOutputStream(channel), new CRC32C());
    DataOutputStream out = new DataOutputStream(new BufferedOutputStream(checked, BUFFER));
    out.writeInt(identity.size());
    for (Map.Entry<String, String> entry : identity.entrySet()) {
      out.writeUTF(entry.getKey());
      out.writeUTF(entry.getValue());
    }
    content.write(out);
    out.flush();
    out.writeInt((int) checked.getChecksum().getValue());
    out.flush();
    ByteBuffer header = ByteBuffer.allocate(HEADER);
    header.putLong(MAGIC).putInt(VERSION).putLong(channel.position()).flip();
    channel.write(header, 0);
  }

  /** The content of a file that fits, or why it cannot be used. */
  public record Opened(Optional<DataInputStream> content, Optional<String> objection) {
    private static Opened refused(String why) {
      return new Opened(Optional.empty(), Optional.of(why));
    }
  }

  /**
   * Opens the file.
   *
   * @return its content, to be closed by the caller; or an objection, as a clause; or neither, if
   *     there is no file
   */
  public Opened open() {
    try {
      Optional<String> objection = objection(file);
      if (objection.isPresent()) {
        return Opened.refused(objection.get());
      }
      DataInputStream in = content(file);
      Optional<String> foreign;
      try {
        foreign = foreign(in);
      } catch (IOException | RuntimeException e) {
        in.close();
        throw e;
      }
      if (foreign.isPresent()) {
        in.close();
        return Opened.refused(foreign.get());
      }
      return new Opened(Optional.of(in), Optional.empty());
    } catch (NoSuchFileException e) {
      return new Opened(Optional.empty(), Optional.empty());
    } catch (IOException e) {
      return Opened.refused("cannot be read: " + e);
    }
  }

  private static DataInputStream content(Path from) throws IOException {
    InputStream in = new BufferedInputStream(Files.newInputStream(from), BUFFER);
    in.skipNBytes(HEADER);
    return new DataInputStream(in);
  }

  /** What does not fit, as a clause. */
  private Optional<String> foreign(DataInputStream in) throws IOException {
    Map<String, String> saved = new LinkedHashMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      saved.put(in.readUTF(), in.readUTF());
    }
    for (Map.Entry<String, String> entry : identity.entrySet()) {
      if (!entry.getValue().equals(saved.get(entry.getKey()))) {
        return Optional.of("differs in " + entry.getKey());
      }
    }
    return Optional.empty();
  }

  /** Why a file is not a whole saved search, as a clause; nothing if it is one. */
  private static Optional<String> objection(Path of) throws IOException {
    long length = Files.size(of);
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(of), BUFFER))) {
      if (length < HEADER + Integer.BYTES || in.readLong() != MAGIC) {
        return Optional.of("is not a saved search");
      }
      int version = in.readInt();
      if (version != VERSION) {
        return Optional.of(
            version > VERSION
                ? "was written by a newer Parley (format " + version + ")"
                : "was written by an older Parley (format " + version + ")");
      }
      if (in.readLong() != length) {
        return Optional.of("is not complete, or damaged");
      }
      CheckedInputStream checked = new CheckedInputStream(in, new CRC32C());
      byte[] buffer = new byte[BUFFER];
      long left = length - HEADER - Integer.BYTES;
      while (left > 0) {
        int read = checked.read(buffer, 0, (int) Math.min(left, BUFFER));
        if (read < 0) {
          return Optional.of("is not complete");
        }
        left -= read;
      }
      return in.readInt() == (int) checked.getChecksum().getValue()
          ? Optional.empty()
          : Optional.of("is damaged");
    }
  }

  /** Removes the file, if it is there. */
  public void remove() throws IOException {
    if (Files.isDirectory(file.toAbsolutePath().getParent())) {
      sweep();
    }
    Files.deleteIfExists(file);
  }
}
