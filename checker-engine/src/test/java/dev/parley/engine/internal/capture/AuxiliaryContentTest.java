package dev.parley.engine.internal.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Auxiliary;
import dev.parley.api.Node;
import dev.parley.engine.internal.capture.Codec.Arrangement;
import dev.parley.engine.internal.capture.Codec.Scope;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AuxiliaryContentTest {
  private final Captures captures = new Captures();

  record Entry(int term, @Auxiliary String note) {}

  @Auxiliary
  interface Remark {}

  record Note(String text) implements Remark {}

  static final class Inner {
    int kept;
    @Auxiliary List<String> nested = new ArrayList<>();
  }

  static final class Acceptor extends Node {
    int promised;
    @Auxiliary List<Object> delivered = new ArrayList<>();
    Entry entry = new Entry(1, "a");
    Object anything;
    Inner inner = new Inner();
    List<Object> list = new ArrayList<>();
    Map<Object, Object> map = new HashMap<>();
    Note note;
  }

  private void assertIrrelevant(Acceptor changed) {
    Acceptor original = new Acceptor();
    assertThat(captures.full(changed)).isNotEqualTo(captures.full(original));
    assertThat(captures.relevant(changed)).isEqualTo(captures.relevant(original));
  }

  @Test
  void markedFieldsAreLeftOutWithAllTheyHold() {
    Acceptor changed = new Acceptor();
    changed.delivered.add(new ArrayList<>(List.of("x")));
    assertIrrelevant(changed);
  }

  @Test
  void markedFieldsOfNestedObjectsAreLeftOut() {
    Acceptor changed = new Acceptor();
    changed.inner.nested.add("x");
    assertIrrelevant(changed);
  }

  @Test
  void markedRecordComponentsAreLeftOut() {
    Acceptor changed = new Acceptor();
    changed.entry = new Entry(1, "b");
    assertIrrelevant(changed);
  }

  @Test
  void objectsOfMarkedTypesAreLeftOutWhereverTheyStand() {
    Acceptor changed = new Acceptor();
    changed.anything = new Note("x");
    changed.note = new Note("y");
    changed.list.add(new Note("z"));
    changed.map.put(new Note("k"), 1);
    assertIrrelevant(changed);
  }

  @Test
  void otherContentStaysRelevant() {
    Acceptor original = new Acceptor();
    Acceptor promised = new Acceptor();
    promised.promised = 1;
    Acceptor entry = new Acceptor();
    entry.entry = new Entry(2, "a");
    Acceptor inner = new Acceptor();
    inner.inner.kept = 1;
    Acceptor keyed = new Acceptor();
    keyed.map.put(1, new Note("value"));
    for (Acceptor changed : List.of(promised, entry, inner, keyed)) {
      assertThat(captures.relevant(changed)).isNotEqualTo(captures.relevant(original));
    }
  }

  @Test
  void numberingDoesNotDependOnWhatIsLeftOut() {
    Acceptor original = new Acceptor();
    Acceptor changed = new Acceptor();
    for (Acceptor acceptor : List.of(original, changed)) {
      acceptor.anything = acceptor.list;
    }
    changed.delivered.add(changed.list);
    changed.delivered.add(new ArrayList<>());
    assertThat(captures.relevant(changed)).isEqualTo(captures.relevant(original));
  }

  @Test
  void fullCapturesRestoreAuxiliaryContent() {
    Acceptor acceptor = new Acceptor();
    acceptor.delivered.add("x");
    acceptor.entry = new Entry(3, "note");
    Acceptor restored =
        captures.restoreInto(captures.full(acceptor), new Acceptor(), Arrangement.FORWARD);
    assertThat(restored.delivered).containsExactly("x");
    assertThat(restored.entry).isEqualTo(acceptor.entry);
  }

  @Test
  void captureSaysWhetherThereIsAuxiliaryContent() {
    ByteSink sink = new ByteSink();
    assertThat(captures.codec.captureNode(new Acceptor(), Scope.FULL, sink)).isTrue();
    assertThat(captures.codec.captureNode(new Captures.Box(1), Scope.FULL, sink)).isFalse();
    assertThat(captures.codec.captureNode(new Captures.Box(new Note("")), Scope.FULL, sink))
        .isTrue();
    assertThat(captures.state(new HashMap<>(Map.of(1, List.of(2)))))
        .isEqualTo(captures.relevant(new Captures.Box(new HashMap<>(Map.of(1, List.of(2))))));
  }

  @Auxiliary
  static final class Observer extends Node {
    int seen;
  }

  @Test
  void nothingOfAnAuxiliaryNodeIsRelevant() {
    Observer observer = new Observer();
    observer.seen = 5;
    assertThat(captures.relevant(observer)).isEmpty();
    assertThat(captures.full(observer)).isNotEmpty();
  }
}
