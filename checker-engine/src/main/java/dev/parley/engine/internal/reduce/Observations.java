package dev.parley.engine.internal.reduce;

import dev.parley.engine.internal.infer.FieldReads;
import dev.parley.engine.internal.search.Judges;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.Property;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Knowledge about an instance that all its searches share: the local steps of its nodes, which are
 * found once, and the nodes that properties were seen to look at. A reduction assumes that they
 * look at nothing else. If a search shows that they do, it is abandoned and repeated with the new
 * knowledge. The set of nodes only grows, so this ends.
 */
public final class Observations {
  private final Map<String, BitSet> nodes = new HashMap<>();
  private final Set<String> pending = new HashSet<>();
  private Optional<Preparation.Result> prepared = Optional.empty();
  private Optional<FieldReads> reads = Optional.empty();

  /** What the nodes can do, as it is found out the first time. */
  Preparation.Result prepared(Supplier<Preparation.Result> findOut) {
    if (prepared.isEmpty()) {
      prepared = Optional.of(findOut.get());
    }
    return prepared.get();
  }

  /** What byte code shows of an instance's fields, which is the same for all its searches. */
  FieldReads reads(Model model) {
    if (reads.isEmpty()) {
      reads = Optional.of(FieldReads.of(model));
    }
    return reads.get();
  }

  /** The nodes a property was seen to look at; not to be changed. */
  BitSet nodes(Property property) {
    return nodes.computeIfAbsent(property.name(), name -> new BitSet());
  }

  boolean looksAtPending(Property property) {
    return pending.contains(property.name());
  }

  void noteNodes(Property property, BitSet looked) {
    nodes(property).or(looked);
  }

  void notePending(Property property) {
    pending.add(property.name());
  }

  /** Takes over what the judges of a search have seen. */
  void note(List<Property> properties, Judges judges) {
    for (Property property : properties) {
      noteNodes(property, judges.lookedAt(property));
      if (judges.looksAtPending(property)) {
        notePending(property);
      }
    }
  }
}
