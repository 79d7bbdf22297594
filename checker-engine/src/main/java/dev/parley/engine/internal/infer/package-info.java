/** Finds, in the byte code, fields of nodes that are auxiliary although nobody marked them. */
package dev.parley.engine.internal.infer;
