package dev.parley.protocols.rounds;

import dev.parley.protocols.PinnedResults;
import java.util.List;

class UniformVotingTest extends PinnedResults {
  UniformVotingTest() {
    super(UniformVoting.class);
  }

  @Override
  protected List<Verified> verified() {
    return List.of(
        new Verified("kernel(3,2)", 76_916, 158_340, 10_000, 16),
        new Verified("majority(3,2)", 18_242, 41_646, 4_096, 15));
  }

  @Override
  protected List<Violated> violated() {
    return List.of(
        new Violated("noKernel(3,1)", "agreement", 6),
        new Violated("estimateKept(3,3)", "agreement", 15));
  }
}
