package dev.parley.protocols.tables;

import java.util.Optional;

/** What has been measured so far. */
interface Measurements {
  /** What this run came to, if it ran. */
  Optional<Measured> of(Run run);
}
