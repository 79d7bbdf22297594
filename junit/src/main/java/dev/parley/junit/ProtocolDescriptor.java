package dev.parley.junit;

import java.nio.file.Path;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;
import org.junit.platform.engine.support.descriptor.ClassSource;

/** A protocol: the container of its instances. */
final class ProtocolDescriptor extends AbstractTestDescriptor {
  static final String SEGMENT = "protocol";

  private final String className;
  private final Path root;

  /**
   * A protocol without instances yet.
   *
   * @param parent the engine's id
   * @param name the protocol's name
   * @param className its class
   * @param root the directory or jar the class was found in
   */
  ProtocolDescriptor(UniqueId parent, String name, String className, Path root) {
    super(parent.append(SEGMENT, className), name, ClassSource.from(className));
    this.className = className;
    this.root = root;
  }

  Path root() {
    return root;
  }

  String className() {
    return className;
  }

  @Override
  public String getLegacyReportingName() {
    return className;
  }

  @Override
  public Type getType() {
    return Type.CONTAINER;
  }
}
