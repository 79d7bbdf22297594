package dev.parley.engine.fork;

import static dev.parley.engine.fork.ForkFixtures.PATIENCE;
import static dev.parley.engine.fork.ForkFixtures.launch;
import static dev.parley.engine.fork.ForkFixtures.request;
import static dev.parley.engine.fork.ForkFixtures.target;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.engine.fork.fixture.Unruly;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ConnectionTest {
  private static final String TOKEN = "0123456789abcdef";

  @Test
  void whoeverDoesNotKnowTheTokenIsTurnedAway() throws Exception {
    for (String shown : List.of("0123456789abcdeX", "short", "")) {
      try (ServerSocket server = listen();
          Socket stranger = new Socket(server.getInetAddress(), server.getLocalPort())) {
        stranger.getOutputStream().write(shown.getBytes(StandardCharsets.US_ASCII));
        stranger.shutdownOutput();
        assertThat(EngineFork.recognise(server.accept(), TOKEN)).isEmpty();
        assertThat(stranger.getInputStream().read()).isEqualTo(-1);
      }
    }
  }

  @Test
  void valuesCrossTheConnectionOnceTheTokenWasShown() throws Exception {
    try (ServerSocket server = listen();
        Socket child = new Socket(server.getInetAddress(), server.getLocalPort())) {
      child.getOutputStream().write(TOKEN.getBytes(StandardCharsets.US_ASCII));
      Optional<Link> parent = EngineFork.recognise(server.accept(), TOKEN);
      assertThat(parent).isPresent();
      try (Link mine = parent.get();
          Link theirs = new Link(child)) {
        Event large = new Event.Output("x".repeat(300_000));
        theirs.send(Event.class, large);
        theirs.send(Event.class, new Event.RunFinished());
        assertThat(mine.receive(Event.class)).isEqualTo(large);
        assertThat(mine.receive(Event.class)).isEqualTo(new Event.RunFinished());
      }
    }
  }

  /** Memory runs out while it is put together, as in a Maven with a small heap. */
  record Huge(String content) {
    Huge {
      if (!content.isEmpty()) {
        throw new OutOfMemoryError("there is no room for it");
      }
    }
  }

  @Test
  void aValueTooLargeForTheHeapIsPassedOverAndTheNextIsRead() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    RecordWire.write(new DataOutputStream(bytes), Huge.class, new Huge(""));
    byte[] frame = bytes.toByteArray();
    // A text of one character instead of none, and more that nobody comes to read.
    frame[frame.length - 1] = 1;
    byte[] rest = new byte[100_000];
    try (ServerSocket server = listen();
        Socket child = new Socket(server.getInetAddress(), server.getLocalPort())) {
      child.getOutputStream().write(TOKEN.getBytes(StandardCharsets.US_ASCII));
      try (Link mine = EngineFork.recognise(server.accept(), TOKEN).orElseThrow()) {
        DataOutputStream theirs = new DataOutputStream(child.getOutputStream());
        theirs.writeLong(frame.length + rest.length);
        theirs.write(frame);
        theirs.write(rest);
        new Link(child).send(Event.class, new Event.RunFinished());
        assertThatThrownBy(() -> mine.receive(Huge.class))
            .isInstanceOf(Link.TooLargeException.class);
        assertThat(mine.receive(Event.class)).isEqualTo(new Event.RunFinished());
      }
    }
  }

  @Test
  void aProcessWhoseParentIsGoneEndsAtOnceWhateverItIsDoing() throws Exception {
    try (ServerSocket server = listen()) {
      Process process = startChildOf(server);
      try (Link link = EngineFork.recognise(server.accept(), TOKEN).orElseThrow()) {
        link.send(Request.class, request(target(Unruly.class, "neverBuilt")));
        while (!(link.receive(Event.class) instanceof Event.InstanceStarted)) {
          // It is still getting ready.
        }
      }
      try {
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(3);
      } finally {
        process.destroyForcibly();
      }
    }
  }

  private static ServerSocket listen() throws Exception {
    return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  }

  private static Process startChildOf(ServerSocket server) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(ForkFixtures.java().toString());
    command.addAll(launch(PATIENCE).arguments());
    command.add(EngineMain.class.getName());
    command.add(server.getInetAddress().getHostAddress());
    command.add(Integer.toString(server.getLocalPort()));
    command.add(TOKEN);
    return new ProcessBuilder(command).inheritIO().start();
  }
}
