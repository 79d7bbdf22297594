package dev.parley.engine;

import dev.parley.api.Network;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.model.ProtocolException;
import dev.parley.engine.result.ReplayOutcome;
import dev.parley.engine.result.Trace;
import dev.parley.engine.result.Trace.FieldView;
import dev.parley.engine.result.Trace.MessageView;
import dev.parley.engine.result.Trace.NodeView;
import dev.parley.engine.result.Trace.TraceStep;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
  private final Map<String, List<FieldView>> beginning = new LinkedHashMap<>();
  private final List<MessageView> pending = new ArrayList<>();
  private Optional<Integer> loop = Optional.empty();

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
    return of(protocolClass, instance, Optional.empty());
  }

  /**
   * No steps yet, on another network than the instance declares.
   *
   * @param protocolClass the name of the class annotated {@code @Protocol}
   * @param instance the instance's name
   * @param network the network
   * @return a scenario of that instance on that network
   * @throws ProtocolException if there is no such class or instance
   */
  public static Scenario of(String protocolClass, String instance, Network network) {
    return of(protocolClass, instance, Optional.of(network));
  }

  private static Scenario of(String protocolClass, String instance, Optional<Network> network) {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    try {
      return new Scenario(
          ModelLoader.load(Class.forName(protocolClass, false, loader), instance, network));
    } catch (ClassNotFoundException e) {
      throw new ProtocolException(
          protocolClass, "There is no such class on the class path; was it renamed or moved?");
    }
  }

  /**
   * Says where the steps begin, for an instance with several initial states.
   *
   * @param node a node's name
   * @param field one of its fields
   * @param value what the field holds before the first step, as text
   */
  public void begins(String node, String field, String value) {
    beginning
        .computeIfAbsent(node, name -> new ArrayList<>())
        .add(new FieldView(field, value, false));
  }

  /**
   * Says that a message is pending before the first step, for an instance with several initial
   * states.
   *
   * @param from the sender's name
   * @param to the receiver's name
   * @param text the message as text
   */
  public void pending(String from, String to, String text) {
    pending.add(new MessageView(0, from, to, "", text));
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
   * Says that from here on the steps are repeated for ever: those added next.
   *
   * <pre>{@code
   * scenario.step("Client1", "Client.ask");
   * scenario.repeats();
   * scenario.step("Client1", "Client.retry");
   * }</pre>
   */
  public void repeats() {
    loop = Optional.of(steps.size() + 1);
  }

  /**
   * Takes the steps.
   *
   * @return whether they end where a property is violated, a step throws or a mistake shows; or, if
   *     they are repeated for ever, whether that breaks a property
   */
  public ReplayOutcome replay() {
    List<TraceStep> recorded = new ArrayList<>();
    for (Taken step : steps) {
      recorded.add(step.recorded(recorded.size() + 1));
    }
    List<NodeView> initial =
        beginning.entrySet().stream()
            .map(node -> new NodeView(node.getKey(), "", node.getValue()))
            .toList();
    return Replay.run(model, new Trace(initial, pending, recorded, loop), step -> {});
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
