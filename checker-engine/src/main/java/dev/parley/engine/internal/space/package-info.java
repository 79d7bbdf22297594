/**
 * Local steps memoised, nodes' states interned to cells, cells packed to keys: from here on the
 * search deals in integers only.
 */
package dev.parley.engine.internal.space;
