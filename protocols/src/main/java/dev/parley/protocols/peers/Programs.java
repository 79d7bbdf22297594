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
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

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
      case "alphabet-client" -> alphabetClient(Integer.parseInt(arguments[1]), false);
      case "any-alphabet-client" -> alphabetClient(Integer.parseInt(arguments[1]), true);
      case "any-case-letters" -> anyCaseLetters();
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

  /**
   * Asks for some letters, one after the other, and says what it thinks of the answers. It begins
   * at once, or when it is told to and then in the order that it likes. It tells its state, and
   * saves and restores it, when it is asked to.
   */
  private static void alphabetClient(int messages, boolean awaitsBegin) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    boolean down = false;
    record State(int got, boolean down) {}
    Map<String, State> saved = new HashMap<>();
    int got = 0;
    if (!awaitsBegin) {
      System.out.println(number(got, messages, down));
    }
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (line.equals("begin")) {
        down = new SecureRandom().nextBoolean();
        System.out.println(number(got, messages, down));
      } else if (line.equals("state")) {
        System.out.println(got + (down ? " down" : " up"));
      } else if (line.startsWith("save ")) {
        saved.put(line.substring(5), new State(got, down));
        System.out.println(line);
      } else if (line.startsWith("restore ")) {
        State state = saved.get(line.substring(8));
        got = state.got();
        down = state.down();
        System.out.println(line);
      } else if (got == messages
          || !line.equalsIgnoreCase(letter(Integer.parseInt(number(got, messages, down))))) {
        System.out.println("wrong " + line);
        return;
      } else {
        got++;
        System.out.println(got == messages ? "thanks" : number(got, messages, down));
      }
    }
  }

  private static String number(int got, int messages, boolean down) {
    return String.valueOf(down ? messages - got : got + 1);
  }

  private static String letter(int number) {
    return String.valueOf((char) (FIRST + number));
  }

  /**
   * Answers each number n with the n-th letter, small or a capital, as it likes. It has no state
   * that it would have to save.
   */
  private static void anyCaseLetters() throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    SecureRandom random = new SecureRandom();
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (line.equals("state") || line.contains(" ")) {
        System.out.println(line);
      } else {
        String letter = letter(Integer.parseInt(line));
        System.out.println(random.nextBoolean() ? letter.toUpperCase(Locale.ROOT) : letter);
      }
    }
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
