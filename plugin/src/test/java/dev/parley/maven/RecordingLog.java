package dev.parley.maven;

import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugin.Mojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugin.logging.SystemStreamLog;

/** Keeps what a goal logs. */
final class RecordingLog extends SystemStreamLog {
  private final List<String> lines = new ArrayList<>();

  /** Executes the goal and returns what it logged. */
  static List<String> of(Mojo mojo) throws MojoExecutionException, MojoFailureException {
    RecordingLog log = new RecordingLog();
    mojo.setLog(log);
    mojo.execute();
    return log.lines;
  }

  List<String> lines() {
    return lines;
  }

  @Override
  public void info(CharSequence content) {
    lines.add("[info] " + content);
  }

  @Override
  public void warn(CharSequence content) {
    lines.add("[warn] " + content);
  }

  @Override
  public void error(CharSequence content) {
    lines.add("[error] " + content);
  }
}
