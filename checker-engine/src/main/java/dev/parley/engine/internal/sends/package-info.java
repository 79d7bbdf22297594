/** Derives, from the byte code, what each handler may send and to whom. */
package dev.parley.engine.internal.sends;
