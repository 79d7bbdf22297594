package dev.parley.junit;

import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;
import org.junit.platform.engine.support.descriptor.ClassSource;

/**
 * A class annotated {@link CheckProtocols}: the container of the protocols that it stands for.
 * Surefire runs a test class only if it finds it again among what was discovered.
 */
final class StandInDescriptor extends AbstractTestDescriptor {
  static final String SEGMENT = "class";

  StandInDescriptor(UniqueId parent, Class<?> type) {
    super(parent.append(SEGMENT, type.getName()), type.getSimpleName(), ClassSource.from(type));
  }

  @Override
  public String getLegacyReportingName() {
    return ((ClassSource) getSource().orElseThrow()).getClassName();
  }

  @Override
  public Type getType() {
    return Type.CONTAINER;
  }
}
