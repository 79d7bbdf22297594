/** Runs users' code: one local step at a time, on a restored node, watched for impurity. */
package dev.parley.engine.internal.step;
