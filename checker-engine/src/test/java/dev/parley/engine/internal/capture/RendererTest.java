package dev.parley.engine.internal.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Auxiliary;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.engine.result.Trace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class RendererTest {
  enum Phase {
    LATE,
    EARLY {
      @Override
      public String toString() {
        throw new AssertionError("users' toString() is not to be called");
      }
    }
  }

  record Read(int ballot) {
    @Override
    public String toString() {
      throw new AssertionError("users' toString() is not to be called");
    }
  }

  record Named(String name, Object content) {}

  static class Plain {
    int number = 1;
    Object next;
  }

  static class Parent extends Node {
    private int promised = 3;
  }

  static final class Acceptor extends Parent {
    String name = "x";
    @Auxiliary List<Object> delivered = new ArrayList<>(List.of(new Read(1)));
    final Supplier<Object> supplier = () -> null;
  }

  @Test
  void valuesAreShownByContent() {
    assertThat(Renderer.text(null)).isEqualTo("null");
    assertThat(Renderer.text("plain")).isEqualTo("plain");
    assertThat(Renderer.text(-3L)).isEqualTo("-3");
    assertThat(Renderer.text(Phase.EARLY)).isEqualTo("EARLY");
    assertThat(Renderer.text(new NodeId("Acceptor", 2))).isEqualTo("Acceptor2");
    assertThat(Renderer.text(new Read(1))).isEqualTo("Read[ballot=1]");
    assertThat(Renderer.text(new Named("a\n\"b\"", 'c')))
        .isEqualTo("Named[name=\"a\\n\\\"b\\\"\", content='c']");
    assertThat(Renderer.text(Optional.of(1))).isEqualTo("Optional[1]");
    assertThat(Renderer.text(new int[][] {{1}, {2, 3}})).isEqualTo("[[1], [2, 3]]");
    assertThat(Renderer.text(List.of("a", 1))).isEqualTo("[\"a\", 1]");
    assertThat(Renderer.text(Read.class)).isEqualTo("Read");
    assertThat(Renderer.text(Map.entry(1, 2))).isEqualTo("1=2");
    assertThat(Renderer.text(new Plain())).isEqualTo("Plain[number=1, next=null]");
    assertThat(Renderer.text((Supplier<Object>) () -> null)).isEqualTo("RendererTest::lambda");
    assertThat(Renderer.text(new Thread())).isEqualTo("Thread");
  }

  @Test
  void whatHasNoOrderIsSorted() {
    assertThat(Renderer.text(new HashSet<>(List.of(10, 9, -1)))).isEqualTo("{-1, 9, 10}");
    assertThat(Renderer.text(Set.of("b", "a"))).isEqualTo("{\"a\", \"b\"}");
    assertThat(Renderer.text(Set.of(Phase.EARLY, Phase.LATE))).isEqualTo("{LATE, EARLY}");
    assertThat(Renderer.text(Set.of(new Read(2), new Read(1))))
        .isEqualTo("{Read[ballot=1], Read[ballot=2]}");
    assertThat(Renderer.text(new HashMap<>(Map.of(10, "x", 9, "y"))))
        .isEqualTo("{9=\"y\", 10=\"x\"}");
    assertThat(Renderer.text(new HashSet<>(List.of(1, "a")))).isEqualTo("{\"a\", 1}");
  }

  @Test
  void whatHasAnOrderKeepsIt() {
    assertThat(Renderer.text(new LinkedHashSet<>(List.of(2, 1)))).isEqualTo("{2, 1}");
    assertThat(Renderer.text(List.of(2, 1))).isEqualTo("[2, 1]");
  }

  @Test
  void sharedObjectsAndCyclesAreLabelled() {
    List<Object> shared = new ArrayList<>(List.of(1));
    assertThat(Renderer.text(List.of(shared, shared))).isEqualTo("[#1: [1], #1]");
    assertThat(Renderer.text(List.of(shared, new ArrayList<>(shared)))).isEqualTo("[[1], [1]]");
    Plain plain = new Plain();
    plain.next = plain;
    assertThat(Renderer.text(plain)).isEqualTo("#1: Plain[number=1, next=#1]");
    Set<Object> set = new HashSet<>(List.of(plain));
    assertThat(Renderer.text(set)).isEqualTo("{#1: Plain[number=1, next=#1]}");
  }

  @Test
  void viewsAreShownLikeCollections() {
    List<Integer> list = new ArrayList<>(List.of(1));
    assertThat(Renderer.text(Collections.unmodifiableList(list))).isEqualTo("[1]");
  }

  @Test
  void deepContentIsCutShort() {
    Plain head = null;
    for (int i = 0; i < 10_000; i++) {
      Plain next = head;
      head = new Plain();
      head.next = next;
    }
    assertThat(Renderer.text(head)).contains("…").hasSizeLessThan(2_000);
  }

  @Test
  void fieldsOfANodeComeInOrderWithAuxiliaryOnesFlagged() {
    assertThat(Renderer.fields(new Acceptor()))
        .containsExactly(
            new Trace.FieldView("promised", "3", false),
            new Trace.FieldView("name", "x", false),
            new Trace.FieldView("delivered", "[Read[ballot=1]]", true),
            new Trace.FieldView("supplier", "Acceptor::lambda", false));
  }

  @Test
  void restoredCollectionsLookLikeTheOriginals() {
    Captures captures = new Captures();
    Object value = List.of(Set.of(300, 2), Map.of("k", List.of(1)));
    assertThat(Renderer.text(captures.restoredValue(value)))
        .isEqualTo(Renderer.text(value))
        .isEqualTo("[{2, 300}, {\"k\"=[1]}]");
  }
}
