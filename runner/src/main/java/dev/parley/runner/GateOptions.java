package dev.parley.runner;

import java.nio.file.Path;

/**
 * How to judge results that are there already.
 *
 * @param results the directory they are in
 * @param history the recorded past to judge by
 * @param failOnBudget whether an exhausted budget fails the build
 * @param failIfNothingFound whether it is a failure that there are no results
 */
public record GateOptions(
    Path results, HistoryOptions history, boolean failOnBudget, boolean failIfNothingFound) {}
