/**
 * A protocol as the engine sees it: node types with their handlers, an instance's nodes, its
 * properties. Made from annotated classes by {@link dev.parley.engine.model.ModelLoader}.
 */
package dev.parley.engine.model;
