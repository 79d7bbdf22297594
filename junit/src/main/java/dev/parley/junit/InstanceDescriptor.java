package dev.parley.junit;

import dev.parley.runner.DeclaredInstance;
import java.util.LinkedHashSet;
import java.util.Set;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;

/** An instance: a test. */
final class InstanceDescriptor extends AbstractTestDescriptor {
  static final String SEGMENT = "instance";

  private final DeclaredInstance instance;
  private boolean askedFor;

  InstanceDescriptor(UniqueId parent, DeclaredInstance instance) {
    super(parent.append(SEGMENT, instance.name()), instance.name(), source(instance));
    this.instance = instance;
  }

  /** A protocol that has no instances has no method either. */
  private static TestSource source(DeclaredInstance instance) {
    return instance
        .method()
        .<TestSource>map(
            m -> MethodSource.from(instance.protocolClass(), m.name(), m.parameterTypes()))
        .orElseGet(() -> ClassSource.from(instance.protocolClass()));
  }

  DeclaredInstance instance() {
    return instance;
  }

  /** Somebody named this very instance: then it runs whatever its tags are. */
  void askFor() {
    askedFor = true;
  }

  boolean isAskedFor() {
    return askedFor;
  }

  @Override
  public Type getType() {
    return Type.TEST;
  }

  /** Its tags and its protocol's, as far as the platform can express them. */
  @Override
  public Set<TestTag> getTags() {
    Set<TestTag> tags = new LinkedHashSet<>();
    instance.tags().stream().filter(TestTag::isValid).map(TestTag::create).forEach(tags::add);
    return tags;
  }
}
