package dev.parley.engine;

import static dev.parley.engine.reference.Models.invariant;
import static dev.parley.engine.reference.Models.loaded;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Node;
import dev.parley.api.Quorum;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ProgressListener;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever users' code throws, wherever it does: a check has a result that puts the blame right.
 */
class ThrownEverywhereTest {
  enum Where {
    STEP,
    GUARD,
    SIZE,
    RECORD,
    HASH
  }

  /** Throws what it is told to, where it is told to. */
  static final class Thrower extends Node {
    final Where where;
    final Failure failure;
    int x;
    Fragile fragile;
    Set<Object> set = Set.of();

    Thrower(Where where, Failure failure) {
      this.where = where;
      this.failure = failure;
    }

    @Step(once = true)
    void begin() {
      x = 1;
      send(self(), "hello");
      if (where == Where.RECORD) {
        fragile = new Fragile(failure.name(), 0);
      }
      if (where == Where.HASH) {
        set = new HashSet<>(List.of(new Fragile(failure.name(), 1)));
      }
    }

    @Step(once = true, when = "guard")
    void work() {
      if (where == Where.STEP) {
        failure.happen();
      }
      x = 2;
    }

    boolean guard() {
      if (where == Where.GUARD) {
        failure.happen();
      }
      return true;
    }

    @Receive(quorum = "size")
    void hear(Quorum<String> q) {
      x = 3;
    }

    int size() {
      if (where == Where.SIZE) {
        failure.happen();
      }
      return 1;
    }
  }

  /** Cannot be made a second time, or hashed a second time. */
  record Fragile(String failure, int kind) {
    Fragile {
      if (kind == 0 && !calledByAStep()) {
        Failure.valueOf(failure).happen();
      }
    }

    private static boolean calledByAStep() {
      return StackWalker.getInstance()
          .walk(frames -> frames.anyMatch(f -> f.getMethodName().equals("begin")));
    }

    @Override
    public int hashCode() {
      if (kind == 1 && !calledByAStep()) {
        Failure.valueOf(failure).happen();
      }
      return 1;
    }
  }

  enum Failure {
    ABSTRACT_METHOD,
    INCOMPATIBLE_CHANGE,
    UNSATISFIED_LINK,
    VERIFY,
    BOOTSTRAP,
    NO_SUCH_METHOD,
    CIRCULARITY,
    CLASS_FORMAT,
    STACK_OVERFLOW,
    ERROR_OF_ITS_OWN,
    CHECKED;

    void happen() {
      switch (this) {
        case ABSTRACT_METHOD -> throw new AbstractMethodError("m");
        case INCOMPATIBLE_CHANGE -> throw new IncompatibleClassChangeError("c");
        case UNSATISFIED_LINK -> throw new UnsatisfiedLinkError("lib");
        case VERIFY -> throw new VerifyError("v");
        case BOOTSTRAP -> throw new BootstrapMethodError("b");
        case NO_SUCH_METHOD -> throw new NoSuchMethodError("n");
        case CIRCULARITY -> throw new ClassCircularityError("c");
        case CLASS_FORMAT -> throw new ClassFormatError("f");
        case STACK_OVERFLOW -> happen();
        case ERROR_OF_ITS_OWN -> throw new Own();
        case CHECKED -> ThrownEverywhereTest.<RuntimeException>sneak(new Exception("checked"));
      }
    }

    boolean isBrokenSetup() {
      return ordinal() < STACK_OVERFLOW.ordinal();
    }
  }

  static final class Own extends Error {
    private static final long serialVersionUID = 1;
  }

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> void sneak(Throwable thrown) throws E {
    throw (E) thrown;
  }

  private static InstanceResult check(Topology topology, Property... properties) {
    return Checker.check(
        loaded(topology, properties), SearchOptions.DEFAULT, ProgressListener.NONE);
  }

  static Stream<Arguments> failures() {
    return Stream.of(Where.values())
        .flatMap(where -> Stream.of(Failure.values()).map(f -> Arguments.of(where, f)));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void whatIsThrownIsPutDownToTheProtocolOrItsSetUp(Where where, Failure failure) {
    InstanceResult result =
        check(new Topology().add(new Thrower(where, failure)), invariant("fine", w -> true));
    boolean restoring = where == Where.RECORD || where == Where.HASH;
    assertThat(result.verdict())
        .as("%s", result)
        .isEqualTo(restoring || failure.isBrokenSetup() ? Verdict.ERROR : Verdict.VIOLATED);
    result
        .error()
        .ifPresent(
            mistake ->
                assertThat(mistake.message() + mistake.place())
                    .doesNotContain("bug in Parley")
                    .contains(restoring ? "" : "Thrower"));
  }

  @ParameterizedTest
  @EnumSource
  void whatAPropertyThrowsIsPutDownToIt(Failure failure) {
    InstanceResult result =
        check(
            new Topology().add(new Thrower(Where.STEP, failure)),
            invariant(
                "fragile",
                w -> {
                  failure.happen();
                  return true;
                }));
    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.ERROR);
    assertThat(result.error().orElseThrow().place()).isEqualTo("fragile");
    assertThat(result.error().get().message()).doesNotContain("bug in Parley");
  }
}
