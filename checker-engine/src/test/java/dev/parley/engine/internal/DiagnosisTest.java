package dev.parley.engine.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.model.ProtocolException;
import dev.parley.engine.result.Mistake;
import org.junit.jupiter.api.Test;

class DiagnosisTest {
  @Test
  void aProtocolMistakeKeepsItsPlaceAndMessage() {
    Mistake mistake = of(new ProtocolException("demo.Acceptor.read", "takes two messages"));
    assertThat(mistake.place()).isEqualTo("demo.Acceptor.read");
    assertThat(mistake.message()).isEqualTo("takes two messages");
    assertThat(mistake.details()).isEmpty();
  }

  @Test
  void aMissingProtocolClassPointsToCompilation() {
    Mistake mistake = of(new ClassNotFoundException("demo.Paxos"));
    assertThat(mistake.place()).isEqualTo("demo.Paxos");
    assertThat(mistake.message()).contains("Was it compiled?");
  }

  @Test
  void aMissingDependencyIsNamedWithTheRemedy() {
    Mistake mistake = of(new NoClassDefFoundError("com/acme/Clock"));
    assertThat(mistake.place()).isEqualTo("demo.Paxos");
    assertThat(mistake.message())
        .contains("demo.Paxos needs the class com.acme.Clock")
        .contains("Add the dependency");
  }

  @Test
  void useOfTheEngineByAProtocolIsCalledWhatItIs() {
    assertThat(of(new NoClassDefFoundError("dev/parley/engine/Checker")).message())
        .contains("not visible to protocols");
  }

  @Test
  void aNewerClassFileAsksForANewerJava() {
    assertThat(of(new UnsupportedClassVersionError("demo/X has version 99")).message())
        .contains("demo/X has version 99")
        .contains("maven-toolchains-plugin");
  }

  @Test
  void aStackOverflowNamesTheStackOption() {
    Mistake mistake = of(overflow());
    assertThat(mistake.message()).contains("-Xss");
    assertThat(mistake.details().lines().count()).isLessThanOrEqualTo(80);
  }

  @Test
  void theInnermostFrameOfTheProtocolIsThePlace() {
    IllegalStateException thrown = new IllegalStateException("odd");
    thrown.setStackTrace(
        new StackTraceElement[] {
          new StackTraceElement(null, "java.base", "17", "java.util.List", "of", "List.java", 1),
          new StackTraceElement(
              Diagnosis.PROTOCOL_LOADER, null, null, "demo.Paxos", "small", "Paxos.java", 7),
          new StackTraceElement("app", null, null, "dev.parley.X", "y", "X.java", 9)
        });
    Mistake mistake = of(thrown);
    assertThat(mistake.place()).isEqualTo("demo.Paxos.small");
    assertThat(mistake.message()).contains("odd").contains("outside a step");
    assertThat(mistake.details())
        .contains("demo.Paxos.small(Paxos.java:7)")
        .doesNotContain("dev.parley.X.y");
  }

  @Test
  void aFailureWithoutAnyFrameOfTheProtocolIsTheEnginesOwn() {
    Mistake mistake = of(new IllegalStateException("odd"));
    assertThat(mistake.place()).isEqualTo("engine");
    assertThat(mistake.message()).contains("bug in Parley");
    assertThat(mistake.details()).contains("IllegalStateException: odd");
  }

  @Test
  void memoryThatRanOutIsRecognisedUnderWhatWrapsIt() {
    assertThat(
            Diagnosis.isOutOfMemory(
                new ProtocolException("a.B.c", "failed", new OutOfMemoryError("heap"))))
        .isTrue();
    assertThat(Diagnosis.isOutOfMemory(new IllegalStateException("odd"))).isFalse();
  }

  private static Mistake of(Throwable thrown) {
    return Diagnosis.of(thrown, "demo.Paxos", "paxos / small");
  }

  private static StackOverflowError overflow() {
    try {
      return recurse(0);
    } catch (StackOverflowError e) {
      return e;
    }
  }

  @SuppressWarnings("InfiniteRecursion")
  private static StackOverflowError recurse(int depth) {
    return recurse(depth + 1);
  }
}
