/** What the bundled protocols share. */
package dev.parley.protocols;
