package dev.parley.engine;

import static dev.parley.engine.reference.Models.invariant;
import static dev.parley.engine.reference.Models.loaded;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ProgressListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Values lose their identity when they are restored, so code must not ask for it. */
class ComparedReferencesTest {
  sealed interface State permits Nil, Busy {}

  record Nil() implements State {}

  record Busy(int with) implements State {}

  static final State NIL = new Nil();
  static final Object NONE = "none";
  static final List<String> EMPTY = List.of("nothing");

  enum Phase {
    IDLE,
    DONE
  }

  static final class Session {
    int number;

    @Override
    public boolean equals(Object other) {
      return this == other || other instanceof Session s && s.number == number;
    }

    @Override
    public int hashCode() {
      return number;
    }
  }

  /** Fails where a JVM would not, if identity is lost. */
  abstract static class Holder extends Node {
    int steps;

    abstract boolean isTheSame();

    @Step(when = "mayGo")
    void go() {
      assert isTheSame();
      steps++;
    }

    boolean mayGo() {
      return steps < 2;
    }
  }

  static final class OfString extends Holder {
    String held = "a";

    @Override
    boolean isTheSame() {
      return held == "a";
    }
  }

  static final class OfObject extends Holder {
    Object held = "a";

    @Override
    boolean isTheSame() {
      return held == "a";
    }
  }

  static final class OfRecord extends Holder {
    State held = NIL;

    @Override
    boolean isTheSame() {
      return held == NIL;
    }
  }

  static final class OfStates extends Holder {
    State held = new Busy(1);
    State kept = held;

    @Override
    boolean isTheSame() {
      return held == kept;
    }
  }

  static final class OfConstant extends Holder {
    Object held = NONE;

    @Override
    boolean isTheSame() {
      return held == NONE;
    }
  }

  static final class OfList extends Holder {
    List<String> held = EMPTY;

    @Override
    boolean isTheSame() {
      return held == EMPTY;
    }
  }

  static final class OfBox extends Holder {
    Integer held = 1000;
    Integer kept = held;

    @Override
    boolean isTheSame() {
      return held == kept;
    }
  }

  static final class OfOptional extends Holder {
    Optional<String> held = Optional.empty();

    @Override
    boolean isTheSame() {
      return held == Optional.<String>empty();
    }
  }

  static final class OfName extends Holder {
    NodeId held;

    @Override
    boolean isTheSame() {
      NodeId before = held == null ? self() : held;
      held = self();
      return before == held;
    }
  }

  static Stream<Holder> comparing() {
    return Stream.of(
        new OfString(),
        new OfObject(),
        new OfRecord(),
        new OfStates(),
        new OfConstant(),
        new OfList(),
        new OfBox(),
        new OfOptional(),
        new OfName());
  }

  private static InstanceResult check(Node node) {
    return Checker.check(
        loaded(new Topology().add(node), invariant("fine", w -> true)),
        SearchOptions.DEFAULT,
        ProgressListener.NONE);
  }

  @ParameterizedTest
  @MethodSource("comparing")
  void comparingReferencesOfValuesIsAnErrorThatNamesTheLine(Holder node) {
    InstanceResult result = check(node);
    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.ERROR);
    assertThat(result.error().orElseThrow().place())
        .matches(".*\\.isTheSame\\(ComparedReferencesTest\\.java:\\d+\\)");
    assertThat(result.error().get().message()).contains("==").contains("equals()");
  }

  /** All of these keep their identity. */
  static final class Fine extends Holder {
    Phase phase = Phase.IDLE;
    Session session = new Session();
    Session same = session;
    List<String> list = new ArrayList<>();
    List<String> sameList = list;
    int[] array = new int[1];
    int[] sameArray = array;
    Class<?> type = String.class;

    @Override
    boolean isTheSame() {
      return phase == Phase.IDLE
          && phase != Phase.DONE
          && session == same
          && session.equals(same)
          && list == sameList
          && array == sameArray
          && type == String.class;
    }
  }

  @Test
  void referencesToObjectsWithIdentityMayBeCompared() {
    InstanceResult result = check(new Fine());
    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VERIFIED);
  }
}
