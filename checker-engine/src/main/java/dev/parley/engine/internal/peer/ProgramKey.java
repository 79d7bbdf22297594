package dev.parley.engine.internal.peer;

import dev.parley.api.PeerProgram;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Identifies what decides on a program's answers: its command, the content of all files that the
 * command or the declaration names, its environment, and how replies are told apart.
 */
final class ProgramKey {
  /** A path within a text: up to what a shell or a list of settings ends it with. */
  private static final Pattern PATH = Pattern.compile("/[^\\s:;,=|&<>()'\"`$]+");

  private ProgramKey() {}

  static String of(PeerProgram program) {
    MessageDigest digest = sha();
    add(digest, "command", program.command().toString());
    add(digest, "environment", new TreeMap<>(program.setting().environment()).toString());
    add(digest, "framing", program.framing().toString());
    add(digest, "ignored", program.setting().ignored());
    add(digest, "history", program.history().toString());
    add(digest, "samples", String.valueOf(program.samples()));
    add(
        digest,
        "limits",
        program.limits().bytes()
            + " "
            + program.limits().address()
            + " "
            + program.limits().reply());
    for (Path file : files(program)) {
      addContent(digest, file);
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  static String sum(byte[] bytes) {
    return HexFormat.of().formatHex(sha().digest(bytes));
  }

  /**
   * The files that the command or the environment names, wherever in a text that is, and those that
   * are declared. What is no file of the program, and only looks so, does no harm: answers are
   * asked for once more than needed.
   */
  private static List<Path> files(PeerProgram program) {
    List<Path> files = new ArrayList<>();
    executable(program.command().get(0)).ifPresent(files::add);
    List<String> texts = new ArrayList<>(program.command().subList(1, program.command().size()));
    texts.addAll(new TreeMap<>(program.setting().environment()).values());
    for (String text : texts) {
      existing(text).ifPresent(files::add);
      for (String part : text.split("[" + File.pathSeparator + "=]")) {
        existing(part).ifPresent(files::add);
      }
      PATH.matcher(text)
          .results()
          .flatMap(found -> existing(found.group()).stream())
          .filter(Files::isRegularFile)
          .forEach(files::add);
    }
    program.setting().files().forEach(file -> files.add(declared(file)));
    return files.stream().distinct().toList();
  }

  private static Path declared(String file) {
    Path path = Path.of(file).toAbsolutePath();
    if (!Files.exists(path)) {
      throw new PeerException(
          "the program is said to depend on the file " + path + ", which does not exist");
    }
    return path;
  }

  private static Optional<Path> executable(String name) {
    if (name.contains(File.separator)) {
      return existing(name);
    }
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.of(path.split(File.pathSeparator))
        .flatMap(directory -> existing(directory + File.separator + name).stream())
        .findFirst();
  }

  private static Optional<Path> existing(String name) {
    try {
      Path path = Path.of(name);
      return name.isEmpty() || !path.isAbsolute() || !Files.exists(path)
          ? Optional.empty()
          : Optional.of(path);
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  private static void addContent(MessageDigest digest, Path file) {
    try (Stream<Path> found = Files.walk(file.toRealPath())) {
      Path top = file.toRealPath();
      for (Path each : found.filter(Files::isRegularFile).sorted().toList()) {
        add(digest, "file", top.relativize(each).toString());
        digest.update(sum(each));
      }
    } catch (IOException | UncheckedIOException e) {
      throw new PeerException(
          "the file " + file + " of a program cannot be read, so its answers cannot be kept", e);
    }
  }

  private static byte[] sum(Path file) throws IOException {
    MessageDigest digest = sha();
    byte[] buffer = new byte[1 << 16];
    try (InputStream in = Files.newInputStream(file)) {
      for (int count = in.read(buffer); count > 0; count = in.read(buffer)) {
        digest.update(buffer, 0, count);
      }
    }
    return digest.digest();
  }

  private static void add(MessageDigest digest, String kind, String text) {
    byte[] bytes = (kind + " " + text).getBytes(StandardCharsets.UTF_8);
    digest.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
    digest.update(bytes);
  }

  private static MessageDigest sha() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
