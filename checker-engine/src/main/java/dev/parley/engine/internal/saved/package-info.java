/** Searches in files, so that an interrupted one can go on. */
package dev.parley.engine.internal.saved;
