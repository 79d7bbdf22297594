package dev.parley.engine.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.api.Node;
import dev.parley.engine.Checker;
import dev.parley.engine.fork.fixture.Greeting;
import dev.parley.engine.internal.infer.AuxiliaryInference;
import dev.parley.engine.internal.infer.ParsedClasses;
import dev.parley.engine.internal.lint.ClassFiles;
import dev.parley.engine.internal.order.ArrangedSet;
import dev.parley.engine.internal.order.Order;
import dev.parley.engine.model.ModelLoader;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Type;

class ProtocolClassLoaderTest {
  @Test
  void protocolsAreLoadedAnewFromTheirOwnClassPath() throws Exception {
    try (ProtocolClassLoader loader = loader()) {
      Class<?> loaded = loader.loadClass(Greeting.class.getName());
      assertThat(loaded).isNotSameAs(Greeting.class);
      assertThat(loaded.getClassLoader()).isSameAs(loader);
    }
  }

  @Test
  void theApiIsSharedEvenIfTheClassPathHoldsItToo() throws Exception {
    try (ProtocolClassLoader loader =
        new ProtocolClassLoader(List.of(ForkFixtures.origin(Node.class)))) {
      assertThat(loader.loadClass(Node.class.getName())).isSameAs(Node.class);
    }
  }

  @Test
  void engineAndItsLibrariesAreOutOfSight() throws Exception {
    try (ProtocolClassLoader loader = loader()) {
      for (Class<?> hidden : List.of(Checker.class, EngineMain.class, ClassReader.class)) {
        assertThatThrownBy(() -> loader.loadClass(hidden.getName()))
            .isInstanceOf(ClassNotFoundException.class);
      }
    }
  }

  /** Analyses ask for it by name; what they cannot read, they cannot prove anything about. */
  @Test
  void byteCodeCanBeReadOfWhatRewrittenClassesCall() throws Exception {
    try (ProtocolClassLoader loader = loader()) {
      for (Class<?> shared : List.of(Order.class, ArrangedSet.class, Node.class)) {
        assertThat(ClassFiles.open(Type.getInternalName(shared), loader))
            .as(shared.getName())
            .isPresent();
      }
      assertThat(ClassFiles.open(Type.getInternalName(Checker.class), loader)).isEmpty();
    }
  }

  @Test
  void assertionsAreEnabledInProtocols() throws Exception {
    try (ProtocolClassLoader loader = loader()) {
      assertThat(loader.loadClass(Greeting.class.getName()).desiredAssertionStatus()).isTrue();
    }
  }

  @Test
  void theJdkIsVisibleInFull() throws Exception {
    try (ProtocolClassLoader loader = loader()) {
      assertThat(loader.loadClass("java.sql.Connection")).isNotNull();
    }
  }

  @Test
  void classFilesAreParsedOnceForAllInstances() throws Exception {
    ParsedClasses parsed = new ParsedClasses();
    List<String> classPath = List.of(ForkFixtures.origin(Greeting.class));
    long afterFirst = 0;
    for (int i = 0; i < 3; i++) {
      try (ProtocolClassLoader loader = new ProtocolClassLoader(classPath, parsed)) {
        Class<?> protocol = loader.loadClass(Greeting.class.getName());
        String instance = ModelLoader.describe(protocol).get(0).instance();
        AuxiliaryInference.propose(ModelLoader.load(protocol, instance));
      }
      afterFirst = i == 0 ? parsed.count() : afterFirst;
      assertThat(parsed.count()).isPositive().isEqualTo(afterFirst);
    }
  }

  private static ProtocolClassLoader loader() {
    return new ProtocolClassLoader(List.of(ForkFixtures.origin(Greeting.class)));
  }
}
