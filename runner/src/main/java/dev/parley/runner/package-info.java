/**
 * What a build does with a module's protocols, whichever tool builds it: find and select them, let
 * {@link dev.parley.engine.fork.EngineProcess} search them, judge, record and report what came out.
 *
 * <p>A front (a Maven goal, say) makes options and a {@link dev.parley.runner.BuildTool}, runs one
 * of the tasks and turns its {@link dev.parley.runner.RunOutcome} into what its tool calls success
 * or failure.
 */
package dev.parley.runner;
