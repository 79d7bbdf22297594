/**
 * The tasks {@code parleyCheck}, {@code parleyCompare}, {@code parleyReport}, {@code parleyGate}
 * and {@code parleyReplay}: Gradle's front over {@link dev.parley.runner}. The extension {@code
 * parley} has the Maven goals' parameters under the same names.
 */
package dev.parley.gradle;
