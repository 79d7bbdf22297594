package dev.parley.engine;

import dev.parley.api.Node;
import dev.parley.api.Step;

/** Sends a letter and says so; {@link WovenCodeTest} shows a class file of it that does neither. */
public final class WovenSender extends Node {
  private boolean done;

  boolean isDone() {
    return done;
  }

  @Step(once = true)
  void post() {
    done = true;
    sendToAll(WovenCodeTest.Receiver.class, new WovenCodeTest.Letter());
  }
}
