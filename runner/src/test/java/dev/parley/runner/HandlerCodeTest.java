package dev.parley.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.report.Sources.Snippet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HandlerCodeTest {
  private static final String CODE =
      """
      package demo;

      final class Server extends Node {
        private int held;

        /** Takes a request. */
        @Receive
        void request(Request r, NodeId from) {
          if (held == 0) {
            held++;
          }
          send(from, new Grant());
        }

        @Step(once = true) void start() { held = 1; }
      }
      """;

  @TempDir Path base;

  private HandlerCode code;

  @BeforeEach
  void makeSources() throws IOException {
    Path file = base.resolve("src/demo/Server.java");
    Files.createDirectories(file.getParent());
    Files.writeString(file, CODE);
    code = new HandlerCode(List.of(SourceTree.of(List.of(base.resolve("src")), base)));
  }

  @Test
  void aHandlerIsCutOutWithItsAnnotations() {
    Snippet snippet = code.find("demo.Lock", "Server.request", "Server.java:9").orElseThrow();

    assertThat(snippet.path()).isEqualTo("src/demo/Server.java");
    assertThat(snippet.first()).isEqualTo(6);
    assertThat(snippet.marked()).isEqualTo(9);
    assertThat(snippet.lines())
        .startsWith("/** Takes a request. */", "@Receive")
        .endsWith("  send(from, new Grant());", "}")
        .hasSize(8);
    assertThat(snippet.href()).isEmpty();
  }

  @Test
  void aHandlerInOneLineIsThatLine() {
    assertThat(code.find("demo.Lock", "Server.start", "Server.java:15").orElseThrow().lines())
        .containsExactly("@Step(once = true) void start() { held = 1; }");
  }

  @ParameterizedTest
  @CsvSource({"Server.java:99", "Server.java:0", "Missing.java:3", "Server.java", "'../x:1'"})
  void aPlaceThatIsNotThereHasNoCode(String place) {
    assertThat(code.find("demo.Lock", "Server.request", place)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "git@github.com:owner/repo.git, https://github.com/owner/repo/blob/abc1234/",
    "https://user:secret@github.com/owner/repo.git, https://github.com/owner/repo/blob/abc1234/",
    "ssh://git@gitlab.com:2222/a/b/c.git, https://gitlab.com/a/b/c/-/blob/abc1234/",
    "https://bitbucket.org/a/b/, https://bitbucket.org/a/b/src/abc1234/",
    "https://codeberg.org/a/b, https://codeberg.org/a/b/src/commit/abc1234/",
  })
  void aRepositoryOnAKnownHostHasPages(String origin, String prefix) {
    assertThat(RepositoryPages.of(origin, "abc1234").orElseThrow().prefix()).isEqualTo(prefix);
  }

  @ParameterizedTest
  @CsvSource({
    "/home/me/repo",
    "https://example.org/a/b",
    "file:///srv/repo",
    "https://github.com/a b"
  })
  void anyOtherOriginHasNone(String origin) {
    assertThat(RepositoryPages.of(origin, "abc1234")).isEmpty();
  }

  @Test
  void theOriginIsReadFromTheClone() throws IOException {
    Path git = Files.createDirectories(base.resolve(".git"));
    Files.writeString(git.resolve("HEAD"), "0123456789abcdef0123456789abcdef01234567\n");
    Files.writeString(
        git.resolve("config"),
        """
        [remote "fork"]
          url = git@github.com:other/repo.git
        [remote "origin"]
          fetch = +refs/heads/*:refs/remotes/origin/*
          url = https://token@github.com/owner/repo.git
        """);
    SourceTree tree =
        SourceTree.of(new CheckedModule("m", "m", base, List.of(base.resolve("src"))));

    assertThat(
            new HandlerCode(List.of(tree))
                .find("demo.Lock", "Server.request", "Server.java:9")
                .orElseThrow()
                .href())
        .isEqualTo(
            "https://github.com/owner/repo/blob/0123456789abcdef0123456789abcdef01234567"
                + "/src/demo/Server.java#L9");
  }
}
