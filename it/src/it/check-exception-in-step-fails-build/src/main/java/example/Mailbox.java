package example;

import dev.parley.api.Instance;
import dev.parley.api.Node;
import dev.parley.api.Protocol;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;

/** Readers that are surprised by a second letter. */
@Protocol(name = "mailbox")
final class Mailbox {
  record Letter(String text) {}

  static final class Writer extends Node {
    @Step(once = true)
    void write() {
      sendToAll(Reader.class, new Letter("hello"));
    }
  }

  abstract static class Reader extends Node {
    String read;
  }

  static final class AssertingReader extends Reader {
    @Receive
    void letter(Letter m) {
      assert read == null : "one letter is enough";
      read = m.text();
    }
  }

  static final class ThrowingReader extends Reader {
    @Receive
    void letter(Letter m) {
      if (read != null) {
        throw new IllegalStateException("the box is full");
      }
      read = m.text();
    }
  }

  @Instance
  static void exception(Topology t) {
    t.add(2, i -> new Writer()).add(new ThrowingReader());
  }

  @Instance
  static void failedAssert(Topology t) {
    t.add(2, i -> new Writer()).add(new AssertingReader());
  }
}
