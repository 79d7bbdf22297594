package dev.parley.engine.internal.step;

import dev.parley.api.Exchange;
import dev.parley.api.Node;
import dev.parley.api.NodeContext;
import dev.parley.api.NodeId;
import dev.parley.api.Reply;
import dev.parley.engine.internal.capture.ByteSink;
import dev.parley.engine.internal.capture.Codec;
import dev.parley.engine.internal.capture.Renderer;
import dev.parley.engine.internal.peer.PeerException;
import dev.parley.engine.internal.peer.Peers;
import dev.parley.engine.model.NodeType;
import dev.parley.engine.model.ProtocolException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a running step sees of the engine, and what the engine sees of a running step. One object
 * serves all executions; {@link #open} prepares it for the next.
 *
 * <p>A mistake is remembered as well as thrown, since the user's code may catch everything. So is a
 * failure of the engine that passes through a step: it must not count as an exception of the step.
 */
final class StepContext extends NodeContext {
  private final Participants participants;
  private final Messages messages;
  private final Codec codec;
  private final Peers peers;
  private final Map<Class<?>, List<NodeId>> idsByType = new HashMap<>();
  private final ByteSink sink = new ByteSink();

  /** The nodes that accept messages of a class, as far as some were sent. */
  private final Map<Class<?>, BitSet> receivers = new HashMap<>();

  private final CatchAll catchAll = new CatchAll();

  private int node;
  private String place;
  private boolean acting;
  private int[] script;
  private boolean ordered;
  private Optional<RuntimeException> notTheSteps = Optional.empty();

  /** Recipient and message of each send, in one long so that sorting is canonical. */
  private long[] sends = new long[16];

  private int[] contents = new int[16];
  private final List<Object> sent = new ArrayList<>();
  private final List<Object> chosen = new ArrayList<>();
  private int[] choices = new int[8];
  private int[] arities = new int[8];
  private int choiceCount;

  /** What records operations; nothing if no property is about them. */
  private final Optional<Recordings> recordings;

  private int[] recorded = new int[4];
  private int recordedCount;

  StepContext(
      Participants participants,
      Messages messages,
      Codec codec,
      Peers peers,
      Optional<Recordings> recordings) {
    this.recordings = recordings;
    this.peers = peers;
    this.participants = participants;
    this.messages = messages;
    this.codec = codec;
  }

  /** Starts an execution that takes the scripted choices and, after them, the first option. */
  void open(int newNode, String newPlace, int[] newScript) {
    node = newNode;
    place = newPlace;
    script = newScript;
    acting = false;
    notTheSteps = Optional.empty();
    sent.clear();
    chosen.clear();
    choiceCount = 0;
    recordedCount = 0;
  }

  /** The code that runs, as class and method. */
  String place() {
    return place;
  }

  /** Allows sends and choices, or forbids them while a guard runs. */
  void act(boolean allowed) {
    acting = allowed;
  }

  /** Throws the mistake that happened during the execution, even if the step swallowed it. */
  void surfaceMistake() {
    notTheSteps.ifPresent(
        m -> {
          throw m;
        });
  }

  @Override
  public NodeId self() {
    return participants.id(node);
  }

  @Override
  public List<NodeId> ids(Class<? extends Node> type) {
    return idsByType.computeIfAbsent(type, t -> participants.idsOf(type));
  }

  @Override
  public void send(NodeId to, Object message) {
    requireActing("send()");
    if (message == null) {
      throw mistake(self() + " sends null to " + to + "; send a message object");
    }
    int recipient = participants.indexOf(to);
    if (recipient < 0) {
      throw mistake(
          self()
              + " sends "
              + message.getClass().getSimpleName()
              + " to "
              + to
              + ", but this instance has no such node; it has "
              + participants.ids());
    }
    if (!accepts(recipient, message.getClass())) {
      throw mistake(
          self()
              + " sends "
              + message.getClass().getName()
              + " to "
              + to
              + ", but "
              + participants.type(recipient).type().getName()
              + " has no handler for it; add a @Receive method that takes it, or do not send it");
    }
    if (sent.size() == sends.length) {
      sends = Arrays.copyOf(sends, sends.length * 2);
      contents = Arrays.copyOf(contents, sends.length);
    }
    try {
      int content = messages.content(message, place);
      contents[sent.size()] = content;
      sends[sent.size()] = ((long) recipient << 32) | messages.messageId(node, content);
    } catch (RuntimeException e) {
      throw notTheSteps(e);
    }
    sent.add(message);
  }

  /** Whether a node has a handler for messages of a class; asked once for each. */
  private boolean accepts(int recipient, Class<?> message) {
    BitSet known = receivers.computeIfAbsent(message, m -> new BitSet());
    if (!known.get(recipient)) {
      NodeType type = participants.type(recipient);
      if (!type.accepts(message)) {
        return false;
      }
      known.set(recipient);
      catchAll.note(type, message);
    }
    return true;
  }

  /** The types of messages that nobody but a catch-all handler accepted. */
  List<String> catchAllWarnings() {
    return catchAll.warnings();
  }

  @Override
  public <T> T choose(Collection<? extends T> options) {
    requireActing("choose()");
    List<T> distinct = distinct(options);
    if (distinct.isEmpty()) {
      throw mistake(
          "choose() was given no options; guard the step so that it runs only if there are some");
    }
    int choice = choiceCount < script.length ? script[choiceCount] : 0;
    if (choice >= distinct.size()) {
      throw mistake(
          "choose() was given "
              + distinct.size()
              + " options where an earlier run of the same step gave more; the step depends on"
              + " something besides its node's fields and the consumed messages");
    }
    if (choiceCount == choices.length) {
      choices = Arrays.copyOf(choices, choiceCount * 2);
      arities = Arrays.copyOf(arities, choiceCount * 2);
    }
    choices[choiceCount] = choice;
    arities[choiceCount++] = distinct.size();
    chosen.add(distinct.get(choice));
    return distinct.get(choice);
  }

  @Override
  public void invoked(Object operation) {
    requireActing("invoked()");
    if (operation == null) {
      throw mistake(self() + " begins null; record an operation, such as Register.read()");
    }
    record(operation, false);
  }

  @Override
  public void returned(Object result) {
    requireActing("returned()");
    record(result, true);
  }

  private void record(Object value, boolean ends) {
    if (recordings.isEmpty()) {
      return;
    }
    if (recordedCount == recorded.length) {
      recorded = Arrays.copyOf(recorded, recordedCount * 2);
    }
    try {
      int number = recordings.get().value(value, place);
      recorded[recordedCount++] = ends ? Recordings.end(number) : number;
    } catch (RuntimeException e) {
      throw notTheSteps(e);
    }
  }

  /**
   * What the program behind this node answers. Like a mistake, the end of what is known of it is
   * remembered as well as thrown: a step must not go on by catching it.
   */
  @Override
  public Answered exchange(List<Exchange> before, Exchange asked) {
    requireActing("ask()");
    List<Answered> answers;
    try {
      answers = peers.answers(node, self(), before, asked);
    } catch (PeerException e) {
      throw notTheSteps(new ProtocolException(place, self() + ": " + e.getMessage() + ".", e));
    } catch (RuntimeException e) {
      throw notTheSteps(e);
    }
    return answers.size() == 1 ? answers.get(0) : chosen(answers);
  }

  private Answered chosen(List<Answered> answers) {
    Reply reply = choose(answers.stream().map(Answered::reply).toList());
    return answers.stream().filter(answer -> answer.reply().equals(reply)).findFirst().get();
  }

  @Override
  public boolean isTotallyOrdered() {
    return peers.isTotallyOrdered(node);
  }

  /** The values chosen so far, as text. */
  List<String> chosen() {
    return chosen.stream().map(Renderer::text).toList();
  }

  /** From now on the order in which messages are sent to one recipient is kept. */
  void keepSendingOrder() {
    ordered = true;
  }

  /** The outcome of the execution that just ended. */
  StepOutcome outcome(int local, Optional<Throwable> thrown) {
    sortSends();
    int[] recipients = new int[sent.size()];
    int[] messageIds = new int[sent.size()];
    for (int i = 0; i < recipients.length; i++) {
      recipients[i] = (int) (sends[i] >>> 32);
      messageIds[i] = (int) sends[i];
    }
    return new StepOutcome(
        local,
        recipients,
        messageIds,
        Arrays.copyOf(choices, choiceCount),
        recordings
            .map(all -> all.list(Arrays.copyOf(recorded, recordedCount)))
            .orElse(Recordings.NOTHING),
        thrown);
  }

  /** Sorts by recipient, and for each of them by message unless their order counts. */
  private void sortSends() {
    if (ordered) {
      long[] byRecipient =
          Arrays.stream(sends, 0, sent.size())
              .boxed()
              .sorted(Comparator.comparingLong(send -> send >>> 32))
              .mapToLong(Long::longValue)
              .toArray();
      System.arraycopy(byRecipient, 0, sends, 0, byRecipient.length);
    } else {
      Arrays.sort(sends, 0, sent.size());
    }
  }

  /**
   * Fails if a message changed between its sending and now. Must come before the sends are sorted.
   */
  void requireMessagesUnchanged() {
    for (int i = 0; i < sent.size(); i++) {
      int recipient = (int) (sends[i] >>> 32);
      if (!messages.unchanged(sent.get(i), contents[i], place)) {
        throw new ProtocolException(
            place,
            "the "
                + sent.get(i).getClass().getName()
                + " sent to "
                + participants.id(recipient)
                + " was changed after it was sent; send a copy (List.copyOf) and leave it alone");
      }
    }
  }

  /** The choices of the next execution to try, or none if all were tried. */
  Optional<int[]> nextScript() {
    for (int last = choiceCount - 1; last >= 0; last--) {
      if (choices[last] + 1 < arities[last]) {
        int[] next = Arrays.copyOf(choices, last + 1);
        next[last]++;
        return Optional.of(next);
      }
    }
    return Optional.empty();
  }

  /** Each distinct option once: a set in canonical order, anything else in the order given. */
  private <T> List<T> distinct(Collection<? extends T> options) {
    if (options instanceof List && areSimple(options)) {
      return List.copyOf(new LinkedHashSet<>(options));
    }
    Map<Bytes, T> byContent = new TreeMap<>();
    List<T> inOrder = new ArrayList<>();
    for (T option : options) {
      sink.reset();
      try {
        codec.captureValue(option, place, Codec.Scope.FULL, sink);
      } catch (RuntimeException e) {
        throw notTheSteps(e);
      }
      if (byContent.putIfAbsent(new Bytes(Arrays.copyOf(sink.array(), sink.length())), option)
          == null) {
        inOrder.add(option);
      }
    }
    return options instanceof Set ? List.copyOf(byContent.values()) : inOrder;
  }

  /** Whether all are of one class whose objects are equal exactly if their content is. */
  private static boolean areSimple(Collection<?> options) {
    Class<?> first = null;
    for (Object option : options) {
      if (option == null || first != null && option.getClass() != first) {
        return false;
      }
      first = option.getClass();
    }
    return first == String.class
        || first == Integer.class
        || first == Long.class
        || first == Boolean.class
        || first == Character.class
        || first == NodeId.class;
  }

  private record Bytes(byte[] bytes) implements Comparable<Bytes> {
    @Override
    public int compareTo(Bytes other) {
      return Arrays.compareUnsigned(bytes, other.bytes);
    }
  }

  private void requireActing(String call) {
    if (!acting) {
      throw mistake(call + " was called in a guard; a guard may only look");
    }
  }

  private RuntimeException mistake(String message) {
    return notTheSteps(new ProtocolException(place, message));
  }

  private RuntimeException notTheSteps(RuntimeException e) {
    notTheSteps = Optional.of(e);
    return e;
  }
}
