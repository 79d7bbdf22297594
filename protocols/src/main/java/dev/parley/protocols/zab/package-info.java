/** Zab, the atomic broadcast of ZooKeeper: its safety, and where it need not make progress. */
package dev.parley.protocols.zab;
