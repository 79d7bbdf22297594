/** A primary and its backup. */
package dev.parley.protocols.replication;
