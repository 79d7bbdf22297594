/** Primitive tables that hold everything the search remembers, from bytes up to visited states. */
package dev.parley.engine.internal.store;
