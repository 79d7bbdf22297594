package dev.parley.protocols.peers;

import dev.parley.api.Budget;
import dev.parley.api.Framing;
import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Peer;
import dev.parley.api.PeerProgram;
import dev.parley.api.PeerProgram.History;
import dev.parley.api.Protocol;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Terminal;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;

/**
 * Worker threads that download the parts of a file from a real HTTP server, in parallel, and count
 * in a shared counter how many are missing. The thread that notices that none is missing completes
 * the download.
 *
 * <p>The broken instances have the fault that was found in the download client jget: threads read
 * and write the counter in two steps. If two of them read the same value, the download never
 * completes.
 */
@Protocol(
    name = "parallel-download",
    description = "Checked threads download parts of a file from a real HTTP server.",
    budget = @Budget(states = 20_000_000, time = "10m"))
public final class ParallelDownload {
  private ParallelDownload() {}

  /** One part for each thread. */
  @Instance(with = 2)
  @Instance(with = 3)
  @Instance(with = 4)
  @Instance(with = 5, tags = "large")
  static void download(Topology t, int threads) {
    lay(t, threads, true, false);
  }

  /** Each thread asks for one of two pages. */
  @Instance(with = 2)
  @Instance(with = 3)
  @Instance(with = 4, tags = "large")
  static void anyPage(Topology t, int threads) {
    lay(t, threads, true, true);
  }

  /** From nginx. */
  @Instance(with = 2, tags = "nginx")
  @Instance(with = 3, tags = "nginx")
  static void fromNginx(Topology t, int threads) {
    lay(t, threads, true, new Nginx());
  }

  /** Broken as jget is, from nginx. */
  @Instance(with = 2, tags = "nginx", expect = Verdict.VIOLATED, violates = "theDownloadCompletes")
  static void jgetFromNginx(Topology t, int threads) {
    lay(t, threads, false, new Nginx());
  }

  /** Broken as jget is: the counter is read and written in two steps. */
  @Instance(with = 2, expect = Verdict.VIOLATED, violates = "theDownloadCompletes")
  @Instance(with = 3, expect = Verdict.VIOLATED, violates = "theDownloadCompletes")
  static void jget(Topology t, int threads) {
    lay(t, threads, false, false);
  }

  private static void lay(Topology t, int threads, boolean atomic, boolean anyPage) {
    t.add("Thread", threads, i -> new Worker(atomic, anyPage))
        .add(new Missing(threads))
        .add(new WebServer());
  }

  private static void lay(Topology t, int threads, boolean atomic, WebServer server) {
    t.add("Thread", threads, i -> new Worker(atomic, false)).add(new Missing(threads)).add(server);
  }

  record Get(String path) {}

  record Page(int status, String body) {}

  record Done() {}

  record Look() {}

  record Seen(int missing) {}

  record Write(int missing) {}

  static final class Worker extends Node {
    private final boolean atomic;
    private final boolean anyPage;
    private String path = "";
    private String part = "";

    Worker(boolean atomic, boolean anyPage) {
      this.atomic = atomic;
      this.anyPage = anyPage;
    }

    @Step(once = true)
    void start() {
      path = anyPage ? choose("/page1", "/page2") : "/part" + self().index();
      sendToAll(WebServer.class, new Get(path));
    }

    @Receive
    void page(Page page) {
      part = page.status() + " " + page.body();
      sendToAll(Missing.class, atomic ? new Done() : new Look());
    }

    @Receive
    void seen(Seen seen) {
      sendToAll(Missing.class, new Write(seen.missing() - 1));
    }
  }

  /** What the threads share: how many parts are missing. */
  static final class Missing extends Node {
    private int missing;
    private boolean complete;

    Missing(int parts) {
      missing = parts;
    }

    @Receive
    void done(Done done) {
      missing--;
      complete = missing == 0;
    }

    @Receive
    void look(Look look, NodeId from) {
      send(from, new Seen(missing));
    }

    @Receive
    void write(Write write) {
      missing = write.missing();
      complete = missing == 0;
    }
  }

  static class WebServer extends Peer {
    @Override
    protected PeerProgram program() {
      return Programs.program("http-server", "{port}")
          .framing(Framing.http())
          .ignoring("Date: .*\r\n")
          .history(History.PER_CONNECTION);
    }

    @Receive
    void get(Get get, NodeId from) {
      String request = "GET " + get.path() + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
      String response = ask(from, request).text();
      int body = response.indexOf("\r\n\r\n") + 4;
      send(from, new Page(Integer.parseInt(response.split(" ")[1]), response.substring(body)));
    }
  }

  /** The real nginx, which serves files of the directory that it runs in. */
  static final class Nginx extends WebServer {
    private static final String RUN =
        "for i in 1 2 3; do printf 'content of /part%d' $i >part$i; done; cat >nginx.conf <<END\n"
            + "daemon off; master_process off; pid $PWD/pid; error_log stderr;\n"
            + "events {} http { access_log off; default_type text/plain;\n"
            + "client_body_temp_path $PWD; proxy_temp_path $PWD; fastcgi_temp_path $PWD;\n"
            + "uwsgi_temp_path $PWD; scgi_temp_path $PWD;\n"
            + "server { listen 127.0.0.1:$0; root $PWD; } }\nEND\n"
            + "PATH=$PATH:/usr/sbin; exec nginx -e stderr -p $PWD -c $PWD/nginx.conf";

    @Override
    protected PeerProgram program() {
      return PeerProgram.command("sh", "-c", RUN, "{port}")
          .framing(Framing.http())
          .ignoring("(Date|Last-Modified|ETag): .*\r\n")
          .history(History.PER_CONNECTION);
    }
  }

  /** A thread has the part that it asked for. */
  @Invariant
  static boolean everyPartIsTheRightOne(World w) {
    return w.nodes(Worker.class).stream()
        .allMatch(t -> t.part.isEmpty() || t.part.equals("200 content of " + t.path));
  }

  /** In the end the download is complete. */
  @Terminal
  static boolean theDownloadCompletes(World w) {
    return w.nodes(Missing.class).stream().allMatch(m -> m.complete);
  }
}
