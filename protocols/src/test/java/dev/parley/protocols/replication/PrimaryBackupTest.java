package dev.parley.protocols.replication;

import dev.parley.protocols.PinnedResults;
import java.util.List;

class PrimaryBackupTest extends PinnedResults {
  PrimaryBackupTest() {
    super(PrimaryBackup.class);
  }

  @Override
  protected List<Verified> verified() {
    return List.of(
        new Verified("crash(1,1)", 128, 309, 33, 11),
        new Verified("crash(2,1)", 796, 2_608, 104, 19),
        new Verified("crash(2,2)", 7_792, 38_477, 435, 28),
        new Verified("restart(1,1)", 256, 752, 65, 13),
        new Verified("restart(2,1)", 1_592, 6_010, 244, 21));
  }

  @Override
  protected List<Violated> violated() {
    return List.of(
        new Violated("backupForgets(1,1)", "confirmedIsKept", 8),
        new Violated("confirmedTooEarly(1,1)", "confirmedIsKept", 4));
  }
}
