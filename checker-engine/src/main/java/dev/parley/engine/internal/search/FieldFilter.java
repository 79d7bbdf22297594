package dev.parley.engine.internal.search;

/** Says which fields of nodes are worth showing. */
@FunctionalInterface
public interface FieldFilter {
  /** Whether a field, given by its name, is shown of a node. */
  boolean shows(int node, String field);
}
