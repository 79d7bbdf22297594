package example;

import dev.parley.api.Instance;
import dev.parley.api.Node;
import dev.parley.api.Protocol;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;

/** The recipient takes letters; it is sent a parcel too. */
@Protocol(name = "letters")
final class Letters {
  record Letter() {}

  record Parcel() {}

  static final class Sender extends Node {
    @Step(once = true)
    void sendLetter() {
      sendToAll(Recipient.class, new Letter());
    }

    @Step(once = true)
    void sendParcel() {
      sendToAll(Recipient.class, new Parcel());
    }
  }

  static final class Recipient extends Node {
    int letters;

    @Receive
    void letter(Letter m) {
      letters++;
    }
  }

  @Instance
  static void one(Topology t) {
    t.add(new Sender()).add(new Recipient());
  }
}
