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
import java.util.stream.Collectors;

/**
 * A global state: what each node holds and what waits in its inbox, in topology order. Nothing in
 * it is changed once it is made; a step works on a deep copy of its node.
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

  /**
   * A node's pending messages: a multiset, sorted by text, equal ones side by side; or, if ordered,
   * a queue for each sender, all of them in the order of arrival.
   */
  static final class Inbox {
    static final Inbox EMPTY = new Inbox(List.of(), false);
    static final Inbox EMPTY_QUEUES = new Inbox(List.of(), true);

    private final List<Envelope> messages;
    private final boolean ordered;
    private final String text;
    private String relevantText;

    private Inbox(List<Envelope> messages, boolean ordered) {
      this.messages = messages;
      this.ordered = ordered;
      this.text = text(Envelope::text);
    }

    Inbox with(Envelope added) {
      List<Envelope> now = new ArrayList<>(messages);
      int at = 0;
      while (at < now.size() && (ordered || now.get(at).text().compareTo(added.text()) < 0)) {
        at++;
      }
      now.add(at, added);
      return new Inbox(now, ordered);
    }

    Inbox without(List<Envelope> consumed) {
      List<Envelope> now = new ArrayList<>(messages);
      for (Envelope gone : consumed) {
        now.remove(gone);
      }
      return new Inbox(now, ordered);
    }

    List<Envelope> messages() {
      return messages;
    }

    /** What a step may take: one of each kind of equal messages, or the head of each queue. */
    List<Envelope> consumable() {
      if (ordered) {
        Map<NodeId, Envelope> heads = new LinkedHashMap<>();
        messages.forEach(message -> heads.putIfAbsent(message.from(), message));
        return List.copyOf(heads.values());
      }
      return distinct();
    }

    private List<Envelope> distinct() {
      List<Envelope> distinct = new ArrayList<>();
      String last = "";
      for (Envelope envelope : messages) {
        if (!envelope.text().equals(last)) {
          distinct.add(envelope);
        }
        last = envelope.text();
      }
      return distinct;
    }

    private String relevantText() {
      if (relevantText == null) {
        relevantText = text(Envelope::relevantText);
      }
      return relevantText;
    }

    private String text(Function<Envelope, String> ofMessage) {
      if (ordered) {
        return messages.stream()
            .sorted(Comparator.comparing(Envelope::from))
            .map(ofMessage)
            .collect(Collectors.joining("\n"));
      }
      return messages.stream().map(ofMessage).sorted().collect(Collectors.joining("\n"));
    }
  }

  private final List<Local> locals;
  private final List<Inbox> inboxes;

  NaiveState(List<Local> locals, List<Inbox> inboxes) {
    this.locals = List.copyOf(locals);
    this.inboxes = List.copyOf(inboxes);
  }

  Local local(int node) {
    return locals.get(node);
  }

  Inbox inbox(int node) {
    return inboxes.get(node);
  }

  List<Local> locals() {
    return locals;
  }

  List<Inbox> inboxes() {
    return inboxes;
  }

  /** The state's full content: the text of each node, then of each inbox. */
  List<String> full() {
    List<String> parts = new ArrayList<>();
    locals.forEach(local -> parts.add(local.text));
    inboxes.forEach(inbox -> parts.add(inbox.text));
    return parts;
  }

  /** The same without auxiliary content. */
  List<String> relevant() {
    List<String> parts = new ArrayList<>();
    locals.forEach(local -> parts.add(local.relevantText()));
    inboxes.forEach(inbox -> parts.add(inbox.relevantText()));
    return parts;
  }
}
