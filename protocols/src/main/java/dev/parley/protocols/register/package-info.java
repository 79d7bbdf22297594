/** A regular register replicated over base objects, and a wrong specification of it. */
package dev.parley.protocols.register;
