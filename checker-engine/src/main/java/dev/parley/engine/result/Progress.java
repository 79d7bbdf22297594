package dev.parley.engine.result;

import dev.parley.engine.options.Budget;

/**
 * How far a running check has come.
 *
 * @param states distinct states so far
 * @param transitions steps taken so far
 * @param frontier states waiting to be expanded
 * @param depth how deep the search is
 * @param storeBytes what the engine's tables take
 * @param millis time spent
 * @param budget what may be spent
 */
public record Progress(
    long states,
    long transitions,
    long frontier,
    long depth,
    long storeBytes,
    long millis,
    Budget budget) {}
