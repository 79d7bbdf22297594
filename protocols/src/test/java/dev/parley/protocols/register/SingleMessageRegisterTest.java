package dev.parley.protocols.register;

import dev.parley.protocols.PinnedResults;
import java.util.List;

class SingleMessageRegisterTest extends PinnedResults {
  SingleMessageRegisterTest() {
    super(SingleMessageRegister.class);
  }

  @Override
  protected List<Verified> verified() {
    return List.of(
        new Verified("register(3,1,1)", 2_029, 7_266, 48, 12),
        new Verified("register(3,1,2)", 41_323, 171_645, 408, 18),
        new Verified("register(3,2,1)", 179_161, 937_868, 768, 18),
        new Verified("register(4,1,1)", 26_084, 130_026, 84, 16));
  }

  @Override
  protected List<Violated> violated() {
    return List.of(
        new Violated("timestampsIgnored(3,1,1)", "regularity", 10),
        new Violated("quorumTooSmall(3,1,1)", "regularity", 8),
        new Violated("lateWriteOverwrites(3,1,2)", "regularity", 16));
  }

  @Override
  protected List<Verified> large() {
    return List.of(new Verified("register(5,1,1)", 291_430, 1_804_326, 990, 18));
  }
}
