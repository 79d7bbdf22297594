package dev.parley.gradle;

import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.file.RegularFileProperty;
import org.gradle.api.tasks.Internal;

/** What tasks that come back to the results of a check have in common. They do not check. */
public abstract class ResultsTask extends ParleyTask {
  ResultsTask() {}

  /** The directory with the results of {@code parleyCheck}. */
  @Internal
  public abstract DirectoryProperty getResults();

  /** Where the past of the protocols is recorded; the file need not exist. */
  @Internal
  public abstract RegularFileProperty getHistoryFile();
}
