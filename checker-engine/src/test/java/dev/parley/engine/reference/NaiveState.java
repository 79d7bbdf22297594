package dev.parley.engine.reference;

import dev.parley.api.Node;
import dev.parley.api.NodeId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A global state: what each node holds and what waits in its inbox, in topology order, and what
 * surrounds them. Nothing in it is changed once it is made; a step works on a deep copy of its
 * node.
 */
final class NaiveState {
  /**
   * A node's fields and the {@code once} steps it has taken. A node's parameters, final fields that
   * hold immutable values, are neither copied nor described: tables that steer random protocols
   * would otherwise be most of the work.
   */
  static final class Local {
    private final Node node;
    private final Set<ContentField> constants;
    private final Set<ContentField> unmarked;
    private final Set<String> fired;
    private final String text;
    private String relevantText;

    /**
     * A local state.
     *
     * @param node the node
     * @param constants its parameters
     * @param unmarked fields to be taken for auxiliary although they are not marked
     * @param fired the {@code once} steps it has taken
     */
    Local(Node node, Set<ContentField> constants, Set<ContentField> unmarked, Set<String> fired) {
      this.node = node;
      this.constants = constants;
      this.unmarked = unmarked;
      this.fired = fired;
      this.text = text(CanonicalText.Content.FULL, constants);
    }

    Node node() {
      return node;
    }

    /** A copy for a step to work on. */
    Node copy() {
      return DeepCopy.of(node, constants);
    }

    String text() {
      return text;
    }

    boolean hasFired(NaiveHandler handler) {
      return fired.contains(handler.name());
    }

    Local after(NaiveHandler handler, Node changed) {
      if (!handler.once()) {
        return new Local(changed, constants, unmarked, fired);
      }
      Set<String> firedNow = new TreeSet<>(fired);
      firedNow.add(handler.name());
      return new Local(changed, constants, unmarked, firedNow);
    }

    /** After a restart from the given node, which is fresh; keeps durable fields and marks. */
    Local restarted(Node fresh, Set<String> durableSteps) {
      List<ContentField> durable =
          ContentField.of(fresh.getClass()).stream().filter(ContentField::durable).toList();
      DeepCopy.copy(durable, node, fresh);
      Set<String> kept = new TreeSet<>(fired);
      kept.retainAll(durableSteps);
      return new Local(fresh, constants, unmarked, kept);
    }

    /** The same under other names. */
    Local renamed(UnaryOperator<Object> names) {
      return new Local(DeepCopy.renamed(node, names), constants, unmarked, fired);
    }

    private String relevantText() {
      if (relevantText == null) {
        Set<ContentField> leftOut = new HashSet<>(constants);
        leftOut.addAll(unmarked);
        relevantText = text(CanonicalText.Content.RELEVANT, leftOut);
      }
      return relevantText;
    }

    private String text(CanonicalText.Content content, Set<ContentField> leftOut) {
      String fields = CanonicalText.of(node, content, leftOut);
      return fired.isEmpty() ? fields : fields + fired;
    }
  }

  /** A pending message. Two are the same if sender and content are. */
  static final class Envelope {
    private final NodeId from;
    private final Object message;
    private final String text;
    private String relevantText;

    Envelope(NodeId from, Object message) {
      this.from = from;
      this.message = message;
      this.text = text(CanonicalText.Content.FULL);
    }

    /** Another message with the same content. */
    Envelope copy() {
      return new Envelope(from, message);
    }

    NodeId from() {
      return from;
    }

    Object message() {
      return message;
    }

    String text() {
      return text;
    }

    String relevantText() {
      if (relevantText == null) {
        relevantText = text(CanonicalText.Content.RELEVANT);
      }
      return relevantText;
    }

    private String text(CanonicalText.Content content) {
      return from + ">" + CanonicalText.of(message, content);
    }
  }

  /** How pending messages are kept. */
  enum Keeping {
    /** A multiset. */
    BAG,
    /** A queue for each sender. */
    QUEUES,
    /** A set, from which nothing is ever consumed. */
    SET
  }

  /**
   * A node's pending messages: a multiset or a set, sorted by text, equal ones side by side; or a
   * queue for each sender, all of them in the order of arrival.
   */
  static final class Inbox {
    private final List<Envelope> messages;
    private final Keeping keeping;
    private final String text;
    private String relevantText;

    private Inbox(List<Envelope> messages, Keeping keeping) {
      this.messages = messages;
      this.keeping = keeping;
      this.text = text(Envelope::text);
    }

    static Inbox empty(Keeping keeping) {
      return new Inbox(List.of(), keeping);
    }

    Inbox with(Envelope added) {
      if (keeping == Keeping.SET
          && messages.stream().anyMatch(m -> m.text().equals(added.text()))) {
        return this;
      }
      int at = 0;
      while (at < messages.size()
          && (keeping == Keeping.QUEUES || messages.get(at).text().compareTo(added.text()) < 0)) {
        at++;
      }
      return inserted(at, added);
    }

    private Inbox inserted(int at, Envelope added) {
      List<Envelope> now = new ArrayList<>(messages);
      now.add(at, added);
      return new Inbox(now, keeping);
    }

    /** What is left when a step has consumed some messages. */
    Inbox after(List<Envelope> consumed) {
      return keeping == Keeping.SET ? this : without(consumed);
    }

    Inbox without(List<Envelope> gone) {
      List<Envelope> now = new ArrayList<>(messages);
      gone.forEach(now::remove);
      return new Inbox(now, keeping);
    }

    /** With one more copy of a message, right behind it. */
    Inbox withCopy(Envelope original) {
      return inserted(messages.indexOf(original) + 1, original.copy());
    }

    /** The same under other names. */
    Inbox renamed(UnaryOperator<Object> names) {
      Inbox renamed = emptied();
      for (Envelope message : messages) {
        NodeId from = (NodeId) names.apply(message.from());
        renamed = renamed.with(new Envelope(from, DeepCopy.renamed(message.message(), names)));
      }
      return renamed;
    }

    Inbox emptied() {
      return empty(keeping);
    }

    boolean isEmpty() {
      return messages.isEmpty();
    }

    List<Envelope> messages() {
      return messages;
    }

    /** What a step may take: one of each kind of equal messages, or the head of each queue. */
    List<Envelope> consumable() {
      if (keeping == Keeping.QUEUES) {
        Map<NodeId, Envelope> heads = new LinkedHashMap<>();
        messages.forEach(message -> heads.putIfAbsent(message.from(), message));
        return List.copyOf(heads.values());
      }
      return distinct();
    }

    /** One of each kind of messages whose loss leaves the same. */
    List<Envelope> losable() {
      Map<String, Envelope> byRest = new LinkedHashMap<>();
      messages.forEach(message -> byRest.putIfAbsent(without(List.of(message)).text, message));
      return List.copyOf(byRest.values());
    }

    List<Envelope> distinct() {
      Map<String, Envelope> distinct = new LinkedHashMap<>();
      messages.forEach(message -> distinct.putIfAbsent(message.text(), message));
      return List.copyOf(distinct.values());
    }

    private String relevantText() {
      if (relevantText == null) {
        relevantText = text(Envelope::relevantText);
      }
      return relevantText;
    }

    private String text(Function<Envelope, String> ofMessage) {
      Stream<String> lines =
          switch (keeping) {
            case BAG -> messages.stream().map(ofMessage).sorted();
            // Messages that differ in auxiliary content only are one element of the relevant set.
            case SET -> messages.stream().map(ofMessage).sorted().distinct();
            case QUEUES ->
                messages.stream().sorted(Comparator.comparing(Envelope::from)).map(ofMessage);
          };
      return lines.collect(Collectors.joining("\n"));
    }
  }

  /**
   * What is neither in a node nor in an inbox.
   *
   * @param buffers what was sent to each node and not delivered; empty lists if sending delivers
   * @param down the nodes that are down, by their places
   * @param apart the nodes that a split cuts off from the first node; empty if there is no split
   * @param budgets what is left of each limit of faults
   * @param layout which initial node contents the run began with; 0 if that makes no difference
   * @param history what clients have recorded
   */
  record Surroundings(
      List<Inbox> buffers,
      Set<Integer> down,
      Set<Integer> apart,
      List<Integer> budgets,
      int layout,
      NaiveHistory history) {

    Surroundings withBuffer(int node, Inbox buffer) {
      List<Inbox> now = new ArrayList<>(buffers);
      now.set(node, buffer);
      return new Surroundings(now, down, apart, budgets, layout, history);
    }

    Surroundings withDown(Set<Integer> nodes) {
      return new Surroundings(buffers, new TreeSet<>(nodes), apart, budgets, layout, history);
    }

    Surroundings withApart(Set<Integer> nodes) {
      return new Surroundings(buffers, down, new TreeSet<>(nodes), budgets, layout, history);
    }

    Surroundings withBudgets(List<Integer> left) {
      return new Surroundings(buffers, down, apart, left, layout, history);
    }

    Surroundings withHistory(NaiveHistory other) {
      return new Surroundings(buffers, down, apart, budgets, layout, other);
    }

    boolean isUp(int node) {
      return !down.contains(node);
    }

    boolean reaches(int from, int to) {
      return apart.contains(from) == apart.contains(to);
    }

    private String text() {
      return "down %s, apart %s, budgets %s, layout %d, history %s"
          .formatted(down, apart, budgets, layout, history.text());
    }
  }

  private final List<Local> locals;
  private final List<Inbox> inboxes;
  private final Surroundings surroundings;

  NaiveState(List<Local> locals, List<Inbox> inboxes, Surroundings surroundings) {
    this.locals = List.copyOf(locals);
    this.inboxes = List.copyOf(inboxes);
    this.surroundings = surroundings;
  }

  Local local(int node) {
    return locals.get(node);
  }

  Inbox inbox(int node) {
    return inboxes.get(node);
  }

  /** What was sent to a node and not delivered. */
  Inbox buffer(int node) {
    return surroundings.buffers().get(node);
  }

  List<Local> locals() {
    return locals;
  }

  List<Inbox> inboxes() {
    return inboxes;
  }

  Surroundings surroundings() {
    return surroundings;
  }

  boolean isUp(int node) {
    return surroundings.isUp(node);
  }

  NaiveState with(Surroundings other) {
    return new NaiveState(locals, inboxes, other);
  }

  NaiveState withLocal(int node, Local local) {
    List<Local> now = new ArrayList<>(locals);
    now.set(node, local);
    return new NaiveState(now, inboxes, surroundings);
  }

  NaiveState withInbox(int node, Inbox inbox) {
    List<Inbox> now = new ArrayList<>(inboxes);
    now.set(node, inbox);
    return new NaiveState(locals, now, surroundings);
  }

  NaiveState withBuffer(int node, Inbox buffer) {
    return with(surroundings.withBuffer(node, buffer));
  }

  /** What clients have recorded. */
  NaiveHistory history() {
    return surroundings.history();
  }

  /** With what a client has recorded besides. */
  NaiveState withHistory(List<NaiveHistory.Event> more) {
    return with(surroundings.withHistory(history().with(more)));
  }

  /**
   * The state's full content: the text of each node, of each inbox, of each buffer and of what else
   * surrounds them.
   */
  List<String> full() {
    List<String> parts = new ArrayList<>();
    locals.forEach(local -> parts.add(local.text));
    inboxes.forEach(inbox -> parts.add(inbox.text));
    surroundings.buffers().forEach(buffer -> parts.add(buffer.text));
    parts.add(surroundings.text());
    return parts;
  }

  /** The same without auxiliary content. */
  List<String> relevant() {
    List<String> parts = new ArrayList<>();
    locals.forEach(local -> parts.add(local.relevantText()));
    inboxes.forEach(inbox -> parts.add(inbox.relevantText()));
    surroundings.buffers().forEach(buffer -> parts.add(buffer.relevantText()));
    parts.add(surroundings.text());
    return parts;
  }
}
