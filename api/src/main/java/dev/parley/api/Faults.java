package dev.parley.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * How often things may go wrong in a run of an instance. The checker explores every way to spend
 * these budgets, and none that spends more:
 *
 * <pre>{@code
 * t.add(3, i -> new Server())
 *     .faults(Faults.none().lose(2).crash(1, Server.class).restart(1));
 * }</pre>
 *
 * <p>A budget may be limited to a role or to a class. A fault needs a budget that covers it, and
 * spends one of each that does. So {@code lose(2).lose(1, Vote.class)} allows two losses, at most
 * one of them of a {@code Vote}, and {@code lose(1, Vote.class)} alone allows no loss but that of a
 * {@code Vote}.
 *
 * <p>Faults need not happen. A state in which no node can step is terminal, whatever could still go
 * wrong.
 */
public final class Faults {
  private static final Faults NONE = new Faults(List.of(), false);

  private final List<Limit> limits;
  private final boolean losesInboxes;

  private Faults(List<Limit> limits, boolean losesInboxes) {
    this.limits = List.copyOf(limits);
    this.losesInboxes = losesInboxes;
  }

  /** What can go wrong. */
  public enum Kind {
    /** A pending message disappears. */
    LOSE,
    /** There is one more copy of a pending message, from the same sender. */
    DUPLICATE,
    /** A node is down: it takes no steps. */
    CRASH,
    /** A node that is down is up again. */
    RESTART,
    /** The nodes are split in two: what is sent from one part to the other is lost. */
    PARTITION,
    /** The split ends. */
    HEAL;

    /** The name in reports. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * One budget.
   *
   * @param kind what it is for
   * @param most how often it may happen
   * @param role the role of the node it happens to, that of the receiver if it happens to a
   *     message; empty for any
   * @param type the class of the message or node it happens to
   */
  public record Limit(Kind kind, int most, String role, Class<?> type) {
    /** Checks the budget. */
    public Limit {
      Objects.requireNonNull(kind, "kind");
      Objects.requireNonNull(role, "role");
      Objects.requireNonNull(type, "type");
      if (most < 1 || most > MOST) {
        throw new IllegalArgumentException(
            "a budget to "
                + kind.label()
                + " must be from 1 to "
                + MOST
                + ", not "
                + most
                + "; leave it out if it must not happen");
      }
    }

    /** Whether both are for the same faults of the same role and class. */
    private boolean isLike(Limit other) {
      return kind == other.kind && role.equals(other.role) && type == other.type;
    }

    /** What it is for, in words: {@code lose Vote}. */
    public String label() {
      String what = type == Object.class ? "" : " " + type.getSimpleName();
      return kind.label() + what + (role.isEmpty() ? "" : " " + role);
    }
  }

  /** The largest budget. Each unit multiplies the states, so more is a mistake. */
  public static final int MOST = 1000;

  /** Nothing goes wrong. */
  public static Faults none() {
    return NONE;
  }

  /** Any so many messages may be lost. */
  public Faults lose(int most) {
    return with(Kind.LOSE, most, "", Object.class);
  }

  /** So many messages of a class may be lost. */
  public Faults lose(int most, Class<?> message) {
    return with(Kind.LOSE, most, "", message);
  }

  /** So many messages to nodes of a role may be lost. */
  public Faults lose(int most, String role) {
    return with(Kind.LOSE, most, role, Object.class);
  }

  /** Any so many messages may be duplicated; a copy may be duplicated again. */
  public Faults duplicate(int most) {
    return with(Kind.DUPLICATE, most, "", Object.class);
  }

  /** So many messages of a class may be duplicated. */
  public Faults duplicate(int most, Class<?> message) {
    return with(Kind.DUPLICATE, most, "", message);
  }

  /** So many messages to nodes of a role may be duplicated. */
  public Faults duplicate(int most, String role) {
    return with(Kind.DUPLICATE, most, role, Object.class);
  }

  /** There may be so many crashes, of any nodes; a node that restarted may crash again. */
  public Faults crash(int most) {
    return with(Kind.CRASH, most, "", Object.class);
  }

  /** There may be so many crashes of nodes of a class. */
  public Faults crash(int most, Class<? extends Node> node) {
    return with(Kind.CRASH, most, "", node);
  }

  /** There may be so many crashes of nodes of a role. */
  public Faults crash(int most, String role) {
    return with(Kind.CRASH, most, role, Object.class);
  }

  /**
   * There may be so many restarts. Fields marked {@link Durable} are then as they were, and all
   * others as the constructor made them; then {@link Node#restarted} runs.
   */
  public Faults restart(int most) {
    return with(Kind.RESTART, most, "", Object.class);
  }

  /** There may be so many restarts of nodes of a class. */
  public Faults restart(int most, Class<? extends Node> node) {
    return with(Kind.RESTART, most, "", node);
  }

  /** There may be so many restarts of nodes of a role. */
  public Faults restart(int most, String role) {
    return with(Kind.RESTART, most, role, Object.class);
  }

  /** The nodes may be split in two so many times, one split at a time. */
  public Faults partition(int most) {
    return with(Kind.PARTITION, most, "", Object.class);
  }

  /** Some nodes of a role may be split from all other nodes so many times. */
  public Faults partition(int most, String role) {
    return with(Kind.PARTITION, most, role, Object.class);
  }

  /** Some nodes of a class may be split from all other nodes so many times. */
  public Faults partition(int most, Class<? extends Node> node) {
    return with(Kind.PARTITION, most, "", node);
  }

  /** So many splits may end. */
  public Faults heal(int most) {
    return with(Kind.HEAL, most, "", Object.class);
  }

  /** A crash empties the node's inbox, and what arrives while the node is down is lost. */
  public Faults loseInboxes() {
    return new Faults(limits, true);
  }

  private Faults with(Kind kind, int most, String role, Class<?> type) {
    Limit added = new Limit(kind, most, role, type);
    List<Limit> more = new ArrayList<>(limits);
    more.removeIf(limit -> limit.isLike(added));
    if (more.size() < limits.size()) {
      throw new IllegalArgumentException(
          "the budget to " + added.label() + " is given twice; keep one of them");
    }
    more.add(added);
    return new Faults(more, losesInboxes);
  }

  /** The budgets, in the order they were given. */
  public List<Limit> limits() {
    return limits;
  }

  /** Whether a crash empties the node's inbox. */
  public boolean losesInboxes() {
    return losesInboxes;
  }

  /** Whether nothing goes wrong. */
  public boolean isNone() {
    return limits.isEmpty();
  }

  /** Whether there is a budget for a kind of fault. */
  public boolean has(Kind kind) {
    return limits.stream().anyMatch(limit -> limit.kind() == kind);
  }

  @Override
  public String toString() {
    List<String> words = new ArrayList<>();
    limits.forEach(limit -> words.add(limit.label() + " " + limit.most()));
    if (losesInboxes) {
      words.add("inboxes of crashed nodes lost");
    }
    return String.join(", ", words);
  }
}
