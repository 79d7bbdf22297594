/**
 * The papers' evaluation tables beside Parley's own figures: what the papers published, which
 * searches stand for it, and the two pages that show both. {@link
 * dev.parley.protocols.tables.Tables} says how to run it. It is among the tests because it needs
 * the engine, which the protocols do not, and because nobody who uses the protocols needs it.
 */
package dev.parley.protocols.tables;
