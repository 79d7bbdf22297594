package dev.parley.engine.internal.space;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Quorum;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.engine.internal.search.Search;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.reference.Models;
import org.junit.jupiter.api.Test;

/**
 * Messages that wait because a guard refuses them cost what their inboxes cost, and nothing for
 * what is left of an inbox without them. Counted in inboxes and bundles, of which each takes memory
 * for all its messages.
 */
class RefusedMessagesTest {
  private static final int MESSAGES = 1_000;

  record Item(int number) {}

  static final class Producer extends Node {
    int made;

    @Step(when = "more")
    void make() {
      send(new NodeId("Shelf", 1), new Item(made++));
    }

    boolean more() {
      return made < MESSAGES;
    }
  }

  static final class Shelf extends Node {
    @Receive(when = "wanted")
    void item(Item item) {}

    boolean wanted(Item item) {
      return item.number() < 0;
    }
  }

  @Test
  void aThousandRefusedMessagesNeedAThousandInboxes() {
    Spaces spaces =
        Spaces.of(
            Models.loaded(new Topology().add("Producer", new Producer()).add("Shelf", new Shelf())),
            SearchOptions.DEFAULT,
            Ports.USUAL);
    Search search = spaces.searched();
    assertThat(search.states()).isEqualTo(MESSAGES + 1);
    assertThat(search.transitions()).isEqualTo(MESSAGES);
    // An inbox for each number of messages, from none to all, and each message by itself.
    assertThat(spaces.space().delivery().size()).isEqualTo(2 * MESSAGES);
  }

  record Vote() {}

  record Turn() {}

  /** Votes when it is its turn, and hands the turn on. */
  static final class Voter extends Node {
    final boolean first;
    final boolean last;

    Voter(boolean first, boolean last) {
      this.first = first;
      this.last = last;
    }

    @Step(once = true, when = "first")
    void begin() {
      turn(new Turn());
    }

    boolean first() {
      return first;
    }

    @Receive
    void turn(Turn turn) {
      send(new NodeId("Closed", 1), new Vote());
      if (!last) {
        send(new NodeId("Voter", self().index() + 1), turn);
      }
    }
  }

  /** Takes ten votes once it opens, which it never does. */
  static final class Closed extends Node {
    boolean open;

    @Receive(quorum = "10", when = "open")
    void count(Quorum<Vote> votes) {}

    boolean open() {
      return open;
    }
  }

  @Test
  void aGuardThatLooksAtTheNodeAloneIsAskedForOneQuorumOfMany() {
    int voters = 20;
    Spaces spaces =
        Spaces.of(
            Models.loaded(
                new Topology()
                    .add("Voter", voters, i -> new Voter(i == 1, i == voters))
                    .add("Closed", new Closed())),
            SearchOptions.DEFAULT,
            Ports.USUAL);
    Search search = spaces.searched();
    assertThat(search.states()).isEqualTo(voters + 1);
    // Each inbox of votes, each vote by itself, each turn: not the 184,756 quorums of ten votes.
    assertThat(spaces.space().delivery().size()).isLessThan(4 * voters);
  }
}
