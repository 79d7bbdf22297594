package dev.parley.junit;

import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherFactory;

/** The JUnit Platform within these tests. */
final class Platform {
  private Platform() {}

  /** Jupiter, which runs these very tests, is left out. */
  static Launcher withParleyOnly() {
    return LauncherFactory.create(
        LauncherConfig.builder()
            .enableTestEngineAutoRegistration(false)
            .addTestEngines(new ParleyTestEngine())
            .enableTestExecutionListenerAutoRegistration(false)
            .build());
  }
}
