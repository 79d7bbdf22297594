package dev.parley.maven;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.runner.Parameters;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.maven.api.plugin.testing.InjectMojo;
import org.apache.maven.api.plugin.testing.MojoTest;
import org.junit.jupiter.api.Test;

/** A parameter means the same to every front: the name, and what happens without it. */
@MojoTest
class SharedParametersTest {
  private static final String PLAIN = "src/test/projects/plain/pom.xml";
  private static final Parameters NONE = Parameters.of(Map.of());

  @Test
  void otherFrontsKnowTheNamesOfAllParameters() throws Exception {
    Set<String> names = new TreeSet<>();
    try (var in = getClass().getResourceAsStream("/META-INF/maven/plugin.xml")) {
      Matcher name =
          Pattern.compile("\\$\\{(parley\\.[^}]+)\\}").matcher(new String(in.readAllBytes()));
      while (name.find()) {
        names.add(name.group(1));
      }
    }
    List<String> known =
        Stream.of(
                Parameters.OF_RUNS, Parameters.OF_CHECKS, Parameters.OF_GATES, Parameters.OF_OTHERS)
            .flatMap(List::stream)
            .toList();
    assertThat(known).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(names);
  }

  @Test
  @InjectMojo(goal = "check", pom = PLAIN)
  void withoutParametersEveryFrontChecksAlike(CheckMojo mojo) throws Exception {
    assertThat(
            NONE.check(
                mojo.outputDirectory.toPath(),
                NONE.history(mojo.historyFile.toPath()),
                NONE.judges()))
        .isEqualTo(mojo.options());
  }

  @Test
  @InjectMojo(goal = "compare", pom = PLAIN)
  void withoutParametersEveryFrontComparesAlike(CompareMojo mojo) throws Exception {
    assertThat(NONE.compare(mojo.outputDirectory.toPath())).isEqualTo(mojo.options());
  }
}
