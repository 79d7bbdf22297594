package dev.parley.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceTreeTest {
  @TempDir Path base;

  private SourceTree tree;

  @BeforeEach
  void makeSources() throws IOException {
    for (String name :
        List.of(
            "a module/src/demo/Lock.java",
            "a module/src/demo/deep/Lock.java",
            "a module/src/demo/Only.java")) {
      Files.createDirectories(base.resolve(name).getParent());
      Files.createFile(base.resolve(name));
    }
    tree = SourceTree.of(List.of(base.resolve("a module/src"), base.resolve("none")), base);
  }

  @Test
  void aFileIsFoundInThePackageOfAClassNearby() {
    assertThat(tree.uri("demo.Lock$Server", "Lock.java")).contains("a%20module/src/demo/Lock.java");
    assertThat(tree.uri("demo.deep.Other", "Lock.java"))
        .contains("a%20module/src/demo/deep/Lock.java");
  }

  @Test
  void theOnlyFileOfItsNameIsMeantWhereverItIs() {
    assertThat(tree.uri("elsewhere.Protocol", "Only.java"))
        .contains("a%20module/src/demo/Only.java");
  }

  @Test
  void anAmbiguousOrUnknownFileIsNotGuessed() {
    assertThat(tree.uri("elsewhere.Protocol", "Lock.java")).isEmpty();
    assertThat(tree.uri("demo.Lock", "Missing.java")).isEmpty();
  }

  @Test
  void sourcesOutsideAreLeftOut() throws IOException {
    Path inner = base.resolve("inner");
    assertThat(SourceTree.of(List.of(base.resolve("a module/src")), inner).uri("d.X", "Only.java"))
        .isEmpty();
  }
}
