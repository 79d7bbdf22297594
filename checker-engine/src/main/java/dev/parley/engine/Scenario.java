package dev.parley.engine;

import dev.parley.engine.model.Model;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.model.ProtocolException;
import dev.parley.engine.result.ReplayOutcome;
import dev.parley.engine.result.Trace;
import dev.parley.engine.result.Trace.MessageView;
import dev.parley.engine.result.Trace.NodeView;
import dev.parley.engine.result.Trace.TraceStep;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Steps of a protocol written down in a test, to be taken in this order:
 *
 * <pre>{@code
 * Scenario scenario = Scenario.of("example.Lease", "clients(2)");
 * scenario.step("Client1", "Client.ask");
 * scenario.step("Server1", "Server.acquire").takes("Client1", "Acquire[]");
 * ReplayOutcome outcome = scenario.replay();
 * }</pre>
 *
 * <p>Reports write such tests for the counterexamples they show.
 */
public final class Scenario {
  private final Model model;
  private final List<Taken> steps = new ArrayList<>();

  private Scenario(Model model) {
    this.model = model;
  }

  /**
   * No steps yet.
   *
   * @param protocolClass the name of the class annotated {@code @Protocol}
   * @param instance the instance's name
   * @return a scenario of that instance
   * @throws ProtocolException if there is no such class or instance
   */
  public static Scenario of(String protocolClass, String instance) {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    try {
      return new Scenario(ModelLoader.load(Class.forName(protocolClass, false, loader), instance));
    } catch (ClassNotFoundException e) {
      throw new ProtocolException(
          protocolClass, "There is no such class on the class path; was it renamed or moved?");
    }
  }

  /**
   * Adds a step.
   *
   * @param node who takes it
   * @param handler what runs, as {@code Acceptor.read}
   * @return the step, to say which messages it takes and what it chooses
   */
  public Taken step(String node, String handler) {
    Taken step = new Taken(node, handler);
    steps.add(step);
    return step;
  }

  /**
   * Takes the steps.
   *
   * @return whether they end where a property is violated, a step throws or a mistake shows
   */
  public ReplayOutcome replay() {
    List<TraceStep> recorded = new ArrayList<>();
    for (Taken step : steps) {
      recorded.add(step.recorded(recorded.size() + 1));
    }
    return Replay.run(model, new Trace(List.of(), recorded), step -> {});
  }

  /** A step of a scenario. */
  public static final class Taken {
    private final String node;
    private final String handler;
    private final List<MessageView> messages = new ArrayList<>();
    private List<Integer> choices = List.of();

    private Taken(String node, String handler) {
      this.node = node;
      this.handler = handler;
    }

    /**
     * Takes a pending message; a step that takes several is given them one by one.
     *
     * @param from the sender's name
     * @param text the message as text
     * @return this step
     */
    public Taken takes(String from, String text) {
      messages.add(new MessageView(0, from, node, "", text));
      return this;
    }

    /**
     * Chooses.
     *
     * @param indexes which of the offered values, counted from 0, for each call of {@code choose}
     * @return this step
     */
    public Taken chooses(Integer... indexes) {
      choices = Arrays.asList(indexes);
      return this;
    }

    private TraceStep recorded(int number) {
      return new TraceStep(
          number,
          node,
          handler,
          Optional.empty(),
          messages,
          new Trace.Choices(List.of(), choices),
          List.of(),
          List.of(),
          new NodeView(node, "", List.of()),
          Optional.empty());
    }
  }
}
