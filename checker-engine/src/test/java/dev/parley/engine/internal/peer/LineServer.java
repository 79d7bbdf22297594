package dev.parley.engine.internal.peer;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A program that listens, for tests: arguments are a port and, to be reachable, an address. A third
 * is an address to listen at on another port.
 */
final class LineServer {
  private static final AtomicInteger ALL = new AtomicInteger();

  private static ServerSocket other;

  private LineServer() {}

  public static void main(String[] arguments) throws IOException {
    InetAddress address =
        arguments.length > 1
            ? InetAddress.getByName(arguments[1])
            : InetAddress.getLoopbackAddress();
    if (arguments.length > 2) {
      other = new ServerSocket(0, 50, InetAddress.getByName(arguments[2]));
    }
    try (ServerSocket server = new ServerSocket(Integer.parseInt(arguments[0]), 50, address)) {
      while (true) {
        Socket socket = server.accept();
        new Thread(() -> serve(socket)).start();
      }
    }
  }

  private static void serve(Socket socket) {
    try (socket;
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        PrintStream out = new PrintStream(socket.getOutputStream(), true, StandardCharsets.UTF_8)) {
      int own = 0;
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        switch (line) {
          case "own" -> out.println(++own);
          case "all" -> out.println(ALL.incrementAndGet());
          case "close" -> {
            return;
          }
          default -> out.println("what?");
        }
      }
    } catch (IOException e) {
      // The check has closed the connection.
    }
  }
}
