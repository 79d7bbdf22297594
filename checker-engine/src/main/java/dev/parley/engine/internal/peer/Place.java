package dev.parley.engine.internal.peer;

import dev.parley.api.Reply;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A place in the tree of everything that was learnt of a program: the requests and replies on the
 * way from the root are a history that really happened. The branching cache is this tree; a
 * program's places are its local states.
 *
 * <p>Places are never removed. What was seen of a program is evidence: of one that answers
 * differently each time it cannot be had again.
 */
final class Place {
  private final Place parent;
  private final Ask ask;
  private final Reply reply;
  private final int depth;
  private final Map<Ask, List<Place>> next = new LinkedHashMap<>();
  private boolean audited;
  private Optional<String> digest = Optional.empty();

  private Place(Place parent, Ask ask, Reply reply, int depth) {
    this.parent = parent;
    this.ask = ask;
    this.reply = reply;
    this.depth = depth;
  }

  /** Where every program begins. */
  static Place root() {
    return new Place(null, null, Reply.NONE, 0);
  }

  /** Where a process is that has had a history which is not in the tree. */
  static Place nowhere() {
    return root();
  }

  boolean isRoot() {
    return parent == null;
  }

  Place parent() {
    return parent;
  }

  /** The request that led here; there is none at the root. */
  Ask ask() {
    return ask;
  }

  /** The reply that led here. */
  Reply reply() {
    return reply;
  }

  int depth() {
    return depth;
  }

  /** The places that a request was seen to lead to, in the order in which they were. */
  List<Place> after(Ask request) {
    return next.getOrDefault(request, List.of());
  }

  /** The requests that were sent from here. */
  List<Ask> asked() {
    return List.copyOf(next.keySet());
  }

  boolean isLeaf() {
    return next.isEmpty();
  }

  /** The place that a request led to with a reply; it is new if this was not seen before. */
  Place learn(Ask request, Reply answer) {
    List<Place> known = next.computeIfAbsent(request, r -> new ArrayList<>());
    for (Place place : known) {
      if (place.reply.equals(answer)) {
        return place;
      }
    }
    Place place = new Place(this, request, answer, depth + 1);
    known.add(place);
    return place;
  }

  /** Whether the same history was seen a second time, on a process that knew nothing else. */
  boolean isAudited() {
    return audited;
  }

  /** The history up to here was seen a second time. */
  void confirm() {
    for (Place place = this; place != null && !place.audited; place = place.parent) {
      place.audited = true;
    }
  }

  /** What the program said of its state here. */
  Optional<String> digest() {
    return digest;
  }

  void tell(String newDigest) {
    digest = Optional.of(newDigest);
  }

  /** The places from the root, which is left out, to this one. */
  List<Place> path() {
    Deque<Place> path = new ArrayDeque<>();
    for (Place place = this; !place.isRoot(); place = place.parent) {
      path.addFirst(place);
    }
    return List.copyOf(path);
  }

  /** All places from here on, this one first, in the order of the tree. */
  List<Place> all() {
    List<Place> all = new ArrayList<>();
    Deque<Place> open = new ArrayDeque<>(List.of(this));
    while (!open.isEmpty()) {
      Place place = open.pop();
      all.add(place);
      place.next.values().forEach(places -> places.forEach(open::push));
    }
    return all;
  }
}
