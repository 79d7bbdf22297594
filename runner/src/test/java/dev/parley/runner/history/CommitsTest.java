package dev.parley.runner.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class CommitsTest {
  @SuppressWarnings("unused")
  private static final java.util.List<String> SERVERS = Commits.VARIABLES;

  @TempDir Path directory;

  @ParameterizedTest
  @FieldSource("SERVERS")
  void everyBuildServersVariableIsKnown(String variable) {
    assertThat(Commits.current(Map.of(variable, Records.FIRST), directory)).contains(Records.FIRST);
  }

  @Test
  void theEnvironmentWinsOverTheRepository() throws IOException {
    write(".git/HEAD", Records.SECOND);
    assertThat(Commits.current(Map.of("GIT_COMMIT", Records.FIRST), directory))
        .contains(Records.FIRST);
    assertThat(Commits.current(Map.of("GIT_COMMIT", ""), directory)).contains(Records.SECOND);
    assertThat(Commits.current(Map.of("BUILD_VCS_NUMBER", "r1234 of trunk"), directory))
        .contains(Records.SECOND);
  }

  @Test
  void aBranchIsFollowedFromAnyDirectoryBelow() throws IOException {
    write(".git/HEAD", "ref: refs/heads/topic/x");
    write(".git/refs/heads/topic/x", Records.FIRST);
    Path module = Files.createDirectories(directory.resolve("a/module"));
    assertThat(Commits.current(Map.of(), module)).contains(Records.FIRST);
    assertThat(Commits.workingTree(module)).contains(directory);
  }

  @Test
  void aPackedBranchIsFound() throws IOException {
    write(".git/HEAD", "ref: refs/heads/main");
    write(
        ".git/packed-refs",
        "# pack-refs with: peeled\n"
            + Records.SECOND
            + " refs/heads/other-main\n"
            + Records.FIRST
            + " refs/heads/main\n^"
            + Records.SECOND);
    assertThat(Commits.current(Map.of(), directory)).contains(Records.FIRST);
  }

  @Test
  void aLinkedWorkingTreeHasItsOwnHeadAndSharesTheBranches() throws IOException {
    write("main/.git/refs/heads/topic", Records.FIRST);
    write("main/.git/worktrees/w/HEAD", "ref: refs/heads/topic");
    write("main/.git/worktrees/w/commondir", "../..");
    write("w/.git", "gitdir: " + directory.resolve("main/.git/worktrees/w"));
    assertThat(Commits.current(Map.of(), directory.resolve("w"))).contains(Records.FIRST);
  }

  @Test
  void aBranchWithoutCommitsOrABrokenRepositoryHasNone() throws IOException {
    write("empty/.git/HEAD", "ref: refs/heads/main");
    write("loop/.git/HEAD", "ref: HEAD");
    write("odd/.git/HEAD", "nonsense");
    write("lost/.git", "gitdir: nowhere");
    for (String name : java.util.List.of("empty", "loop", "odd", "lost")) {
      assertThat(Commits.current(Map.of(), directory.resolve(name))).as(name).isEmpty();
    }
  }

  private void write(String name, String content) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content + "\n");
  }
}
