/** Turns a path of keys into something people can read, and reads it back. */
package dev.parley.engine.internal.trace;
