package dev.parley.runner;

import java.nio.file.Path;

/**
 * How to write the reports of an earlier check again.
 *
 * @param results the directory with its results, where the reports go too
 * @param history the recorded past, which the reports show
 */
public record ReportOptions(Path results, HistoryOptions history) {}
