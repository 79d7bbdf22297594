package dev.parley.engine;

import dev.parley.api.Node;
import dev.parley.api.Step;

/** Sends a letter; {@link WovenCodeTest} shows a class file of it that does nothing. */
public final class WovenSender extends Node {
  boolean done;

  @Step(once = true)
  void post() {
    done = true;
    sendToAll(WovenCodeTest.Receiver.class, new WovenCodeTest.Letter());
  }
}
