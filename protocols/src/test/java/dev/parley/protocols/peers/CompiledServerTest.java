package dev.parley.protocols.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Instance;
import dev.parley.api.Network;
import dev.parley.api.PeerProgram;
import dev.parley.api.PeerProgram.History;
import dev.parley.api.Protocol;
import dev.parley.api.Terminal;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import dev.parley.engine.Checker;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ProgressListener;
import dev.parley.protocols.peers.AlphabetClient.AlphabetServer;
import dev.parley.protocols.peers.AlphabetClient.Consumer;
import dev.parley.protocols.peers.AlphabetClient.Producer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The alphabet client against a server in C. */
class CompiledServerTest {
  private static final String BINARY = "parley.test.alphabet";

  /** A process for each connection. */
  private static final String SOURCE =
      """
      #include <arpa/inet.h>
      #include <signal.h>
      #include <stdio.h>
      #include <stdlib.h>
      #include <unistd.h>

      int main(int count, char **arguments) {
        struct sockaddr_in address = {0};
        int server = socket(AF_INET, SOCK_STREAM, 0);
        address.sin_family = AF_INET;
        address.sin_port = htons(atoi(arguments[1]));
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        signal(SIGCHLD, SIG_IGN);
        if (bind(server, (struct sockaddr *)&address, sizeof address) || listen(server, 50)) {
          perror("listen");
          return 1;
        }
        for (;;) {
          int client = accept(server, 0, 0);
          if (fork() == 0) {
            FILE *in = fdopen(client, "r");
            int number;
            while (fscanf(in, "%d", &number) == 1) {
              dprintf(client, "%c\\n", 'a' + number - 1);
            }
            return 0;
          }
          close(client);
        }
      }
      """;

  @TempDir private Path directory;

  /** As {@link AlphabetClient}. */
  @Protocol(name = "alphabet-client-of-c")
  static final class Compiled {
    private Compiled() {}

    @Instance(
        with = {2, 2},
        tags = "gcc")
    static void alphabet(Topology t, int connections, int messages) {
      t.add("Producer", connections, i -> new Producer(messages, false))
          .add("Consumer", connections, i -> new Consumer(messages))
          .add(new CompiledServer(connections))
          .network(Network.ORDERED);
    }

    @Terminal
    static boolean everyRequestIsAnswered(World w) {
      return AlphabetClient.everyRequestIsAnswered(w);
    }
  }

  static final class CompiledServer extends AlphabetServer {
    CompiledServer(int consumers) {
      super(consumers);
    }

    @Override
    protected PeerProgram program() {
      return PeerProgram.command(System.getProperty(BINARY), "{port}")
          .history(History.PER_CONNECTION);
    }
  }

  @Test
  void aServerInCHasTheStatesOfTheOneInJava() throws IOException, InterruptedException {
    Path source = Files.writeString(directory.resolve("alphabet.c"), SOURCE);
    Path binary = directory.resolve("alphabet");
    boolean compiled = isCompiled(source, binary);
    if (!compiled) {
      System.err.println("SKIPPED: there is no gcc that compiles a server");
    }
    Assumptions.assumeTrue(compiled, "there is no gcc that compiles a server");
    System.setProperty(BINARY, binary.toString());
    InstanceResult result =
        Checker.check(
            ModelLoader.load(Compiled.class, "alphabet(2,2)"),
            SearchOptions.DEFAULT,
            ProgressListener.NONE);

    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VERIFIED);
    assertThat(result.figures().states()).isEqualTo(100);
    assertThat(result.basis().peers().get(0).effort().starts()).isEqualTo(1);
  }

  private static boolean isCompiled(Path source, Path binary) throws InterruptedException {
    try {
      return new ProcessBuilder("gcc", "-o", binary.toString(), source.toString())
              .inheritIO()
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
