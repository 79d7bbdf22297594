/** Atomic commitment. */
package dev.parley.protocols.commit;
