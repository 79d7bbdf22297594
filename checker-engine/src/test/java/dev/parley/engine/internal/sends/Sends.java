package dev.parley.engine.internal.sends;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What a handler of a fixture should be found to send, as {@code Ack, Nack -> sender}. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface Sends {
  String[] value();
}
