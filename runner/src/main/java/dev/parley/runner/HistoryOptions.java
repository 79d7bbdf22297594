package dev.parley.runner;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What goals do with the recorded past.
 *
 * @param file where it is recorded
 * @param record whether to add this run to it
 * @param commit the commit to record it for, if it was named
 * @param accept whether figures that are worse are recorded as those to judge by from now on
 * @param thresholds how much worse a run may be
 */
public record HistoryOptions(
    Path file, boolean record, Optional<String> commit, boolean accept, Thresholds thresholds) {
  /** The file's name unless another is given. */
  public static final String FILE = "parley-history.jsonl";

  public HistoryOptions {
    commit = commit.map(String::strip).filter(name -> !name.isEmpty());
  }
}
