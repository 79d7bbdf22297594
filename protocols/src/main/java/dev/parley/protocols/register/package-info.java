/** Registers replicated over base objects: a regular one, a wrong specification of it, and ABD. */
package dev.parley.protocols.register;
