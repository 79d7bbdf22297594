package dev.parley.engine.internal.peer;

import dev.parley.api.PeerProgram;
import dev.parley.api.PeerProgram.History;
import dev.parley.api.Reply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A file with what is known of a program: its places, parents first, a line each, between a head
 * that names the program and a checksum. It is written beside its place and moved there, so that it
 * is whole or not there. A file that is damaged, or says it belongs to another program, is left as
 * it is: it may be all that is left of a program that is gone.
 *
 * <p>Only what was audited is kept. That a program did not reply in time is not: it depends on the
 * machine, and on how busy it was.
 */
final class AnswerFile {
  private static final String VERSION = "parley-peer 2";

  private final Path path;
  private final String head;
  private final boolean several;
  private final boolean probed;
  private List<String> lines = List.of();
  private Optional<String> remark = Optional.empty();
  private boolean foreign;

  private AnswerFile(Path path, String head, PeerProgram program) {
    this.path = path;
    this.head = head;
    this.several = !program.isDeterministic();
    this.probed = program.history().kind() == History.Kind.PROBED;
  }

  /** The file of a program in a directory, whether it exists or not. */
  static AnswerFile of(String directory, PeerProgram program) {
    String key = ProgramKey.of(program);
    String name = Path.of(program.command().get(0)).getFileName() + "-" + key.substring(0, 16);
    AnswerFile file =
        new AnswerFile(Path.of(directory, name + ".peer"), VERSION + " " + key, program);
    file.read();
    return file;
  }

  private void read() {
    if (!Files.exists(path)) {
      return;
    }
    try {
      List<String> all = Files.readAllLines(path, StandardCharsets.US_ASCII);
      String problem = problem(all);
      if (problem.isEmpty()) {
        lines = all.subList(1, all.size() - 1);
        requireSense();
      } else {
        refuse(problem);
      }
    } catch (IOException e) {
      refuse("cannot be read (" + e + ")");
    }
  }

  /** A checksum does not say that the lines are ones that were written by this class. */
  private void requireSense() {
    try {
      recall(Place.root());
    } catch (RuntimeException e) {
      refuse("makes no sense (" + e.getMessage() + ")");
    }
  }

  private void refuse(String problem) {
    foreign = true;
    lines = List.of();
    remark =
        Optional.of(
            "the kept answers in "
                + path
                + " were not used, because the file "
                + problem
                + "; it was left as it is: remove it to have it written anew");
  }

  private String problem(List<String> all) {
    if (all.size() < 2 || !all.get(0).startsWith("parley-peer ")) {
      return "is no file of answers, or is cut off";
    }
    if (!all.get(0).equals(head)) {
      return "belongs to another program or was written by another version";
    }
    List<String> content = all.subList(0, all.size() - 1);
    return all.get(all.size() - 1).equals(checksum(content)) ? "" : "is damaged";
  }

  private static String checksum(List<String> content) {
    return "sum " + ProgramKey.sum(String.join("\n", content).getBytes(StandardCharsets.US_ASCII));
  }

  /** What is wrong with the file, as a sentence. */
  Optional<String> remark() {
    return remark;
  }

  /** Adds what the file knows to a tree that has only a root. */
  void recall(Place root) {
    List<Place> places = new ArrayList<>(List.of(root));
    for (String line : lines) {
      String[] parts = line.split(" ", -1);
      Ask ask = new Ask(Integer.parseInt(parts[1]), decoded(parts[2]), Integer.parseInt(parts[3]));
      Reply reply = new Reply(Reply.Event.valueOf(parts[4]), decoded(parts[5]));
      Place place = places.get(Integer.parseInt(parts[0])).learn(ask, reply);
      if (probed != !parts[6].equals("-")) {
        throw new IllegalArgumentException("a state that is told, or is missing");
      }
      if (probed) {
        place.tell(decoded(parts[6]));
      }
      if (!several && place.parent().after(ask).size() > 1) {
        throw new IllegalArgumentException("two answers to one request");
      }
      places.add(place);
    }
    root.all().forEach(Place::confirm);
  }

  /**
   * Writes what is known, if that is more than before.
   *
   * @return what went wrong
   */
  Optional<String> keep(Place root, boolean unaudited) {
    List<String> content = content(root, unaudited);
    if (foreign || content.size() - 1 <= lines.size()) {
      return Optional.empty();
    }
    List<String> all = new ArrayList<>(content);
    all.add(checksum(content));
    try {
      Files.createDirectories(path.toAbsolutePath().getParent());
      Path draft = Files.createTempFile(path.toAbsolutePath().getParent(), "answers", ".tmp");
      try {
        Files.writeString(draft, String.join("\n", all) + "\n", StandardCharsets.US_ASCII);
        Files.move(
            draft, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(draft);
      }
      lines = content.subList(1, content.size());
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of("the program's answers could not be kept in " + path + ": " + e);
    }
  }

  private List<String> content(Place root, boolean unaudited) {
    List<String> content = new ArrayList<>(List.of(head));
    Map<Place, Integer> numbers = new HashMap<>(Map.of(root, 0));
    List<Place> open = new ArrayList<>(List.of(root));
    for (int i = 0; i < open.size(); i++) {
      Place parent = open.get(i);
      for (Ask ask : parent.asked()) {
        List<Place> places = parent.after(ask);
        if (places.stream().allMatch(place -> isKept(place, unaudited))) {
          for (Place place : places) {
            numbers.put(place, numbers.size());
            content.add(line(numbers.get(parent), place));
            open.add(place);
          }
        }
      }
    }
    return content;
  }

  private boolean isKept(Place place, boolean unaudited) {
    return (place.isAudited() || unaudited && several)
        && place.reply().event() != Reply.Event.TIMED_OUT;
  }

  private static String line(int parent, Place place) {
    return String.join(
        " ",
        String.valueOf(parent),
        String.valueOf(place.ask().connection()),
        encoded(place.ask().sent()),
        String.valueOf(place.ask().replies()),
        place.reply().event().name(),
        encoded(place.reply().content()),
        place.digest().map(AnswerFile::encoded).orElse("-"));
  }

  private static String encoded(String bytes) {
    return Base64.getEncoder().encodeToString(bytes.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static String decoded(String text) {
    return new String(Base64.getDecoder().decode(text), StandardCharsets.ISO_8859_1);
  }
}
