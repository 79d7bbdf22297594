/** Measurements, each a main class of its own, run by hand or by {@code bench/run}. */
package dev.parley.bench;
