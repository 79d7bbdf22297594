/**
 * The independent oracle: a naive checker that shares nothing with the engine but the model and the
 * protocol API, a generator of random protocols, and the tests that hold the engine against both.
 *
 * <p>Nothing here may use {@code dev.parley.engine.internal}, except the renderer, to recognise the
 * messages the engine's traces name. An error made twice is an error found never, so even what the
 * engine could lend (reading annotations, copying objects, naming states) is written anew, in the
 * plainest way that works.
 */
package dev.parley.engine.reference;
