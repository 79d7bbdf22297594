/** How a check is carried out; nothing here is meant to be used from outside the engine. */
package dev.parley.engine.internal;
