package dev.parley.protocols.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Verdict;
import dev.parley.engine.Checker;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ProgressListener;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nodes against the real nginx. */
class NginxTest {
  @BeforeEach
  void needsNginx() {
    Servers.require("nginx");
  }

  @Test
  void partsAreDownloadedFromTheRealServer() {
    InstanceResult result = check("fromNginx(3)");

    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VERIFIED);
    assertThat(result.figures().states()).isEqualTo(125);
    assertThat(result.basis().peers().get(0).traces()).isEqualTo(3);
  }

  @Test
  void theFaultOfJgetIsFoundWithTheResponsesOfTheRealServer() {
    InstanceResult result = check("jgetFromNginx(2)");

    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VIOLATED);
    assertThat(result.violation().orElseThrow().trace().orElseThrow().toString())
        .contains("GET /part1 HTTP/1.1\\r\\n", "Server: nginx", "content of /part1");
  }

  private static InstanceResult check(String instance) {
    return Checker.check(
        ModelLoader.load(ParallelDownload.class, instance),
        SearchOptions.DEFAULT,
        ProgressListener.NONE);
  }
}
