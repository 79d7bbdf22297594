/**
 * Canonical capture of object graphs: {@link dev.parley.engine.internal.capture.Codec} turns a
 * node's fields or a message into bytes that are equal exactly when the content is, and back;
 * {@link dev.parley.engine.internal.capture.Renderer} turns them into text for people.
 */
package dev.parley.engine.internal.capture;
