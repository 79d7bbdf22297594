/** Tells whether code has changed, without loading any of it. */
package dev.parley.engine.code;
