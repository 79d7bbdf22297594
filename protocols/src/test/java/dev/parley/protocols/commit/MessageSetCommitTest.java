package dev.parley.protocols.commit;

import dev.parley.protocols.PinnedResults;
import java.util.List;

class MessageSetCommitTest extends PinnedResults {
  MessageSetCommitTest() {
    super(MessageSetCommit.class);
  }

  @Override
  protected List<Verified> verified() {
    return List.of(
        new Verified("commit(3)", 288, 1_145, 0, 10),
        new Verified("commit(4)", 1_568, 8_257, 0, 13),
        new Verified("commit(5)", 8_832, 58_145, 0, 16));
  }

  @Override
  protected List<Violated> violated() {
    return List.of(
        new Violated("majorityCommits(3)", "consistency", 7),
        new Violated("preparedAborts(3)", "consistency", 9));
  }
}
