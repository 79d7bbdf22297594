/** The engine's front door: options in, {@link dev.parley.engine.Checker} runs, results out. */
package dev.parley.engine;
