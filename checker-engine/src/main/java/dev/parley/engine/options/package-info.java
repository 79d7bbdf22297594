/**
 * How to search: what goals turn their parameters into, and what every part of the engine reads.
 */
package dev.parley.engine.options;
