package dev.parley.protocols.register;

import dev.parley.protocols.PinnedResults;
import java.util.List;

class RegularRegisterTest extends PinnedResults {
  RegularRegisterTest() {
    super(RegularRegister.class);
  }

  @Override
  protected List<Verified> verified() {
    return List.of(
        new Verified("crash(3,1,1)", 2_380, 7_131, 267, 11),
        new Verified("crash(4,1,1)", 9_630, 34_966, 552, 13),
        new Verified("crash(3,1,2)", 42_004, 147_975, 2_736, 16),
        new Verified("register(3,1,1)", 595, 1_569, 48, 10),
        new Verified("register(3,1,2)", 10_501, 34_245, 408, 15),
        new Verified("register(3,2,1)", 27_847, 107_819, 768, 15),
        new Verified("register(4,1,1)", 1_926, 6_310, 84, 12),
        new Verified("register(4,1,2)", 55_938, 225_586, 948, 18),
        new Verified("register(4,2,1)", 180_184, 878_529, 1_764, 18),
        new Verified("register(5,1,1)", 23_960, 102_356, 990, 14),
        new Verified("recorded(3,1,2)", 18_835, 51_186, 1_872, 15),
        new Verified("recorded(4,1,2)", 128_574, 390_878, 11_472, 18));
  }

  @Override
  protected List<Violated> violated() {
    return List.of(
        new Violated("timestampsIgnored(3,1,1)", "regularity", 8),
        new Violated("quorumTooSmall(3,1,1)", "regularity", 7),
        new Violated("quorumTooSmall(5,1,1)", "regularity", 9),
        new Violated("lateWriteOverwrites(3,1,2)", "regularity", 13));
  }

  /** Too large for the brute-force exploration: the engine's word. */
  @Override
  protected List<Verified> large() {
    return List.of(
        new Verified("register(3,2,2)", 1_295_623, 5_953_319, 18_498, 20),
        new Verified("register(5,1,2)", 3_679_730, 21_526_246, 40_710, 21));
  }
}
