package dev.parley.report.browser;

import dev.parley.api.Instance;
import dev.parley.api.Node;
import dev.parley.api.Protocol;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;

/** Texts that need care in source code, a choice, a step that throws, a message nobody takes. */
@Protocol(name = "odd")
final class Odd {
  record Word(String text) {}

  static final class Speaker extends Node {
    @Step(once = true)
    void speak() {
      String text = choose("quiet", "\"loud\"\n\\u0041 \u00e9 */");
      sendToAll(Listener.class, new Word(text));
    }
  }

  static class Listener extends Node {
    @Receive
    void word(Word word) {
      if (word.text().length() > 5) {
        throw new IllegalStateException("too loud");
      }
    }
  }

  static final class Shouter extends Node {
    @Step(once = true)
    void shout() {
      sendToAll(Listener.class, "nobody takes strings");
    }
  }

  @Instance
  static void loud(Topology t) {
    t.add(new Speaker()).add(new Listener());
  }

  @Instance
  static void deaf(Topology t) {
    t.add(new Speaker()).add(new Shouter()).add(new Listener());
  }

  private Odd() {}
}
