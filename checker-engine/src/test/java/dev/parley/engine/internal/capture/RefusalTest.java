package dev.parley.engine.internal.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.parley.api.Node;
import dev.parley.engine.internal.capture.Captures.Box;
import dev.parley.engine.model.ProtocolException;
import java.io.ByteArrayInputStream;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.Vector;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RefusalTest {
  private static final String BOX = Box.class.getName();

  private final Captures captures = new Captures();

  static final class Log extends ArrayList<String> {}

  static final class Failure extends RuntimeException {}

  static Stream<Arguments> uncapturable() {
    int[] counter = {0};
    int captured = 3;
    IntSupplier mutating = () -> counter[0]++;
    IntSupplier capturing = () -> captured + counter.length;
    return Stream.of(
        Arguments.of(new Thread(), "java.lang.Thread", "steps are atomic"),
        Arguments.of(new ReentrantLock(), "ReentrantLock", "need no locks"),
        Arguments.of(Stream.of(1), "java.util.stream", "keep the values"),
        Arguments.of(List.of(1).iterator(), "java.util", "keep the collection and an index"),
        Arguments.of(new ByteArrayInputStream(new byte[0]), "ByteArrayInputStream", "keep the val"),
        Arguments.of(new CompletableFuture<>(), "CompletableFuture", "remove the field"),
        Arguments.of(new Random(1), "java.util.Random", "choose("),
        Arguments.of(new Failure(), "Failure", "keep its message"),
        Arguments.of(new java.util.Date(), "java.util.Date", "Instant"),
        Arguments.of(new IdentityHashMap<>(), "IdentityHashMap", "use a HashMap"),
        Arguments.of(new WeakHashMap<>(), "WeakHashMap", "use a HashMap"),
        Arguments.of(new Vector<>(), "java.util.Vector", "ArrayList"),
        Arguments.of(new Hashtable<>(), "java.util.Hashtable", "HashMap"),
        Arguments.of(RefusalTest.class.getClassLoader(), "ClassLoader", "remove the field"),
        Arguments.of(new HashMap<>().keySet(), "HashMap$KeySet", "keep a copy"),
        Arguments.of(new ArrayList<>().subList(0, 0), "SubList", "keep a copy"),
        Arguments.of(
            Collections.synchronizedList(new ArrayList<>()), "Synchronized", "keep a copy"),
        Arguments.of(new Log(), "Log", "extends java.util.ArrayList"),
        Arguments.of(new Box(1), "Box", "keep its NodeId"),
        Arguments.of(mutating, "RefusalTest::lambda", "captures nothing"),
        Arguments.of(capturing, "RefusalTest::lambda", "enum or record"),
        Arguments.of(new StringBuffer(), "java.lang.StringBuffer", "keep a value made from it"),
        Arguments.of(
            Proxy.newProxyInstance(
                RefusalTest.class.getClassLoader(),
                new Class<?>[] {Runnable.class},
                (proxy, method, arguments) -> null),
            "$Proxy",
            "use an ordinary class"));
  }

  @ParameterizedTest
  @MethodSource("uncapturable")
  void whatCannotBeCapturedIsRefusedWithTypeAndRemedy(Object content, String type, String remedy) {
    ProtocolException refusal = captures.refusalOfState(content);
    assertThat(refusal).isNotNull().hasMessageContainingAll(type, remedy, "transient");
    assertThat(refusal.place()).isEqualTo(BOX + ".content");
  }

  static final class Part {
    final Object worker;

    Part(Object worker) {
      this.worker = worker;
    }
  }

  record Wrapped(Object inside) {}

  static class Parent extends Node {
    Object inherited;
  }

  static final class Child extends Parent {}

  @Test
  void thePathLeadsThroughFieldsElementsAndKeys() {
    Thread thread = new Thread();
    assertPath(new ArrayList<>(Arrays.asList(1, 2, new Part(thread))), "[2].worker");
    assertPath(List.of(1, thread), "[1]");
    assertPath(new Object[] {null, new Wrapped(thread)}, "[1].inside");
    assertPath(Map.of("key", new Part(thread)), "[key].worker");
    assertPath(new HashMap<>(Map.of(1, 2, 7, List.of(thread))), "[7][0]");
    assertPath(Set.of(new Part(thread)), "[Part].worker");
    assertPath(new HashSet<>(List.of(thread, "x")), "[Thread]");
    int[] state = {0};
    assertPath(
        new TreeSet<Integer>((a, b) -> Integer.compare(a, b) * (state[0] + 1)), ".comparator()");
  }

  static final class Link {
    Link next;
    Object content;
  }

  @Test
  void thePathIsShortenedWhereContentIsNestedDeeply() {
    Link head = new Link();
    head.content = new Thread();
    for (int i = 0; i < 1_000; i++) {
      Link next = head;
      head = new Link();
      head.next = next;
    }
    assertThat(captures.refusalOfState(head).place())
        .startsWith(BOX + ".(…).next")
        .endsWith(".next.content");
  }

  private void assertPath(Object content, String path) {
    ProtocolException refusal = captures.refusalOfState(content);
    assertThat(refusal).isNotNull();
    assertThat(refusal.place()).isEqualTo(BOX + ".content" + path);
  }

  @Test
  void inheritedFieldsAreNamedUnderTheNodesClass() {
    Child child = new Child();
    child.inherited = new Thread();
    ProtocolException refusal =
        catchThrowableOfType(ProtocolException.class, () -> captures.full(child));
    assertThat(refusal.place()).isEqualTo(Child.class.getName() + ".inherited");
  }

  @Test
  void aRefusedCaptureLeavesTheCodecUsable() {
    byte[] before = captures.state(List.of(1, new ArrayList<>()));
    captures.refusalOfState(new HashSet<>(List.of(new Part(new Thread()), new Part(1))));
    captures.refusalOfValue(new Wrapped(new Thread()));
    assertThat(captures.state(List.of(1, new ArrayList<>()))).isEqualTo(before);
  }

  /** Throws where only a restored set asks. */
  static final class Touchy {
    final List<Integer> content = new ArrayList<>(List.of(1));
    static boolean refuse;

    @Override
    public int hashCode() {
      if (refuse) {
        throw new IllegalStateException("no hash");
      }
      return 1;
    }

    @Override
    public boolean equals(Object other) {
      return other == this;
    }
  }

  @Test
  void hashCodesThatThrowAreReported() {
    byte[] bytes = captures.state(new HashSet<>(Set.of(new Touchy())));
    Touchy.refuse = true;
    try {
      ProtocolException refusal =
          catchThrowableOfType(
              ProtocolException.class,
              () -> captures.restoreInto(bytes, new Box(null), Codec.Arrangement.FORWARD));
      assertThat(refusal).hasMessageContainingAll("no hash", "hashCode()");
    } finally {
      Touchy.refuse = false;
    }
  }
}
