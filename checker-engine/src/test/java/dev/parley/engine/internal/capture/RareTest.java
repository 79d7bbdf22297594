package dev.parley.engine.internal.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RareTest {
  /** Otherwise a class would ask for another group, and be refused for want of a shape. */
  @ParameterizedTest
  @EnumSource
  void aClassAsksForTheGroupThatHasItsShape(Rare group) {
    Map<Class<?>, Shape> shapes = new HashMap<>();
    group.registerValues(shapes);
    group.registerMutable(shapes);
    assertThat(shapes).isNotEmpty();
    Set<Rare> asked = EnumSet.noneOf(Rare.class);
    shapes.keySet().forEach(type -> asked.add(Rare.of(type)));
    assertThat(asked).containsExactly(group);
  }
}
