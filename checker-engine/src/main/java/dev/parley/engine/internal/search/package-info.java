/** The search: one loop over keys, with the order, the properties and the budget as its parts. */
package dev.parley.engine.internal.search;
