/**
 * Registers replicated over base objects: a regular one, a wrong specification of it, and ABD; and
 * registers behind servers as their clients see them.
 */
package dev.parley.protocols.register;
