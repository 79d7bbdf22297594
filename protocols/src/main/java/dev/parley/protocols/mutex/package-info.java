/** Mutual exclusion by time stamps. */
package dev.parley.protocols.mutex;
