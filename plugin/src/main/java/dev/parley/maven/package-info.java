/**
 * The Maven goals. A goal turns its parameters into one options record, lets {@link
 * dev.parley.engine.fork.EngineProcess} do the work, writes what came out and decides whether the
 * build may go on.
 */
package dev.parley.maven;
