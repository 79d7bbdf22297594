/**
 * What protocols get in the place of collections whose order means nothing and of hash codes that
 * differ from JVM to JVM. The only part of the engine that the code of protocols links to: {@code
 * ProtocolClassLoader} rewrites their calls.
 */
package dev.parley.engine.internal.order;
