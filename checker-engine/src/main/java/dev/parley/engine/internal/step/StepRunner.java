package dev.parley.engine.internal.step;

import dev.parley.api.Delivery;
import dev.parley.api.Node;
import dev.parley.api.Quorum;
import dev.parley.api.Timer;
import dev.parley.api.Topology;
import dev.parley.engine.internal.capture.ByteSink;
import dev.parley.engine.internal.capture.Codec;
import dev.parley.engine.internal.capture.Codec.Arrangement;
import dev.parley.engine.internal.capture.Renderer;
import dev.parley.engine.internal.capture.VaryingFields;
import dev.parley.engine.internal.capture.VolatileFields;
import dev.parley.engine.internal.order.Order;
import dev.parley.engine.internal.peer.BeyondKnowledge;
import dev.parley.engine.internal.store.ByteTable;
import dev.parley.engine.model.BrokenSetup;
import dev.parley.engine.model.Handler;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ProtocolException;
import dev.parley.engine.model.Setting;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.options.StoreOptions;
import dev.parley.engine.result.Trace.FieldView;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Runs the users' handlers and guards on restored local states.
 *
 * <p>The engine assumes that a step is a pure function of (node, local state, consumed messages,
 * choices), and uses its outcome for every global state it occurs in. So this is tested: each
 * execution is done twice, the second time with every unordered collection laid out differently,
 * and the two must agree on the new local state, on what was sent and on the choices offered. Only
 * the second run checks that the guard changed nothing and that no message was changed after it was
 * sent.
 *
 * <p>A guard is asked once on each of the two runs, whatever choices the step then makes: it was
 * just seen to be the same on both. If it is false and, as the second run shows, changed nothing,
 * the object is still in the local state it was restored from, so the next handler's guard gets the
 * same object. Before a handler runs, and after, this is not assumed.
 *
 * <p>Steps run on node objects of the runner's own. The nodes of the model are never touched: they
 * stay in their initial states, however many runners there are.
 *
 * <p>A local state is encoded as the set of {@code once} steps that have fired, then, if that is
 * recorded, the messages consumed last, then the node's fields.
 */
public final class StepRunner implements StepExecutor {
  private static final int[] NOTHING = new int[0];
  private static final byte[] NONE_FIRED = new byte[0];
  private static final int UNKNOWN = -1;

  private final Participants participants;
  private final Set<Field> auxiliaryFields;
  private final Set<Field> varying;
  private final Codec codec;
  private final Contents contents;
  private final Messages messages;
  private final Recordings recordings;
  private final StepContext context;
  private final boolean runTwice;

  /**
   * This runner's own node objects, for each arrangement: local states are restored into them, one
   * after the other.
   */
  private final Node[][] live;

  /**
   * By arrangement and node, the local state that its object has: no user's code ran on it since it
   * was restored, but guards that were false and that changed nothing. Or {@link #UNKNOWN}.
   */
  private final int[][] held;

  /** Whether guards are seen not to change their nodes: only then may an object be used again. */
  private boolean watchingGuards;

  /** For each layout and node. */
  private final int[][] initialLocals;

  private final List<Setting.Layout> layouts;
  private final Identities[] locals;
  private final boolean decompose;
  private final boolean deliveryRecord;

  /** For each node and handler, its place among the {@code once} steps; -1 if it is not one. */
  private final int[][] oncePlaces;

  /** How many bytes in front of a node's fields tell which {@code once} steps have fired. */
  private final int[] prefixes;

  /** For each node, the bits of the {@code once} steps that a restart does not forget. */
  private final byte[][] durableMarks;

  private final Map<Class<?>, VolatileFields> volatileFields = new HashMap<>();
  private final ByteSink sink = new ByteSink();

  /**
   * Names of methods for error messages; making them anew for every execution shows in profiles.
   */
  private final Map<Method, String> places = new HashMap<>();

  private long handlerRuns;
  private long guardRuns;
  private Arrangement restored = Arrangement.FORWARD;
  private Consumer<Node> watch = node -> {};

  /**
   * A runner for the nodes of a model.
   *
   * @param model the instance
   * @param participants its nodes
   * @param options whether steps run twice, whether states are decomposed, and whether they include
   *     what the last step consumed
   * @param auxiliaryFields fields that count as auxiliary without being marked
   */
  public StepRunner(
      Model model, Participants participants, SearchOptions options, Set<Field> auxiliaryFields) {
    this(model, participants, options, auxiliaryFields, new Contents(participants.count()));
  }

  /**
   * The same for one of several workers.
   *
   * @param contents where local states and messages get their numbers, shared with runners that
   *     were made with the same model, options and auxiliary fields
   */
  public StepRunner(
      Model model,
      Participants participants,
      SearchOptions options,
      Set<Field> auxiliaryFields,
      Contents contents) {
    this.contents = contents;
    this.participants = participants;
    this.auxiliaryFields = auxiliaryFields;
    this.varying = VaryingFields.of(model);
    this.codec = new Codec(auxiliaryFields, varying);
    this.runTwice = options.scrutiny().runTwice();
    this.decompose = options.store().memory() == StoreOptions.Memory.RELEVANT;
    this.deliveryRecord = options.store().deliveryRecord();
    this.messages = new Messages(contents, codec, decompose, otherArrangement());
    this.recordings = new Recordings(contents, codec, otherArrangement(), standing(model));
    this.context =
        new StepContext(
            participants,
            messages,
            codec,
            model.setting().peers(),
            model.recorded().isEmpty() ? Optional.empty() : Optional.of(recordings));
    layouts = model.setting().layouts();
    int nodes = participants.count();
    live = new Node[Arrangement.values().length][];
    held = new int[live.length][nodes];
    for (int i = 0; i < live.length; i++) {
      live[i] = layouts.get(0).nodes().stream().map(Codec::another).toArray(Node[]::new);
      Arrays.fill(held[i], UNKNOWN);
    }
    locals = contents.locals();
    initialLocals = new int[layouts.size()][nodes];
    oncePlaces = new int[nodes][];
    prefixes = new int[nodes];
    durableMarks = new byte[nodes][];
    for (int node = 0; node < nodes; node++) {
      List<Handler> handlers = participants.type(node).handlers();
      oncePlaces[node] = oncePlaces(handlers);
      prefixes[node] = (Arrays.stream(oncePlaces[node]).max().orElse(-1) + Byte.SIZE) / Byte.SIZE;
      durableMarks[node] = durableMarks(node, handlers);
      for (int layout = 0; layout < layouts.size(); layout++) {
        Node original = layouts.get(layout).nodes().get(node);
        initialLocals[layout][node] = capture(node, original, new byte[prefixes[node]], NOTHING);
      }
    }
  }

  private static Set<Class<?>> standing(Model model) {
    return model.setting().interchangeable().stream()
        .flatMap(role -> role.values().stream())
        .map(Object::getClass)
        .collect(Collectors.toSet());
  }

  private byte[] durableMarks(int node, List<Handler> handlers) {
    byte[] marks = new byte[prefixes[node]];
    for (Handler handler : handlers) {
      if (handler.trigger().kind() == Handler.Trigger.Kind.ONCE_DURABLY) {
        mark(marks, oncePlaces[node][handler.index()]);
      }
    }
    return marks;
  }

  private static void mark(byte[] marks, int place) {
    marks[place / Byte.SIZE] |= (byte) (1 << place % Byte.SIZE);
  }

  /** Sets who hears of each execution of users' code, before its node is restored. */
  public void watch(Consumer<Node> watching) {
    watch = watching;
  }

  /** Users' code ran that looked at a node. */
  public void ran(Node node) {
    watch.accept(node);
  }

  /** The number of a node's initial local state in the first layout. */
  public int initialLocal(int node) {
    return initialLocal(0, node);
  }

  /** The number of a node's initial local state in a layout. */
  public int initialLocal(int layout, int node) {
    return initialLocals[layout][node];
  }

  /** Whether all nodes are in the same initial local states in two layouts. */
  public boolean sameNodes(int layout, int other) {
    return Arrays.equals(initialLocals[layout], initialLocals[other]);
  }

  /** How many layouts the instance has. */
  public int layoutCount() {
    return layouts.size();
  }

  /**
   * A message that is pending from the start.
   *
   * @param to the number of its receiver
   * @param message its number
   */
  public record Posted(int to, int message) {}

  /** The messages that are pending from the start of a layout, in the order they were added. */
  public List<Posted> posted(int layout) {
    return layouts.get(layout).messages().stream().map(this::posted).toList();
  }

  private Posted posted(Topology.Posted message) {
    int to = participants.indexOf(message.to());
    if (!participants.type(to).accepts(message.message().getClass())) {
      throw new ProtocolException(
          participants.type(to).type().getName(),
          "the instance begins with a "
              + message.message().getClass().getName()
              + " pending for "
              + message.to()
              + ", which has no handler for it; add a @Receive method or remove the message");
    }
    int content = messages.content(message.message(), "a message pending from the start");
    int sender = participants.indexOf(message.from());
    return new Posted(to, messages.messageId(sender, content));
  }

  /**
   * The number of a local state of another runner for the same nodes, without the record of what
   * its last step consumed.
   */
  public int localOf(StepRunner other, int node, int local) {
    Node restored = other.restore(node, local, Arrangement.FORWARD);
    return capture(node, restored, other.fired(node, local), NOTHING);
  }

  @Override
  public List<String> lastChoices() {
    return context.chosen();
  }

  @Override
  public void keepSendingOrder() {
    context.keepSendingOrder();
  }

  /**
   * The local state that one becomes when nodes change their names, without the record of what its
   * last step consumed. Sorted collections are sorted anew.
   *
   * @param names the new name of each node
   * @param to the number of the node that the node becomes, of the same class
   */
  public int renamed(int node, int local, UnaryOperator<Object> names, int to) {
    Node original = restore(node, local, Arrangement.FORWARD);
    byte[] bytes = renamedBytes(original, names);
    byte[] fired = fired(node, local);
    Node renamed = liveNode(to, Arrangement.FORWARD);
    codec.restoreNode(bytes, 0, bytes.length, renamed, Arrangement.FORWARD);
    return capture(to, renamed, fired, NOTHING);
  }

  /** What a local state's relevant content is like if some names look alike. */
  public byte[] likened(int node, int local, UnaryOperator<Object> names) {
    byte[] fields = likenedBytes(restore(node, local, Arrangement.FORWARD), names);
    byte[] fired = fired(node, local);
    byte[] all = Arrays.copyOf(fields, fields.length + fired.length);
    System.arraycopy(fired, 0, all, fields.length, fired.length);
    return all;
  }

  private byte[] renamedBytes(Node object, UnaryOperator<Object> names) {
    sink.reset();
    codec.renaming(names, () -> codec.captureNode(object, Codec.Scope.FULL, sink));
    return Arrays.copyOf(sink.array(), sink.length());
  }

  private byte[] likenedBytes(Node object, UnaryOperator<Object> names) {
    Codec.Scope scope = decompose ? Codec.Scope.RELEVANT : Codec.Scope.FULL;
    sink.reset();
    codec.likening(names, () -> codec.captureNode(object, scope, sink));
    return Arrays.copyOf(sink.array(), sink.length());
  }

  /** Where local states and messages get their numbers. */
  public Contents contents() {
    return contents;
  }

  /** All distinct messages. */
  public Messages messages() {
    return messages;
  }

  /** Whether everything of users' runs twice. */
  public boolean runsTwice() {
    return runTwice;
  }

  /** What clients have recorded of operations. */
  public Recordings recordings() {
    return recordings;
  }

  /** Names each type of message that nobody but a catch-all handler accepted. */
  public List<String> catchAllWarnings() {
    return context.catchAllWarnings();
  }

  /** How many handler executions there were. */
  public long handlerRuns() {
    return handlerRuns;
  }

  /** How many guard and quorum size executions there were. */
  public long guardRuns() {
    return guardRuns;
  }

  /** Writes what was counted. */
  public void saveCounts(DataOutput out) throws IOException {
    out.writeLong(handlerRuns);
    out.writeLong(guardRuns);
  }

  /** Counts on from there. */
  public void restoreCounts(DataInput in) throws IOException {
    handlerRuns = in.readLong();
    guardRuns = in.readLong();
  }

  /** How many distinct local states all nodes have. */
  public long localStates() {
    return Arrays.stream(locals).mapToLong(states -> states.full().size()).sum();
  }

  /** How many distinct local states a node has; they are numbered in the order they appeared. */
  public int localStates(int node) {
    return locals[node].full().size();
  }

  /** What local states and messages take in memory. */
  public long bytes() {
    return messages.bytes()
        + recordings.bytes()
        + Arrays.stream(locals).mapToLong(Identities::bytes).sum();
  }

  /** Whether a {@code once} step has fired in a local state. */
  public boolean hasFired(int node, int local, Handler handler) {
    int place = oncePlaces[node][handler.index()];
    ByteTable table = locals[node].full();
    return place >= 0
        && (table.array(local)[table.offset(local) + place / Byte.SIZE] >>> place % Byte.SIZE & 1)
            != 0;
  }

  /**
   * Lays a local state out as an object. The object is reused by the next call for the same node
   * and arrangement.
   */
  public Node restore(int node, int local, Arrangement arrangement) {
    restored = arrangement;
    ByteTable table = locals[node].full();
    int prefix = prefixes[node] + recordLength(node, local);
    Node into = liveNode(node, arrangement);
    codec.restoreNode(
        table.array(local),
        table.offset(local) + prefix,
        table.length(local) - prefix,
        into,
        arrangement);
    return into;
  }

  /** The object of a node, whose content is about to change. */
  private Node liveNode(int node, Arrangement arrangement) {
    held[arrangement.ordinal()][node] = UNKNOWN;
    return live[arrangement.ordinal()][node];
  }

  /** The same as {@link #restore} for steps, which may find the object as they need it. */
  private Node target(int node, int local, Arrangement arrangement) {
    if (held[arrangement.ordinal()][node] != local) {
      return restore(node, local, arrangement);
    }
    restored = arrangement;
    return liveNode(node, arrangement);
  }

  /** The object still has the local state it was restored from. */
  private void hold(int node, int local, Arrangement arrangement) {
    if (watchingGuards) {
      held[arrangement.ordinal()][node] = local;
    }
  }

  /** A local state's fields as text. */
  public List<FieldView> fields(int node, int local) {
    return Renderer.fields(restore(node, local, Arrangement.FORWARD), auxiliaryFields);
  }

  /** Whether a node's object, as restored from a local state, has kept its content. */
  public boolean unchanged(int node, Node object, int local) {
    encode(node, object, fired(node, local), lastConsumed(node, local), Codec.Scope.FULL);
    return locals[node].full().equals(local, sink.array(), sink.length());
  }

  /** A codec that captures nodes as if they did not have these fields; it cannot restore them. */
  public Codec codecWithout(Set<Field> fields) {
    return Codec.without(fields, varying);
  }

  /** Whether a node's local states, or messages, were found to have auxiliary content. */
  public boolean hasAuxiliary(int node) {
    return locals[node].isDecomposed() || messages.isDecomposed();
  }

  /** The first local state of a node that is the same but for auxiliary content. */
  public int representative(int node, int local) {
    return locals[node].representative(local);
  }

  /** How many local states of a node are not representatives. */
  public int variantCount(int node) {
    return locals[node].variantCount();
  }

  /** A local state of a node that is not a representative, in order of appearance. */
  public int variant(int node, int index) {
    return locals[node].variant(index);
  }

  @Override
  public int quorumSize(int node, int local, Handler handler) {
    Handler.QuorumSize size = handler.size().orElseThrow();
    if (size.method().isEmpty()) {
      return size.constant();
    }
    Method method = size.method().get();
    int value = quorumSize(node, local, method, Arrangement.FORWARD);
    if (runTwice && value != quorumSize(node, local, method, Arrangement.REVERSED)) {
      throw new ProtocolException(
          place(method), "the quorum size is not the same on two runs; " + PURE);
    }
    if (value < 1 && value != SIZE_THREW) {
      throw new ProtocolException(
          place(method), "a quorum must have at least one message, not " + value);
    }
    return value;
  }

  private int quorumSize(int node, int local, Method method, Arrangement arrangement) {
    Node target = restore(node, local, arrangement);
    context.open(node, placeOf(method), NOTHING);
    try {
      return (int) invokeWatched(target, method, new Object[0]);
    } catch (InvocationTargetException e) {
      requireUsersOwn(e);
      return SIZE_THREW;
    }
  }

  /**
   * A step of which not all is known does not happen. If only some of its outcomes are known, they
   * do not happen either: which of them there are depends on the answers.
   */
  @Override
  public List<StepOutcome> outcomes(int node, int local, Handler handler, int[] consumed) {
    try {
      return allOutcomes(node, local, handler, consumed);
    } catch (BeyondKnowledge e) {
      return List.of(StepOutcome.stays(local));
    }
  }

  private List<StepOutcome> allOutcomes(int node, int local, Handler handler, int[] consumed) {
    List<StepOutcome> outcomes = new ArrayList<>();
    Optional<int[]> script = Optional.of(NOTHING);
    Local from = new Local(node, local);
    boolean guarded = true;
    watchingGuards = runTwice;
    try {
      while (script.isPresent()) {
        Optional<StepOutcome> first =
            execute(from, handler, consumed, script.get(), guarded, Arrangement.FORWARD);
        script = context.nextScript();
        if (runTwice) {
          int[] same = first.map(StepOutcome::choices).orElse(NOTHING);
          requireSame(
              node,
              handler,
              first,
              execute(from, handler, consumed, same, guarded, Arrangement.REVERSED));
        }
        first.ifPresent(outcomes::add);
        // What the guard says depends on neither choices nor runs: that was just seen.
        guarded = false;
      }
    } finally {
      watchingGuards = false;
    }
    return outcomes;
  }

  /** A local state of a node. */
  private record Local(int node, int number) {}

  @Override
  public List<StepOutcome> restarts(int node, int local, int layout) {
    try {
      return allRestarts(node, local, layout);
    } catch (BeyondKnowledge e) {
      throw new ProtocolException(
          participants.type(node).type().getName() + ".restarted",
          "a restart asks its program too much: " + e.getMessage(),
          e);
    }
  }

  private List<StepOutcome> allRestarts(int node, int local, int layout) {
    Handler hook =
        participants.type(node).handlers().stream().filter(Handler::isRestart).findFirst().get();
    List<StepOutcome> outcomes = new ArrayList<>();
    Optional<int[]> script = Optional.of(NOTHING);
    while (script.isPresent()) {
      StepOutcome first = restart(node, local, layout, hook, script.get(), Arrangement.FORWARD);
      script = context.nextScript();
      if (runTwice) {
        StepOutcome second =
            restart(node, local, layout, hook, first.choices(), Arrangement.REVERSED);
        requireSame(node, hook, Optional.of(first), Optional.of(second));
      }
      outcomes.add(first);
    }
    return outcomes;
  }

  /**
   * Restarts a node. Both the initial local state and the one of the crash are restored into the
   * same object, one after the other: what leads back to the node leads back to that object.
   */
  private StepOutcome restart(
      int node, int local, int layout, Handler hook, int[] script, Arrangement arrangement) {
    VolatileFields fields =
        volatileFields.computeIfAbsent(
            live[0][node].getClass(), type -> new VolatileFields(live[0][node].getClass()));
    Object[] fresh = fields.read(restore(node, initialLocals[layout][node], arrangement));
    Node target = restore(node, local, arrangement);
    fields.write(target, fresh);
    byte[] fired = fired(node, local);
    for (int i = 0; i < fired.length; i++) {
      fired[i] &= durableMarks[node][i];
    }
    context.open(node, placeOf(hook.method()), script);
    try {
      handlerRuns++;
      context.act(true);
      invoke(target, hook.method(), new Object[0]);
    } catch (InvocationTargetException e) {
      requireUsersOwn(e);
      return context.outcome(local, Optional.of(e.getCause()));
    }
    context.surfaceMistake();
    if (arrangement == Arrangement.REVERSED) {
      context.requireMessagesUnchanged();
    }
    return context.outcome(capture(node, target, fired, NOTHING), Optional.empty());
  }

  @Override
  public Optional<StepOutcome> execute(
      int node, int local, Handler handler, int[] consumed, int[] choices) {
    try {
      return execute(new Local(node, local), handler, consumed, choices, true, Arrangement.FORWARD);
    } catch (BeyondKnowledge e) {
      return Optional.empty();
    }
  }

  /**
   * Executes a step once, guard first.
   *
   * @param from the node and its local state
   * @param handler the handler
   * @param consumed the messages it consumes
   * @param script which options to choose
   * @param guarded whether to ask the guard, which is known to be true else
   * @param arrangement how to lay out the node and the messages
   * @return what it did, or nothing if its guard is false
   */
  private Optional<StepOutcome> execute(
      Local from,
      Handler handler,
      int[] consumed,
      int[] script,
      boolean guarded,
      Arrangement arrangement) {
    int node = from.node;
    int local = from.number;
    Node target = target(node, local, arrangement);
    context.open(node, placeOf(handler.method()), script);
    Object[] arguments;
    try {
      if (handler.kind() == Handler.Kind.QUORUM && consumed.length == 0) {
        invokeWatched(target, handler.size().orElseThrow().method().orElseThrow(), new Object[0]);
        return Optional.empty();
      }
      Optional<Timer> timer = timer(handler, target);
      if (timer.isPresent() && !timer.get().isSet()) {
        hold(node, local, arrangement);
        return Optional.empty();
      }
      arguments = arguments(handler, consumed, arrangement);
      boolean asked = guarded && handler.guard().isPresent();
      if (asked && !guard(from, handler, target, arguments, arrangement)) {
        hold(node, local, arrangement);
        return Optional.empty();
      }
      timer.ifPresent(Timer::cancel);
      handlerRuns++;
      context.act(true);
      invoke(target, handler.method(), arguments);
    } catch (InvocationTargetException e) {
      requireUsersOwn(e);
      return Optional.of(context.outcome(local, Optional.of(e.getCause())));
    }
    context.surfaceMistake();
    if (arrangement == Arrangement.REVERSED) {
      context.requireMessagesUnchanged();
      requireConsumedUnchanged(handler, consumed, arguments);
    }
    int after = capture(node, target, firedAfter(node, local, handler), consumed);
    return Optional.of(context.outcome(after, Optional.empty()));
  }

  private static Optional<Timer> timer(Handler handler, Node target) {
    if (handler.trigger().timer().isEmpty()) {
      return Optional.empty();
    }
    Field field = handler.trigger().timer().get();
    try {
      Timer timer = (Timer) field.get(target);
      if (timer == null) {
        throw new ProtocolException(
            place(handler.method()),
            "the timer "
                + field.getName()
                + " is null; give the field a Timer and call cancel() instead of setting it to"
                + " null");
      }
      return Optional.of(timer);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("the loader makes every timer accessible", e);
    }
  }

  /**
   * Passes on what is not the protocol's own failure: mistakes in it, a broken set-up, and a full
   * heap.
   */
  private void requireUsersOwn(InvocationTargetException e) {
    context.surfaceMistake();
    BrokenSetup.of(e.getCause(), context.place())
        .ifPresent(
            broken -> {
              throw broken;
            });
    if (e.getCause() instanceof VirtualMachineError error
        && !(error instanceof StackOverflowError)) {
      throw error;
    }
  }

  /**
   * Asks a guard. Only the second run checks that it changes nothing: a guard that does so on the
   * first run alone depends on something besides its node, as does a step that is not the same on
   * two runs, and a guard that changes its node on both is found before anything is made of what
   * the first run showed.
   */
  private boolean guard(
      Local from, Handler handler, Node target, Object[] arguments, Arrangement arrangement)
      throws InvocationTargetException {
    Object[] taken = handler.guardTakesArguments() ? arguments : new Object[0];
    boolean passed = (boolean) invokeWatched(target, handler.guard().orElseThrow(), taken);
    if (arrangement == Arrangement.REVERSED && !unchanged(from.node, target, from.number)) {
      held[Arrangement.FORWARD.ordinal()][from.node] = UNKNOWN;
      throw new ProtocolException(
          place(handler.guard().get()),
          "the guard of " + handler.qualifiedName() + " changes its node; a guard may only look");
    }
    return passed;
  }

  private Object invokeWatched(Node target, Method method, Object[] arguments)
      throws InvocationTargetException {
    guardRuns++;
    context.act(false);
    Object result = invoke(target, method, arguments);
    context.surfaceMistake();
    return result;
  }

  private Object invoke(Node target, Method method, Object[] arguments)
      throws InvocationTargetException {
    context.attach(target);
    Order.reverse(restored == Arrangement.REVERSED);
    try {
      return method.invoke(target, arguments);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("the loader makes every handler accessible", e);
    } finally {
      Order.reverse(false);
      context.detach(target);
      watch.accept(target);
      requireArranged(method);
    }
  }

  /** Also if the method threw: that could depend on the order. */
  private void requireArranged(Method method) {
    Order.takeRefusal()
        .ifPresent(
            why -> {
              throw new ProtocolException(
                  place(method), "the outcome may depend on the Java process: " + why);
            });
  }

  private Object[] arguments(Handler handler, int[] consumed, Arrangement arrangement) {
    return switch (handler.kind()) {
      case STEP -> new Object[0];
      case SINGLE -> {
        Object message = messages.restore(consumed[0], arrangement);
        yield handler.takesSender()
            ? new Object[] {message, participants.id(messages.sender(consumed[0]))}
            : new Object[] {message};
      }
      case QUORUM -> new Object[] {quorum(consumed, arrangement)};
    };
  }

  private Quorum<Object> quorum(int[] consumed, Arrangement arrangement) {
    List<Delivery<Object>> deliveries = new ArrayList<>();
    for (int messageId : consumed) {
      Delivery<Object> delivery =
          new Delivery<>(
              participants.id(messages.sender(messageId)),
              messages.restore(messageId, arrangement));
      deliveries.add(arrangement == Arrangement.FORWARD ? deliveries.size() : 0, delivery);
    }
    return new Quorum<>(deliveries);
  }

  /** Most messages cannot be changed; those that can must not be. */
  private void requireConsumedUnchanged(Handler handler, int[] consumed, Object[] arguments) {
    for (int i = 0; i < consumed.length; i++) {
      if (messages.couldChange(consumed[i])) {
        Object message = arguments[0];
        if (message instanceof Quorum<?> quorum && handler.kind() == Handler.Kind.QUORUM) {
          message = quorum.deliveries().get(consumed.length - 1 - i).message();
        }
        if (!messages.unchanged(message, consumed[i])) {
          throw new ProtocolException(
              place(handler.method()),
              handler.qualifiedName()
                  + " changes the "
                  + message.getClass().getName()
                  + " it receives; messages are immutable: make a copy and change that");
        }
      }
    }
  }

  private static final String PURE =
      "a step must depend on nothing but its node's fields and the consumed messages: look for"
          + " time, randomness, static state, identity hash codes, or code that depends on the"
          + " order of a HashSet, a HashMap or a Quorum";

  private void requireSame(
      int node, Handler handler, Optional<StepOutcome> first, Optional<StepOutcome> second) {
    String difference = null;
    if (first.isPresent() != second.isPresent()) {
      difference = "its guard is " + first.isPresent() + " on one run, " + second.isPresent();
    } else if (first.isPresent()) {
      difference = difference(node, first.get(), second.get());
    }
    if (difference != null) {
      throw new ProtocolException(
          place(handler.method()),
          "the step "
              + handler.qualifiedName()
              + " of "
              + participants.id(node)
              + " is not the same on two runs: "
              + difference
              + " on the other; "
              + PURE);
    }
  }

  private String difference(int node, StepOutcome first, StepOutcome second) {
    if (!first.thrown().map(Object::getClass).equals(second.thrown().map(Object::getClass))) {
      return "it threw " + first.thrown() + " on one, " + second.thrown();
    }
    if (first.thrown().isPresent()) {
      return null;
    }
    if (first.local() != second.local()) {
      List<FieldView> left = fields(node, first.local());
      List<FieldView> leftNext = fields(node, second.local());
      return "it left " + text(left, leftNext) + " on one, " + text(leftNext, left);
    }
    if (!Arrays.equals(first.messageIds(), second.messageIds())
        || !Arrays.equals(first.recipients(), second.recipients())) {
      return "it sent " + sends(first) + " on one, " + sends(second);
    }
    if (first.recorded() != second.recorded()) {
      return "it recorded " + recorded(first) + " on one, " + recorded(second);
    }
    return Arrays.equals(first.choices(), second.choices())
        ? null
        : "it was offered other choices on one than";
  }

  /** The fields that look different; all of them if none does (two objects, or one shared). */
  private static String text(List<FieldView> fields, List<FieldView> others) {
    List<FieldView> different = fields.stream().filter(field -> !others.contains(field)).toList();
    return (different.isEmpty() ? fields : different)
        .stream()
            .map(field -> field.name() + " = " + field.value())
            .collect(Collectors.joining(", "));
  }

  /** What an execution sent, each message as text with its receiver. */
  public List<String> sends(StepOutcome outcome) {
    List<String> sends = new ArrayList<>();
    for (int i = 0; i < outcome.recipients().length; i++) {
      Object message = messages.restore(outcome.messageIds()[i], Arrangement.FORWARD);
      sends.add(Renderer.text(message) + " to " + participants.id(outcome.recipients()[i]));
    }
    return sends;
  }

  /** What an execution recorded of operations, as text. */
  public List<String> recorded(StepOutcome outcome) {
    List<String> recorded = new ArrayList<>();
    for (int i = 0; i < recordings.length(outcome.recorded()); i++) {
      Object value =
          recordings.restore(recordings.value(outcome.recorded(), i), Arrangement.FORWARD);
      recorded.add(
          (recordings.isEnd(outcome.recorded(), i) ? "the result " : "the begin of ")
              + Renderer.text(value));
    }
    return recorded;
  }

  private int capture(int node, Node object, byte[] fired, int[] consumed) {
    Identities states = locals[node];
    boolean auxiliary = encode(node, object, fired, consumed, Codec.Scope.FULL) || deliveryRecord;
    if (decompose && auxiliary) {
      states.decompose();
    }
    int known = states.full().size();
    int local = states.full().intern(sink.array(), sink.length());
    if (states.lacksRelevant()) {
      encode(node, object, fired, NOTHING, Codec.Scope.RELEVANT);
      states.relate(sink.array(), sink.length());
    }
    if (local == known) {
      states.isNew(local);
    }
    if (states.isUntested(local)) {
      requireRestorable(node, local);
      states.isRestorable(local);
    }
    return local;
  }

  /** Checks, once per local state, that restoring gives what was captured. */
  private void requireRestorable(int node, int local) {
    ByteTable table = locals[node].full();
    int prefix = prefixes[node] + recordLength(node, local);
    codec.requireRestorable(
        table.array(local),
        table.offset(local) + prefix,
        table.length(local) - prefix,
        liveNode(node, otherArrangement()),
        otherArrangement());
  }

  /** That of the second run of each step, if there is one. */
  private Arrangement otherArrangement() {
    return runTwice ? Arrangement.REVERSED : Arrangement.FORWARD;
  }

  /** Writes a local state to the sink; tells whether it has auxiliary content. */
  private boolean encode(int node, Node object, byte[] fired, int[] consumed, Codec.Scope scope) {
    sink.reset();
    for (byte eight : fired) {
      sink.putByte(eight);
    }
    if (deliveryRecord && scope == Codec.Scope.FULL) {
      putInt(consumed.length);
      for (int messageId : consumed) {
        putInt(messageId);
      }
    }
    return codec.captureNode(object, scope, sink);
  }

  private void putInt(int value) {
    for (int i = 0; i < Integer.BYTES; i++) {
      sink.putByte((byte) (value >>> (8 * i)));
    }
  }

  private int getInt(int node, int local, int offset) {
    ByteTable table = locals[node].full();
    int value = 0;
    for (int i = 0; i < Integer.BYTES; i++) {
      value |= (table.array(local)[table.offset(local) + offset + i] & 0xFF) << (8 * i);
    }
    return value;
  }

  private int recordLength(int node, int local) {
    return deliveryRecord ? Integer.BYTES * (1 + getInt(node, local, prefixes[node])) : 0;
  }

  /** The messages that the step which led to a local state consumed, if that is recorded. */
  public int[] lastConsumed(int node, int local) {
    if (!deliveryRecord) {
      return NOTHING;
    }
    int[] consumed = new int[getInt(node, local, prefixes[node])];
    Arrays.setAll(consumed, i -> getInt(node, local, prefixes[node] + Integer.BYTES * (1 + i)));
    return consumed;
  }

  /** The {@code once} steps that have fired in a local state, a bit each. */
  private byte[] fired(int node, int local) {
    if (prefixes[node] == 0) {
      return NONE_FIRED;
    }
    ByteTable table = locals[node].full();
    int offset = table.offset(local);
    return Arrays.copyOfRange(table.array(local), offset, offset + prefixes[node]);
  }

  private byte[] firedAfter(int node, int local, Handler handler) {
    byte[] fired = fired(node, local);
    int place = oncePlaces[node][handler.index()];
    if (place >= 0) {
      mark(fired, place);
    }
    return fired;
  }

  private static int[] oncePlaces(List<Handler> handlers) {
    int[] places = new int[handlers.size()];
    int next = 0;
    for (Handler handler : handlers) {
      places[handler.index()] = handler.once() ? next++ : -1;
    }
    return places;
  }

  private String placeOf(Method method) {
    return places.computeIfAbsent(method, StepRunner::place);
  }

  private static String place(Method method) {
    return method.getDeclaringClass().getName() + "." + method.getName();
  }
}
