package dev.parley.engine.internal.peer;

import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Peer;
import dev.parley.api.PeerProgram;
import dev.parley.api.Receive;
import dev.parley.api.Reply;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.engine.internal.InstanceCheck;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.reference.Models;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.PeerUse;
import dev.parley.engine.result.ProgressListener;
import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Nodes that talk to programs line by line, and programs to talk to. */
public final class Conversations {
  /** Answers each line with how many there were. */
  static final String COUNTER =
      "n=0; while read -r line; do n=$((n+1)); printf '%s\\n' \"$n\"; done";

  /** Answers each line with all lines so far. */
  static final String LOG =
      "all=; while read -r line; do all=\"$all$line\"; printf '%s\\n' \"$all\"; done";

  private Conversations() {}

  /** A request of a speaker. */
  public record Line(String text) {}

  /** What became of it. */
  public record Answer(Reply reply) {}

  /** Sends some lines, one after the other, and keeps what comes back. */
  public static final class Speaker extends Node {
    private final List<String> lines;
    private int sent;
    private final List<String> heard = new ArrayList<>();
    private final List<Reply.Event> events = new ArrayList<>();

    public Speaker(String... lines) {
      this.lines = List.of(lines);
    }

    /** The answers, or how far they got. */
    public List<String> heard() {
      return List.copyOf(heard);
    }

    /** What became of each line. */
    public List<Reply.Event> events() {
      return List.copyOf(events);
    }

    /** Whether nothing is to be sent or awaited any more. */
    public boolean isDone() {
      return events.size() == lines.size();
    }

    @Step(when = "hasMore")
    void speak() {
      sendToAll(Program.class, new Line(lines.get(sent++)));
    }

    boolean hasMore() {
      return sent < lines.size() && sent == events.size();
    }

    @Receive
    void answer(Answer answer) {
      events.add(answer.reply().event());
      heard.add(answer.reply().content().strip());
    }
  }

  /** Asks the same for ever, and forgets what comes back. */
  public static final class Endless extends Node {
    private boolean waiting;

    @Step(when = "isReady")
    void ask() {
      waiting = true;
      sendToAll(Program.class, new Line("again"));
    }

    boolean isReady() {
      return !waiting;
    }

    @Receive
    void answer(Answer answer) {
      waiting = false;
    }
  }

  /** A program that reads lines. */
  public static final class Program extends Peer {
    private final PeerProgram program;

    public Program(PeerProgram program) {
      this.program = program;
    }

    @Override
    protected PeerProgram program() {
      return program;
    }

    @Receive
    void line(Line line, NodeId from) {
      send(from, new Answer(ask(from, line.text().isEmpty() ? "" : line.text() + "\n")));
    }
  }

  /** A program in the language of the shell, with short time-outs. */
  static PeerProgram shell(String script) {
    return PeerProgram.command("sh", "-c", script).timeout(Duration.ofSeconds(5));
  }

  /** A class with a main method among the tests, in a JVM that starts fast. */
  static PeerProgram java(Class<?> main, String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx32m",
                "-cp",
                home(main).toString(),
                main.getName()));
    command.addAll(List.of(arguments));
    return PeerProgram.command(command);
  }

  static File home(Class<?> type) {
    try {
      return new File(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  static Model model(PeerProgram program, Property property, Node... others) {
    Topology topology = new Topology();
    for (Node other : others) {
      topology.add(other);
    }
    return Models.loaded(topology.add(new Program(program)), property);
  }

  static InstanceResult check(Model model, SearchOptions options) {
    return new InstanceCheck(model, options, ProgressListener.NONE).run();
  }

  static PeerUse use(InstanceResult result) {
    return result.basis().peers().get(0);
  }
}
