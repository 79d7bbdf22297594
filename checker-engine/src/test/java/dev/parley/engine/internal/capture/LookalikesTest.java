package dev.parley.engine.internal.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.internal.capture.Captures.Box;
import dev.parley.engine.internal.capture.Codec.Arrangement;
import dev.parley.engine.model.ProtocolException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Objects without {@code equals} that look alike, in collections that have no order. */
class LookalikesTest {
  /** Has neither {@code equals} nor {@code hashCode}. */
  static class Session {
    Object next;
    List<Object> log;
  }

  record Link(Object from, Object to) {}

  private static final int TIMES = 8;

  /** The same graph, made again and again; identity hash codes give another order each time. */
  private static void requireOneEncoding(Function<Random, Object> graph) {
    Captures captures = new Captures();
    byte[] first = captures.state(graph.apply(new Random(0)));
    for (int i = 1; i < TIMES; i++) {
      assertThat(captures.state(graph.apply(new Random(i)))).as("time %d", i).isEqualTo(first);
    }
    for (Arrangement arrangement : Arrangement.values()) {
      Box restored = captures.restoreInto(first, new Box(null), arrangement);
      assertThat(captures.full(restored)).as("%s", arrangement).isEqualTo(first);
    }
  }

  private static List<Session> sessions(int count) {
    List<Session> sessions = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      sessions.add(new Session());
    }
    return sessions;
  }

  private static <T> Set<T> setOf(List<T> elements, Random random) {
    List<T> shuffled = new ArrayList<>(elements);
    Collections.shuffle(shuffled, random);
    return new HashSet<>(shuffled);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 7, 8, 20, 65})
  void inASetAndInAList(int count) {
    requireOneEncoding(
        random -> {
          List<Session> sessions = sessions(count);
          return List.of(setOf(sessions, random), sessions);
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 7, 8, 20, 65})
  void inTwoSetsThatShareHalf(int count) {
    requireOneEncoding(
        random -> {
          List<Session> sessions = sessions(count);
          return List.of(
              setOf(sessions, random), setOf(sessions.subList(count / 2, count), random));
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 7, 8, 20, 65})
  void withAListEachAndOneOfThemCurrent(int count) {
    requireOneEncoding(
        random -> {
          List<Session> sessions = sessions(count);
          sessions.forEach(s -> s.log = new ArrayList<>(List.of("opened")));
          return List.of(setOf(sessions, random), setOf(sessions, random), sessions.get(0));
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 7, 8, 20, 65})
  void inARing(int count) {
    requireOneEncoding(random -> setOf(ring(count), random));
  }

  private static List<Session> ring(int count) {
    List<Session> sessions = sessions(count);
    for (int i = 0; i < count; i++) {
      sessions.get(i).next = sessions.get((i + 1) % count);
    }
    return sessions;
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 7, 10})
  void inSeveralRings(int count) {
    requireOneEncoding(
        random -> {
          List<Session> sessions = new ArrayList<>();
          for (int i = 0; i < count; i++) {
            sessions.addAll(ring(3));
          }
          return List.of(setOf(sessions, random), setOf(sessions, random));
        });
  }

  @Test
  void aRingOfSixIsNotTwoRingsOfThree() {
    Captures captures = new Captures();
    List<Session> two = new ArrayList<>(ring(3));
    two.addAll(ring(3));
    assertThat(captures.state(new HashSet<>(ring(6))))
        .isNotEqualTo(captures.state(new HashSet<>(two)));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 7, 20, 65})
  void asKeysOfAMapAndInRecords(int count) {
    requireOneEncoding(
        random -> {
          List<Session> sessions = sessions(count);
          Map<Session, Integer> ranks = new HashMap<>();
          setOf(sessions, random).forEach(s -> ranks.put(s, sessions.indexOf(s) % 3));
          List<Link> links = new ArrayList<>();
          for (int i = 1; i < count; i++) {
            links.add(new Link(sessions.get(i - 1), sessions.get(i)));
          }
          return List.of(setOf(links, random), ranks);
        });
  }

  @Test
  void randomGraphsHaveOneEncodingWhateverTheOrder() {
    for (long seed = 0; seed < 250; seed++) {
      long graph = seed;
      requireOneEncoding(random -> random(new Random(graph), random));
    }
  }

  /** References at random between a dozen lookalikes, in sets, maps and records. */
  private static Object random(Random graph, Random order) {
    List<Session> sessions = sessions(2 + graph.nextInt(11));
    int kinds = 1 + graph.nextInt(3);
    for (Session session : sessions) {
      if (graph.nextInt(kinds) == 0) {
        session.next = any(graph, sessions);
      }
      if (graph.nextInt(kinds) == 0) {
        session.log = new ArrayList<>(List.of(any(graph, sessions)));
      }
    }
    List<Link> links = new ArrayList<>();
    List<Session> some = new ArrayList<>();
    for (int i = graph.nextInt(6); i > 0; i--) {
      links.add(new Link(any(graph, sessions), any(graph, sessions)));
      some.add(any(graph, sessions));
    }
    Object current = graph.nextBoolean() ? any(graph, sessions) : "none";
    return List.of(setOf(sessions, order), setOf(links, order), setOf(some, order), current);
  }

  private static Session any(Random random, List<Session> sessions) {
    return sessions.get(random.nextInt(sessions.size()));
  }

  @Test
  void differentRandomGraphsHaveDifferentEncodings() {
    // What a graph's encoding is restored to must have as many objects and links as the graph.
    Captures captures = new Captures();
    Set<String> encodings = new HashSet<>();
    for (int bits = 0; bits < 64; bits++) {
      List<Session> sessions = sessions(3);
      List<Link> links = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        if ((bits >> i & 1) != 0) {
          int from = i / 2;
          links.add(new Link(sessions.get(from), sessions.get((from + 1 + i % 2) % 3)));
        }
      }
      encodings.add(
          Arrays.toString(captures.state(List.of(new HashSet<>(sessions), new HashSet<>(links)))));
    }
    // There are 16 directed graphs of three nodes that look alike (OEIS A000273).
    assertThat(encodings).hasSize(16);
  }

  /** Rows and columns of a square: every object has the same surroundings. */
  private static Object grid(int side, Random order) {
    List<Session> sessions = sessions(side * side);
    List<Link> links = new ArrayList<>();
    for (int a = 0; a < sessions.size(); a++) {
      for (int b = 0; b < sessions.size(); b++) {
        if (a != b && (a / side == b / side || a % side == b % side)) {
          links.add(new Link(sessions.get(a), sessions.get(b)));
        }
      }
    }
    return setOf(links, order);
  }

  @Test
  void veryRegularGraphsHaveOneEncodingToo() {
    requireOneEncoding(order -> grid(3, order));
  }

  @Test
  void graphsThatAreTooRegularAreRefused() {
    ProtocolException refusal = new Captures().refusalOfState(grid(12, new Random(1)));
    assertThat(refusal)
        .hasMessageContaining("145 objects")
        .hasMessageContaining("tells them apart");
  }
}
