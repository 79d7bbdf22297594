package dev.parley.junit;

import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;

/**
 * A test that fails: for what is wrong and belongs to no instance. A class file that cannot be read
 * must not look like one without protocols.
 */
final class MistakeDescriptor extends AbstractTestDescriptor {
  private final String text;

  /**
   * A mistake.
   *
   * @param parent the engine's id
   * @param name what it is about
   * @param text what is wrong, and what to do
   */
  MistakeDescriptor(UniqueId parent, String name, String text) {
    super(parent.append("mistake", name), name);
    this.text = text;
  }

  String text() {
    return text;
  }

  @Override
  public Type getType() {
    return Type.TEST;
  }
}
