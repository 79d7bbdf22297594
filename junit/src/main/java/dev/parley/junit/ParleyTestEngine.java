package dev.parley.junit;

import dev.parley.runner.DeclaredProtocols;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.junit.platform.engine.EngineDiscoveryRequest;
import org.junit.platform.engine.ExecutionRequest;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestEngine;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.EngineDescriptor;

/** The JUnit Platform's door to Parley: every instance of a protocol is a test. */
public final class ParleyTestEngine implements TestEngine {
  /** The engine's name on the platform. */
  public static final String ID = "parley";

  private final ConcurrentMap<List<Path>, DeclaredProtocols> known = new ConcurrentHashMap<>();

  /** Made by the platform. */
  public ParleyTestEngine() {}

  @Override
  public String getId() {
    return ID;
  }

  @Override
  public Optional<String> getGroupId() {
    return Optional.of("dev.parley");
  }

  @Override
  public Optional<String> getArtifactId() {
    return Optional.of("parley-junit");
  }

  @Override
  public TestDescriptor discover(EngineDiscoveryRequest request, UniqueId uniqueId) {
    EngineDescriptor engine = new EngineDescriptor(uniqueId, "Parley");
    new Finder(engine, known).find(request);
    return engine;
  }

  @Override
  public void execute(ExecutionRequest request) {
    new Execution(request).run();
  }
}
