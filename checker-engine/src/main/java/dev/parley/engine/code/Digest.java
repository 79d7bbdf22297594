package dev.parley.engine.code;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** A SHA-256 of parts, each with its length, so that no two lists of parts run together. */
public final class Digest {
  private final MessageDigest digest;

  /** A digest of nothing yet. */
  public Digest() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** Adds a text. */
  public Digest add(String text) {
    return add(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Adds bytes. */
  public Digest add(byte[] bytes) {
    digest.update(
        new byte[] {
          (byte) (bytes.length >>> 24),
          (byte) (bytes.length >>> 16),
          (byte) (bytes.length >>> 8),
          (byte) bytes.length
        });
    digest.update(bytes);
    return this;
  }

  /** What was added, as hexadecimal digits. */
  public String hex() {
    return HexFormat.of().formatHex(digest.digest());
  }

  /**
   * Adds all files of a jar or a directory, by name: a jar packed again has other times, and is the
   * same.
   *
   * @throws UncheckedIOException if it cannot be read
   */
  public Digest addFiles(Path place) {
    try {
      if (Files.isDirectory(place)) {
        addDirectory(place);
      } else {
        addJar(place);
      }
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void addDirectory(Path directory) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(directory)) {
      files = all.filter(Files::isRegularFile).sorted().toList();
    }
    for (Path file : files) {
      add(directory.relativize(file).toString().replace('\\', '/')).add(Files.readAllBytes(file));
    }
  }

  private void addJar(Path jar) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      List<? extends ZipEntry> entries =
          zip.stream()
              .filter(entry -> !entry.isDirectory())
              .sorted(Comparator.comparing(ZipEntry::getName))
              .toList();
      for (ZipEntry entry : entries) {
        add(entry.getName()).add(zip.getInputStream(entry).readAllBytes());
      }
    }
  }
}
