package dev.parley.engine.internal.peer;

import static dev.parley.engine.internal.peer.Conversations.check;
import static dev.parley.engine.internal.peer.Conversations.java;
import static dev.parley.engine.internal.peer.Conversations.model;
import static dev.parley.engine.internal.peer.Conversations.use;
import static dev.parley.engine.reference.Models.invariant;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.PeerProgram;
import dev.parley.api.PeerProgram.History;
import dev.parley.api.Reply;
import dev.parley.api.Verdict;
import dev.parley.engine.internal.peer.Conversations.Speaker;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.InstanceResult;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Programs that listen on a port. */
class ConnectionsTest {
  private static final Property ANY = invariant("any", w -> true);
  private static final PeerProgram SERVER = java(LineServer.class, "{port}");

  @Test
  void whereConnectionsDoNotInfluenceEachOtherOneTraceIsEnoughForAll() {
    InstanceResult result =
        check(
            model(
                SERVER.history(History.PER_CONNECTION),
                invariant(
                    "eachCountsItsOwn",
                    w ->
                        w.nodes(Speaker.class).stream()
                            .allMatch(
                                s ->
                                    java.util.List.of("1", "2")
                                        .subList(0, s.heard().size())
                                        .equals(s.heard()))),
                new Speaker("own", "own"),
                new Speaker("own", "own"),
                new Speaker("own", "own")),
            SearchOptions.DEFAULT);

    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VERIFIED);
    assertThat(use(result).effort().starts()).isEqualTo(1);
    assertThat(use(result).effort().requests()).isEqualTo(2);
    assertThat(result.warnings())
        .anyMatch(
            w ->
                w.contains(
                    "depends on nothing but the requests on the same connection is assumed"));
  }

  @Test
  void thatConnectionsInfluenceEachOtherIsFoundOut() {
    InstanceResult result =
        check(
            model(
                SERVER.history(History.PER_CONNECTION),
                ANY,
                new Speaker("all"),
                new Speaker("own")),
            SearchOptions.DEFAULT);

    assertThat(result.verdict()).isEqualTo(Verdict.ERROR);
    assertThat(result.error().orElseThrow().message())
        .contains("If connections influence each other, use History.TOTAL_ORDER");
  }

  @Test
  void inTotalOrderTheyMay() {
    InstanceResult result =
        check(
            model(
                SERVER,
                invariant(
                    "neverTwo",
                    w -> w.nodes(Speaker.class).stream().noneMatch(s -> s.heard().contains("2"))),
                new Speaker("all"),
                new Speaker("all")),
            SearchOptions.DEFAULT);

    assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
  }

  @Test
  void inTotalOrderEachNodeStillHasAConnectionOfItsOwn() {
    InstanceResult result =
        check(
            model(
                SERVER.pool(2),
                invariant(
                    "neverTwo",
                    w -> w.nodes(Speaker.class).stream().noneMatch(s -> s.heard().contains("2"))),
                new Speaker("own"),
                new Speaker("own")),
            SearchOptions.DEFAULT);

    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VERIFIED);
    assertThat(use(result).traces()).isEqualTo(1);
  }

  @Test
  void aConnectionThatTheProgramClosesIsAnEvent() {
    InstanceResult result =
        check(
            model(
                SERVER,
                invariant(
                    "staysOpen",
                    w ->
                        w.nodes(Speaker.class).stream()
                            .noneMatch(s -> s.events().contains(Reply.Event.CLOSED))),
                new Speaker("close")),
            SearchOptions.DEFAULT);

    assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
  }

  @Test
  void aProgramThatOtherMachinesCanReachIsRefused() {
    Assumptions.assumeTrue(
        Files.exists(Path.of("/proc/net/tcp")), "nobody tells who can reach a port");
    InstanceResult result =
        check(
            model(java(LineServer.class, "{port}", "0.0.0.0"), ANY, new Speaker("own")),
            SearchOptions.DEFAULT);

    assertThat(result.verdict()).isEqualTo(Verdict.ERROR);
    assertThat(result.error().orElseThrow().message())
        .contains("can be reached from other machines");
  }

  @Test
  void aSecondPortThatOtherMachinesCanReachIsRefused() {
    Assumptions.assumeTrue(
        Files.exists(Path.of("/proc/net/tcp")), "nobody tells who can reach a port");
    InstanceResult result =
        check(
            model(
                java(LineServer.class, "{port}", "127.0.0.1", "0.0.0.0"), ANY, new Speaker("own")),
            SearchOptions.DEFAULT);

    assertThat(result.verdict()).isEqualTo(Verdict.ERROR);
    assertThat(result.error().orElseThrow().message())
        .contains("can be reached from other machines");
  }

  @Test
  void aSecondPortOnTheLoopbackInterfaceIsNoMistake() {
    InstanceResult result =
        check(
            model(
                java(LineServer.class, "{port}", "127.0.0.1", "127.0.0.1"),
                ANY,
                new Speaker("own")),
            SearchOptions.DEFAULT);

    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VERIFIED);
  }

  @Test
  void portsAreBelowThoseOfOutgoingConnectionsAndLeasedOnce() {
    try (PortLease one = PortLease.any();
        PortLease other = PortLease.any()) {
      assertThat(one.port()).isLessThan(PortLease.end()).isNotEqualTo(other.port());
    }
  }

  @Test
  void aConnectionToItselfIsNone() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    try (Socket itself = new Socket()) {
      itself.setReuseAddress(true);
      InetSocketAddress end = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
      itself.bind(end);
      itself.connect(end);
      assertThat(itself.getLocalPort()).isEqualTo(itself.getPort());
      assertThat(SocketWire.isItself(itself, port)).isTrue();
    }
  }
}
