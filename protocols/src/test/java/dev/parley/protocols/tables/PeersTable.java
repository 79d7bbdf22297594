package dev.parley.protocols.tables;

import dev.parley.engine.options.ExplorationOptions.Order;
import dev.parley.engine.options.SearchMode;
import dev.parley.protocols.peers.AlphabetClient;
import dev.parley.protocols.peers.AlphabetServer;
import dev.parley.protocols.peers.HttpServing;
import dev.parley.protocols.peers.ParallelDownload;
import dev.parley.protocols.peers.TimeClient;
import java.util.ArrayList;
import java.util.List;

/**
 * Tables 3 to 5 of Leungwattanakit and others: "Modular Software Model Checking for Distributed
 * Systems", 2013.
 */
final class PeersTable {
  private PeersTable() {}

  static Table table() {
    return new Table(
        "Systems with real programs (cache-based model checking), Tables 3 to 5",
        List.of(
            "Leungwattanakit, Artho, Hagiya, Tanabe, Yamamoto, Takahashi: Modular Software Model"
                + " Checking for Distributed Systems, 2013. One process is checked, the others run"
                + " as they are. The paper checks threads of Java programs in a virtual machine, so"
                + " its states are many small steps; here each thread is a node. Its times are"
                + " minutes and seconds, with the branching cache.",
            "A line is a number of connections, and of messages on each. What programs answer is kept"
                + " from the warm-up on, so none is started while time is taken. A first check starts"
                + " two processes for each trace, one of them for the audit, at some 0.1 to 0.3 s for"
                + " a JVM."),
        List.of(
            row(
                "Alphabet client, deterministic (Table 3)",
                "Each producer counts up. Connections do not influence each other: one trace.",
                AlphabetClient.class,
                "alphabet",
                "2,2 755 0:01; 2,3 930 0:01; 2,4 1113 0:01; 3,2 13015 0:08; 3,3 16522 0:09; 3,4"
                    + " 20037 0:10; 4,2 250652 2:14; 4,3 329299 2:32; 4,4 407954 2:50; 5,2 4849344"
                    + " 47:51"),
            row(
                "Alphabet server, deterministic (Table 3)",
                "A worker thread for each connection. All clients are the same: one trace. Workers and"
                    + " clients take steps of their own here, so five connections with four messages"
                    + " (76,124 states in 0:56 in the paper) have 60,466,176 states and took 87 s once; they are no instance.",
                AlphabetServer.class,
                "server",
                "2,2 53 0:01; 2,3 61 0:01; 2,4 69 0:01; 3,2 337 0:01; 3,3 481 0:01; 3,4 655 0:01;"
                    + " 4,2 2512 0:03; 4,3 4483 0:05; 4,4 7340 0:06; 5,2 17714 0:15; 5,3 39114 0:30"),
            row(
                "HTTP client, deterministic (Table 3)",
                "Each thread asks for a page of its own: as many traces as threads.",
                ParallelDownload.class,
                "download",
                "2 892 0:04; 3 10948 1:36; 4 ? >1h"),
            row(
                "HTTP server, deterministic (Table 3)",
                "Workers share a visitor counter.",
                HttpServing.class,
                "clients",
                "2 241 0:01; 3 2448 0:04; 4 28666 0:44"),
            row(
                "Time client, deterministic (Table 3)",
                "The server tells the time without being asked: one trace.",
                TimeClient.class,
                "noLeapSecond",
                "2 139 0:01; 3 2145 0:03; 4 95898 2:17; 5 ? >1h"),
            row(
                "Alphabet client, non-deterministic (Table 4)",
                "Each producer counts up or down: two traces.",
                AlphabetClient.class,
                "upOrDown",
                "2,2 2326 0:02; 2,3 9945 0:06; 2,4 43960 0:18; 3,2 73574 0:37; 3,3 623437 4:26; 3,4"
                    + " 5507260 36:25; 4,2 2425706 21:30; 4,3 ? >1h"),
            row(
                "Alphabet server, non-deterministic (Table 4)",
                "Each letter may be small or a capital, and the history of the client tells which: so"
                    + " traces double with each message, which the paper's states forget.",
                AlphabetServer.class,
                "anyCase",
                "2,2 120 0:02; 2,3 160 0:04; 3,2 1464 0:03"),
            row(
                "HTTP client, non-deterministic (Table 4)",
                "Each thread asks for one of two pages: two traces.",
                ParallelDownload.class,
                "anyPage",
                "2 1867 0:06; 3 78248 8:44")));
  }

  /** Rows as "instance states time", separated by semicolons. */
  private static Row row(
      String title, String about, Class<?> protocol, String instance, String published) {
    List<Line> lines = new ArrayList<>();
    for (String each : published.split(";")) {
      String[] parts = each.trim().split(" ");
      Published paper =
          parts[1].equals("?")
              ? Published.said(parts[2])
              : Published.states(Long.parseLong(parts[1]), parts[2]);
      String name = instance + "(" + parts[0] + ")";
      lines.add(
          Line.both(
              name,
              "",
              paper,
              new Run(protocol, name, SearchMode.STATEFUL.in(Order.BREADTH_FIRST).options())
                  .within(Budgets.GENEROUS)));
    }
    return new Row(title, about, lines, "");
  }
}
