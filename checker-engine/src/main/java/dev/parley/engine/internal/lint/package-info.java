/**
 * Looks into the byte code of steps and properties before they run: what they do that a pure
 * function must not, and where they stand in the source.
 */
package dev.parley.engine.internal.lint;
