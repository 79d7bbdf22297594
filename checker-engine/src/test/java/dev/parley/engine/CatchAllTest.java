package dev.parley.engine;

import static dev.parley.engine.reference.Models.invariant;
import static dev.parley.engine.reference.Models.loaded;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Node;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ProgressListener;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Handlers that hide that a message has no handler of its own. */
class CatchAllTest {
  interface Message {}

  record Known() implements Message {}

  record Lost() implements Message {}

  sealed interface Request permits Get, Put {}

  record Get() implements Request {}

  record Put() implements Request {}

  static final class Sender extends Node {
    final List<Object> messages;

    Sender(Object... messages) {
      this.messages = List.of(messages);
    }

    @Step(once = true)
    void send() {
      for (Object message : messages) {
        send(ids(Node.class).get(1), message);
      }
    }
  }

  static final class TakesObjects extends Node {
    @Receive
    void known(Known m) {}

    @Receive
    void other(Object m) {}
  }

  static final class TakesTheRest extends Node {
    @Receive
    void known(Known m) {}

    @Receive
    void other(Message m) {}
  }

  static final class TakesAnInterface extends Node {
    @Receive
    void any(Message m) {}
  }

  static final class TakesRequests extends Node {
    @Receive
    void urgent(Put m) {}

    @Receive
    void request(Request m) {}
  }

  private static List<String> warnings(Node receiver, Object... messages) {
    InstanceResult result =
        Checker.check(
            loaded(
                new Topology().add(new Sender(messages)).add(receiver),
                invariant("fine", w -> true)),
            SearchOptions.DEFAULT,
            ProgressListener.NONE);
    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VERIFIED);
    return result.warnings();
  }

  @Test
  void typesThatOnlyACatchAllAcceptsAreNamed() {
    assertThat(warnings(new TakesObjects(), new Known(), new Lost()))
        .singleElement()
        .asString()
        .contains("TakesObjects.other")
        .contains("Lost")
        .doesNotContain("Known");
    assertThat(warnings(new TakesTheRest(), new Known(), new Lost()))
        .singleElement()
        .asString()
        .contains("TakesTheRest.other")
        .contains("Lost");
  }

  @Test
  void handlersThatMeanWhatTheyTakeAreNotWarnedOf() {
    assertThat(warnings(new TakesObjects(), new Known())).isEmpty();
    assertThat(warnings(new TakesAnInterface(), new Known(), new Lost())).isEmpty();
    assertThat(warnings(new TakesRequests(), new Get(), new Put())).isEmpty();
  }
}
