package dev.parley.bench;

import dev.parley.api.Instance;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Protocol;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.engine.options.ExplorationOptions.Order;
import java.util.ArrayList;
import java.util.List;

/**
 * The engine's worst case. It is fast because few local states make up many global ones: user code
 * runs once per local step and everything else is integers. Here two talkers write down every word
 * they hear and say, so that every step leads to a local state never seen before: nothing that is
 * remembered about local steps is ever used again, and each state costs a run of user code and a
 * capture of its node.
 */
public final class FreshStatesBench {
  private FreshStatesBench() {}

  /**
   * Runs the check.
   *
   * @param args the number of words, one of 10, 14, 16, 18 and 20, 16 if absent; each further word
   *     doubles the number of states
   */
  public static void main(String[] args) {
    String words = args.length > 0 ? args[0] : "16";
    System.out.println(
        Measurement.of(Conversation.class, "talk(" + words + ")", Order.BREADTH_FIRST));
  }

  /** Two talkers; each word is one of two, so n words make 2^n conversations. */
  @Protocol(name = "conversation")
  static final class Conversation {
    private Conversation() {}

    @Instance(with = 10)
    @Instance(with = 14)
    @Instance(with = 16)
    @Instance(with = 18)
    @Instance(with = 20)
    static void talk(Topology t, int words) {
      t.add("Talker", new FirstTalker(words)).add("Talker", new Talker(words));
    }
  }

  /** Answers each word with a word of its own and remembers the whole conversation. */
  static class Talker extends Node {
    private final int words;
    private final List<Integer> conversation = new ArrayList<>();

    Talker(int words) {
      this.words = words;
    }

    @Receive
    void hear(Integer word, NodeId from) {
      conversation.add(word);
      if (conversation.size() < words) {
        say(from);
      }
    }

    final void say(NodeId to) {
      int word = choose(0, 1);
      conversation.add(word);
      send(to, word);
    }
  }

  /** The talker who begins. */
  static final class FirstTalker extends Talker {
    FirstTalker(int words) {
      super(words);
    }

    @Step(once = true)
    void begin() {
      NodeId me = self();
      for (NodeId talker : ids(Talker.class)) {
        if (!talker.equals(me)) {
          say(talker);
        }
      }
    }
  }
}
