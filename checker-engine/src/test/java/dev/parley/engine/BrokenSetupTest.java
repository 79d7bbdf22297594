package dev.parley.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Node;
import dev.parley.api.Protocol;
import dev.parley.api.Quorum;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.model.ProtocolException;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Mistake;
import dev.parley.engine.result.ProgressListener;
import dev.parley.library.Absent;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Classes that are missing or cannot be initialised are no fault of the protocol. */
class BrokenSetupTest {
  /** Its initialiser needs what only a real system has. */
  static final class Unconfigured {
    static final String HOME = home();

    private static String home() {
      throw new IllegalStateException("no home");
    }

    private Unconfigured() {}
  }

  /** Fails with an error, which Java does not wrap. */
  static final class Doubtful {
    static final int SIZE = size();

    private static int size() {
      throw new AssertionError("no size");
    }

    private Doubtful() {}
  }

  static final class Stepping extends Node {
    int value;

    @Step(once = true)
    void work() {
      value = Absent.value();
    }
  }

  static final class Wrapping extends Node {
    int value;

    @Step(once = true)
    void work() {
      try {
        value = Absent.value();
      } catch (NoClassDefFoundError e) {
        throw new IllegalStateException("wrapped", e);
      }
    }
  }

  static final class Guarded extends Node {
    @Step(when = "ready")
    void work() {}

    boolean ready() {
      return Absent.value() == 1;
    }
  }

  static final class Sized extends Node {
    @Step(once = true)
    void begin() {
      send(self(), "hello");
    }

    @Receive(quorum = "size")
    void hear(Quorum<String> q) {}

    int size() {
      return Absent.value();
    }
  }

  static final class Constructed extends Node {
    final int value = Absent.value();

    @Step
    void work() {}
  }

  static final class Initialising extends Node {
    int length;

    @Step
    void work() {
      length = Unconfigured.HOME.length();
    }
  }

  static final class Asserting extends Node {
    int size;

    @Step
    void work() {
      size = Doubtful.SIZE;
    }
  }

  static final class Looked extends Node {
    @Step
    void work() {}
  }

  @Protocol
  static final class Lacking {
    @Instance
    static void step(Topology t) {
      t.add(new Stepping());
    }

    @Instance
    static void wrapped(Topology t) {
      t.add(new Wrapping());
    }

    @Instance
    static void guard(Topology t) {
      t.add(new Guarded());
    }

    @Instance
    static void size(Topology t) {
      t.add(new Sized());
    }

    @Instance
    static void constructor(Topology t) {
      t.add(new Constructed());
    }

    @Instance
    static void property(Topology t) {
      t.add(new Looked());
    }

    @Instance
    static void initialiser(Topology t) {
      t.add(new Initialising());
    }

    @Instance
    static void assertion(Topology t) {
      t.add(new Asserting());
    }

    @Invariant
    static boolean looks(World w) {
      return w.nodes(Looked.class).isEmpty() || Absent.value() == 1;
    }

    private Lacking() {}
  }

  /** Loads the classes of this test anew, and does not find the one that is absent. */
  private static final class Incomplete extends ClassLoader {
    Incomplete() {
      super(BrokenSetupTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.equals(Absent.class.getName())) {
        throw new ClassNotFoundException(name);
      }
      if (!name.startsWith(BrokenSetupTest.class.getName())) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        if (loaded != null) {
          return loaded;
        }
        try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
          byte[] code = in.readAllBytes();
          return defineClass(name, code, 0, code.length);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  private static Mistake mistake(String instance, String mode) throws ClassNotFoundException {
    Class<?> protocol = Class.forName(Lacking.class.getName(), true, new Incomplete());
    try {
      InstanceResult result =
          Checker.check(
              ModelLoader.load(protocol, instance),
              SearchMode.named(mode).options(),
              ProgressListener.NONE);
      assertThat(result.verdict()).as("%s", result.violation()).isEqualTo(Verdict.ERROR);
      return result.error().orElseThrow();
    } catch (ProtocolException e) {
      return new Mistake(e.place(), e.getMessage(), "", Optional.empty());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "step, Stepping.work",
    "wrapped, Wrapping.work",
    "guard, Guarded.work",
    "size, Sized.size",
    "property, Lacking.looks",
    "constructor, Lacking.constructor"
  })
  void aMissingClassIsNamedAsAnError(String instance, String place) throws Exception {
    for (String mode : new String[] {"dbss", "stateless", "reduced"}) {
      Mistake mistake = mistake(instance, mode);
      assertThat(mistake.place()).endsWith("$" + place);
      assertThat(mistake.message())
          .contains("needs the class " + Absent.class.getName())
          .contains("Add the dependency");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"dbss", "stateless", "reduced"})
  void aStaticInitialiserThatFailsInAStepIsAnError(String mode) throws Exception {
    Mistake exception = mistake("initialiser", mode);
    assertThat(exception.place()).contains("Unconfigured.home");
    assertThat(exception.message()).contains("static initialiser failed").contains("no home");

    Mistake error = mistake("assertion", mode);
    assertThat(error.place()).contains("Doubtful.size");
    assertThat(error.message()).contains("static initialiser failed").contains("no size");
  }

  static final class Failing extends Node {
    @Step
    void work() {
      throw new AssertionError("the protocol's own");
    }
  }

  /** A check may itself be started by a static initialiser. */
  static final class Started {
    static final InstanceResult RESULT =
        Checker.check(
            dev.parley.engine.reference.Models.loaded(new Topology().add(new Failing())),
            SearchMode.named("dbss").options(),
            ProgressListener.NONE);

    private Started() {}
  }

  @Test
  void aFailedAssertionOfAStepIsAViolationWhoeverStartedTheCheck() {
    assertThat(Started.RESULT.verdict()).isEqualTo(Verdict.VIOLATED);
  }
}
