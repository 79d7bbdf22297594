package dev.parley.runner;

import java.nio.file.Path;

/**
 * How to judge results that are there already.
 *
 * @param results the directory they are in
 * @param history the recorded past to judge by
 * @param failOnBudget whether an exhausted budget fails the build
 * @param failOnAssumedDecomposition whether it fails the build that a verdict rests on auxiliary
 *     content that is assumed to make no difference, and neither proven nor audited
 * @param failIfNothingFound whether it is a failure that there are no results
 */
public record GateOptions(
    Path results,
    HistoryOptions history,
    boolean failOnBudget,
    boolean failOnAssumedDecomposition,
    boolean failIfNothingFound) {}
