package dev.parley.protocols.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Verdict;
import dev.parley.engine.Checker;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.PeerUse;
import dev.parley.engine.result.ProgressListener;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes against a real Redis server. */
class RedisTest {
  private static final SearchOptions DEPTH_FIRST = SearchMode.STATEFUL.options();

  @TempDir private Path kept;

  @BeforeEach
  void needsRedis() {
    Servers.require("redis-server");
    System.setProperty("parley.peers.kept", kept.toString());
  }

  @AfterEach
  void usualPlace() {
    System.clearProperty("parley.peers.kept");
  }

  @Test
  void theLostUpdateIsFoundAgainstTheRealServer() {
    InstanceResult result = check("lostUpdate(2,1)", SearchOptions.DEFAULT);

    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VIOLATED);
    assertThat(result.violation().orElseThrow().trace().orElseThrow().steps()).hasSize(10);
    assertThat(result.violation().orElseThrow().trace().orElseThrow().toString())
        .contains("SET counter 1\\r\\n", "+OK\\r\\n");
  }

  @Test
  void incrementsByTheServerAreNotLost() {
    assertThat(check("incr(2,2)", SearchOptions.DEFAULT).verdict()).isEqualTo(Verdict.VERIFIED);
  }

  @Test
  void incrementsInWatchedTransactionsAreNotLost() {
    InstanceResult result = check("watched(2,1)", SearchOptions.DEFAULT);

    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VERIFIED);
    assertThat(result.figures().states()).isEqualTo(116);
  }

  @Test
  void fourClientsTakeFewRequestsAndASecondCheckTakesNone() {
    InstanceResult first = check("lostUpdate(4,2)", DEPTH_FIRST);
    InstanceResult second = check("lostUpdate(4,2)", DEPTH_FIRST);

    assertThat(first.verdict()).as("%s", first).isEqualTo(Verdict.VIOLATED);
    PeerUse use = first.basis().peers().get(0);
    assertThat(use.effort().sent() + use.audit().sent()).isPositive().isLessThan(1_000);
    assertThat(second.verdict()).isEqualTo(Verdict.VIOLATED);
    assertThat(second.basis().peers().get(0).effort()).isEqualTo(PeerUse.Effort.NONE);
    assertThat(second.basis().peers().get(0).audit()).isEqualTo(PeerUse.Effort.NONE);
  }

  private static InstanceResult check(String instance, SearchOptions options) {
    return Checker.check(
        ModelLoader.load(RedisCounter.class, instance), options, ProgressListener.NONE);
  }
}
