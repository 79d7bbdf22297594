package dev.parley.engine.internal.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The operations that have begun and not ended.
 *
 * @param open one for each client that has one, in the order of the clients
 */
record Clients(List<Open> open) {
  /** Nobody has begun anything. */
  static final Clients IDLE = new Clients(List.of());

  /**
   * An operation that has begun and not ended.
   *
   * @param client whose it is
   * @param operation what it is
   * @param interrupted whether the client has restarted since: then it may begin another one
   */
  record Open(int client, int operation, boolean interrupted) {}

  Clients {
    open = List.copyOf(open);
  }

  Optional<Open> of(int client) {
    return open.stream().filter(one -> one.client == client).findFirst();
  }

  Clients with(int client, int operation) {
    return with(new Open(client, operation, false));
  }

  Clients without(int client) {
    return new Clients(open.stream().filter(one -> one.client != client).toList());
  }

  Clients interrupted(int client) {
    return of(client).map(one -> with(new Open(client, one.operation, true))).orElse(this);
  }

  Clients renamed(int[] image) {
    return sorted(
        open.stream()
            .map(one -> new Open(image[one.client], one.operation, one.interrupted))
            .toList());
  }

  private Clients with(Open added) {
    List<Open> now = new ArrayList<>(without(added.client).open);
    now.add(added);
    return sorted(now);
  }

  private static Clients sorted(List<Open> some) {
    return new Clients(some.stream().sorted(Comparator.comparingInt(Open::client)).toList());
  }
}
