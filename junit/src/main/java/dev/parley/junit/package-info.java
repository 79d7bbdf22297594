/**
 * Protocols as tests: a front over the runner for everything that runs tests on the JUnit Platform,
 * such as IDEs, Surefire, Gradle and the console launcher.
 *
 * <p>Discovery reads class files and loads no protocol. Execution is that of a build: one run of
 * {@link dev.parley.runner.CheckTask} for all chosen instances, in the engine's own process, with
 * one report.
 */
package dev.parley.junit;
