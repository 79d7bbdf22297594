/** Leader election and mutual exclusion on unidirectional rings. */
package dev.parley.protocols.ring;
