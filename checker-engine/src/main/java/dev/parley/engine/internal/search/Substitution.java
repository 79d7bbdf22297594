package dev.parley.engine.internal.search;

import dev.parley.api.Node;
import dev.parley.api.Pending;
import dev.parley.engine.internal.capture.Codec.Arrangement;
import dev.parley.engine.internal.capture.NodeFields;
import dev.parley.engine.internal.space.StateSpace;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.model.Property;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Judges a property in a world that is like a state except for one field of one node, which has an
 * earlier content. So it finds the fields that a violation hangs on: those without whose last
 * changes the property would hold.
 *
 * <p>Such a world need not be reachable, and nothing is concluded from it: the fields are pointed
 * out to the reader, no more. A property that throws in it, or that looks at something it does not
 * have, has no value there.
 */
public final class Substitution {
  private final Lab lab;
  private final Property property;
  private final int[] state;

  /**
   * Substitutes in one state.
   *
   * @param lab where the property is judged; nothing else may use its nodes meanwhile
   * @param state the state, by its parts
   */
  public Substitution(Lab lab, Property property, int[] state) {
    this.lab = lab;
    this.property = property;
    this.state = state.clone();
  }

  /**
   * The value with another content of one field.
   *
   * @param node whose field
   * @param field which of its {@link NodeFields}
   * @param content what it holds instead; not an object that belongs to a node of the lab
   * @return nothing if the property has none
   */
  public Optional<Boolean> value(int node, int field, Object content) {
    try {
      return Optional.of(property.predicate().test(new Altered(node, field, content)));
    } catch (Exception | AssertionError | StackOverflowError | LinkageError e) {
      // The world was made up; what a property does in it is nobody's mistake.
      return Optional.empty();
    }
  }

  private final class Altered extends ObservedWorld {
    private final Node[] restored = new Node[lab.participants().count()];
    private final int node;
    private final int field;
    private final Object content;

    Altered(int node, int field, Object content) {
      super(lab.participants());
      this.node = node;
      this.field = field;
      this.content = content;
    }

    @Override
    protected Node look(int index) {
      if (restored[index] == null) {
        StateSpace space = lab.space();
        int local = space.local(index, state[index]);
        restored[index] = lab.runner().restore(index, local, Arrangement.FORWARD);
        if (index == node) {
          new NodeFields(restored[index].getClass()).write(restored[index], field, content);
        }
      }
      return restored[index];
    }

    @Override
    protected List<Pending> lookAtPending(int index) {
      Participants participants = lab.participants();
      List<Pending> pending = new ArrayList<>();
      for (int message : lab.space().pending(index, state[index])) {
        pending.add(
            new Pending(
                participants.id(lab.space().messages().sender(message)),
                participants.id(index),
                lab.space().messages().restore(message, Arrangement.FORWARD)));
      }
      return pending;
    }

    @Override
    protected boolean lookAtUp(Node shown) {
      return lab.space().environment().enables(state, Arrays.asList(restored).indexOf(shown));
    }

    @Override
    protected boolean lookAtHistory(String name) {
      return lab.space().environment().recorder(name).orElseThrow().fits(state);
    }
  }
}
