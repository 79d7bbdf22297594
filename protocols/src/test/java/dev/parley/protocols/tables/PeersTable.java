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
                + " minutes and seconds: with the branching cache in Tables 3 and 4, with"
                + " checkpoints nd-only in Table 5. Its checkpoints are those of the strategies"
                + " all, io-only and nd-only.",
            "A line is a number of connections, and of messages on each. Every line is a first"
                + " check: nothing is known of the programs, so their processes are started and"
                + " asked while time is taken, and asked again before the verdict (\"in all\"). The"
                + " fastest of three counts, or a single one of a large instance.",
            "Checkpoints are those that were taken, of those that io-only / nd-only would take. With"
                + " strategy all there would be one for each state. Where none were taken, processes"
                + " were started again and their histories replayed."),
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
                "A worker thread for each connection. All clients are the same: one trace.",
                AlphabetServer.class,
                "server",
                "2,2 53 0:01; 2,3 61 0:01; 2,4 69 0:01; 3,2 337 0:01; 3,3 481 0:01; 3,4 655 0:01; 4,2 2512 0:03; 4,3 4483 0:05; 4,4 7340 0:06; 5,2 17714 0:15; 5,3 39114 0:30; 5,4 76124 0:56"),
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
                "2,2 2326 0:02 1018/6/1; 2,3 9945 0:06 7002/11/1; 2,4 43960 0:18 -/21/1; 3,2 73574 0:37 -/10/1; 3,3 623437 4:26 -/19/1; 3,4 5507260 36:25 -/37/1; 4,2 2425706 21:30 -/14/1; 4,3 ? >1h"),
            row(
                "Alphabet server, non-deterministic (Table 4)",
                "Each letter may be small or a capital. The clients tell their state, which does not"
                    + " depend on that, so histories do not double with each message.",
                AlphabetServer.class,
                "anyCase",
                "2,2 120 0:01 114/6/1; 2,3 160 0:02 156/11/1; 2,4 200 0:02 196/15/1; 2,5 240 0:04 236/19/1; 3,2 1464 0:03 1460/11/1; 3,3 1720 0:04 1716/17/1; 3,4 3912 0:06 3908/23/1; 3,5 5556 0:11 5552/29/1; 4,2 15692 0:11 -/15/1; 4,3 34036 0:19 -/23/1; 4,4 62732 0:34 -/31/1; 4,5 104108 0:53 -/39/1; 5,2 157355 1:27 -/19/1; 5,3 427127 3:50 -/29/1; 5,4 949523 8:52 -/39/1; 5,5 1849343 16:38 -/49/1"),
            row(
                "HTTP client, non-deterministic (Table 4)",
                "Each thread asks for one of two pages: two traces.",
                ParallelDownload.class,
                "anyPage",
                "2 1867 0:06 1867/5/3; 3 78248 8:44 -/7/4"),
            row(
                "HTTP server, non-deterministic (Table 4)",
                "Each response tells the number of the visitor, which depends on the order of visits.",
                HttpServing.class,
                "numbered",
                "2 267 0:01 9/3/1; 3 3366 0:07 31/5/1; 4 48518 1:21 71/7/1; 5 780557 24:32 137/9/1"),
            row(
                "Alphabet server and client, both non-deterministic (Table 5)",
                "Each letter may be small or a capital, and each client decides whether it counts up"
                    + " or down. The last number is how many runs of each decision are seen. With 1,"
                    + " one answer of the program is explored, as in the paper; with 24, all that"
                    + " were seen. Five clients with more than two messages have 60"
                    + " million states and more then.",
                AlphabetServer.class,
                "anyWay",
                "2,2,1 120 0:10 114/9/8; 2,2,24 120 0:10 114/9/8; 2,3,1 160 0:14 156/14/13; 2,3,24 160 0:14 156/14/13; 2,4,1 200 0:18 196/18/17; 2,4,24 200 0:18 196/18/17; 2,5,1 240 0:21 236/22/21; 2,5,24 240 0:21 236/22/21; 3,2,1 1464 0:15 1460/15/13; 3,2,24 1464 0:15 1460/15/13; 3,3,1 2548 0:21 2544/21/19; 3,3,24 2548 0:21 2544/21/19; 3,4,1 3912 0:28 3908/27/25; 3,4,24 3912 0:28 3908/27/25; 3,5,1 5556 0:34 5552/33/31; 3,5,24 5556 0:34 5552/33/31; 4,2,1 15692 0:27 -/21/18; 4,2,24 15692 0:27 -/21/18; 4,3,1 34036 0:42 -/29/26; 4,3,24 34036 0:42 -/29/26; 4,4,1 62732 1:02 -/37/34; 4,4,24 62732 1:02 -/37/34; 4,5,1 104108 1:32 -/45/42; 4,5,24 104108 1:32 -/45/42; 5,2,1 157355 1:48 -/27/22; 5,2,24 157355 1:48 -/27/22; 5,3,1 427127 4:22 -/37/33; 5,4,1 949523 9:24 -/47/43; 5,5,1 1849343 17:52 -/57/53"),
            row(
                "Alphabet client and server, both non-deterministic (Table 5)",
                "Each producer counts up or down, and the server answers with small letters or"
                    + " capitals. The last number is how many runs of each decision are seen.",
                AlphabetClient.class,
                "anyCaseServer",
                "2,2,1 2326 0:08 1018/6/4; 2,2,24 2326 0:08 1018/6/4; 2,3,1 9945 0:14 7002/12/7; 2,3,24 9945 0:14 7002/12/7; 2,4,1 43960 0:34 -/24/13; 2,4,24 43960 0:34 -/24/13; 3,2,1 73574 0:45 -/10/6; 3,2,24 73574 0:45 -/10/6; 3,3,1 623437 4:49 -/20/11; 3,3,24 623437 4:49 -/20/11; 3,4,1 5507260 38:07 -/40/21; 3,4,24 5507260 38:07 -/40/21; 4,2,1 2425706 22:01 -/14/8; 4,2,24 2425706 22:01 -/14/8")),
        Layout.PROGRAMS);
  }

  /** Rows as "instance states time checkpoints", separated by semicolons. */
  private static Row row(
      String title, String about, Class<?> protocol, String instance, String published) {
    List<Line> lines = new ArrayList<>();
    for (String each : published.split(";")) {
      String[] parts = each.trim().split(" ");
      Published paper =
          parts[1].equals("?")
              ? Published.said(parts[2])
              : Published.states(
                  Long.parseLong(parts[1]), parts[2], parts.length > 3 ? parts[3] : "");
      String name = instance + "(" + parts[0] + ")";
      lines.add(
          Line.both(
              name,
              "",
              paper,
              new Run(protocol, name, SearchMode.STATEFUL.in(Order.BREADTH_FIRST).options())
                  .within(Budgets.PATIENT)));
    }
    return new Row(title, about, lines, "");
  }
}
