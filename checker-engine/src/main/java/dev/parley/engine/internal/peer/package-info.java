/** Programs behind nodes: their processes, and what was learnt of their answers. */
package dev.parley.engine.internal.peer;
