package dev.parley.engine.internal.sends;

import dev.parley.api.NodeId;
import java.util.Optional;

/**
 * Whom a send may reach.
 *
 * @param kind how much is known
 * @param role the node class, if it is known by {@link Kind#ROLE}
 */
public record Recipients(Kind kind, Optional<Class<?>> role) {
  /** How recipients are known. */
  public enum Kind {
    /** Not at all: every node may be one. */
    ANY,
    /** By their class: the nodes of a class or its subclasses. */
    ROLE,
    /** As senders of what the handler consumes. */
    SENDER,
    /** As the node itself. */
    SELF
  }

  static final Recipients ANY = new Recipients(Kind.ANY, Optional.empty());
  static final Recipients SENDER = new Recipients(Kind.SENDER, Optional.empty());
  static final Recipients SELF = new Recipients(Kind.SELF, Optional.empty());

  /** Checks that a role, and nothing else, has a class. */
  public Recipients {
    if ((kind == Kind.ROLE) != role.isPresent()) {
      throw new IllegalArgumentException("a role, and only a role, is known by its class");
    }
  }

  static Recipients role(Class<?> type) {
    return new Recipients(Kind.ROLE, Optional.of(type));
  }

  /**
   * The nodes that one possible value of a recipient stands for; none if it cannot be a recipient.
   */
  static Optional<Recipients> of(Atom atom) {
    if (atom == Atom.Known.SENDER) {
      return Optional.of(SENDER);
    } else if (atom == Atom.Known.SELF) {
      return Optional.of(SELF);
    } else if (atom instanceof Atom.OneOf one) {
      return Optional.of(role(one.role()));
    }
    boolean name = atom instanceof Atom.Of of && of.type().isAssignableFrom(NodeId.class);
    return name ? Optional.of(ANY) : Optional.empty();
  }

  boolean include(Class<?> node, boolean self, boolean sender) {
    return switch (kind) {
      case ANY -> true;
      case ROLE -> role.get().isAssignableFrom(node);
      case SENDER -> sender;
      case SELF -> self;
    };
  }

  /** As {@code any}, {@code sender}, {@code self}, or the simple name of the class. */
  @Override
  public String toString() {
    return role.map(Class::getSimpleName).orElse(kind.name().toLowerCase(java.util.Locale.ROOT));
  }
}
