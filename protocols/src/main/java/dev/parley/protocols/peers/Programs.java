package dev.parley.protocols.peers;

import com.sun.net.httpserver.HttpServer;
import dev.parley.api.PeerProgram;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The programs on the other side. Each runs in a JVM of its own; nothing here is checked. */
final class Programs {
  private static final int FIRST = 'a' - 1;

  private Programs() {}

  /** A program of this class. */
  static PeerProgram program(String name, String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx64m",
                "-cp",
                home(),
                Programs.class.getName(),
                name));
    command.addAll(List.of(arguments));
    return PeerProgram.command(command).keptIn(kept());
  }

  /** Where answers are kept from one check to the next. */
  static String kept() {
    return System.getProperty("parley.peers.kept", "target/parley-peers");
  }

  private static String home() {
    try {
      return Path.of(Programs.class.getProtectionDomain().getCodeSource().getLocation().toURI())
          .toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException("the place of this class is no path", e);
    }
  }

  public static void main(String[] arguments) throws IOException {
    switch (arguments[0]) {
      case "alphabet-server" -> alphabetServer(Integer.parseInt(arguments[1]));
      case "alphabet-client" -> alphabetClient(Integer.parseInt(arguments[1]));
      case "http-server" -> httpServer(Integer.parseInt(arguments[1]));
      case "http-client" -> httpClient(arguments[1]);
      default -> throw new IllegalArgumentException("there is no program " + arguments[0]);
    }
  }

  /** Answers each number n with the n-th letter; a thread for each connection. */
  private static void alphabetServer(int port) throws IOException {
    try (ServerSocket server = new ServerSocket(port, 50, InetAddress.getLoopbackAddress())) {
      while (true) {
        Socket socket = server.accept();
        new Thread(() -> letters(socket)).start();
      }
    }
  }

  private static void letters(Socket socket) {
    try (socket;
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        PrintStream out = new PrintStream(socket.getOutputStream(), true, StandardCharsets.UTF_8)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        out.println((char) (FIRST + Integer.parseInt(line)));
      }
    } catch (IOException e) {
      // The other side has closed the connection.
    }
  }

  /** Asks for some letters, one after the other, and says what it thinks of the answers. */
  private static void alphabetClient(int messages) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (int n = 1; n <= messages; n++) {
      System.out.println(n);
      String letter = in.readLine();
      if (letter == null || !letter.equalsIgnoreCase(String.valueOf((char) (FIRST + n)))) {
        System.out.println("wrong " + letter);
        return;
      }
    }
    System.out.println("thanks");
    in.readLine();
  }

  /** Serves pages and the parts of a file, with the server of the JDK. */
  private static void httpServer(int port) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 50);
    server.createContext(
        "/",
        exchange -> {
          byte[] page =
              ("content of " + exchange.getRequestURI().getPath()).getBytes(StandardCharsets.UTF_8);
          boolean known = exchange.getRequestURI().getPath().matches("/(page|part)[0-9]");
          exchange.sendResponseHeaders(known ? 200 : 404, page.length);
          exchange.getResponseBody().write(page);
          exchange.close();
        });
    server.start();
  }

  /** Sends a request of HTTP, and says what status came back. */
  private static void httpClient(String page) throws IOException {
    System.out.print("GET " + page + " HTTP/1.0\n");
    System.out.flush();
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    System.out.println("status " + in.readLine().split(" ")[1]);
    in.readLine();
  }
}
