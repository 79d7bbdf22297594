/**
 * The Maven goals. A goal turns its parameters into one options record, lets a task of {@link
 * dev.parley.runner} do the work, and turns the task's outcome into what Maven calls a failure or
 * an error.
 */
package dev.parley.maven;
