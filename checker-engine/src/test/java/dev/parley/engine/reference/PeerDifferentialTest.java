package dev.parley.engine.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Exchange;
import dev.parley.api.Faults;
import dev.parley.api.Network;
import dev.parley.api.Node;
import dev.parley.api.NodeContext.Answered;
import dev.parley.api.NodeId;
import dev.parley.api.Peer;
import dev.parley.api.PeerProgram;
import dev.parley.api.PeerProgram.Checkpoint.When;
import dev.parley.api.Receive;
import dev.parley.api.Reply;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import dev.parley.engine.internal.InstanceCheck;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.model.NodeType;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.PeerUse;
import dev.parley.engine.result.ProgressListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * Random state machines, each as a real process that the engine talks to and as a table that the
 * naive checker looks up, must have the same states, transitions and verdicts.
 */
class PeerDifferentialTest {
  private static final int SEEDS = Integer.getInteger("parley.peers.seeds", 12);
  private static final int FIRST = Integer.getInteger("parley.peers.first", 0);
  private static final int LETTERS = 3;
  private static final int STATES = 4;

  /** What makes a machine end instead of answering. */
  private static final char END = '!';

  private static final String PROBE = "?\n";

  record Line(String text) {}

  record Answer(Reply reply) {}

  static final class Speaker extends Node {
    private final String lines;
    private int sent;
    private final List<String> heard = new ArrayList<>();

    Speaker(String lines) {
      this.lines = lines;
    }

    @Step(when = "hasMore")
    void speak() {
      sendToAll(Machine.class, new Line(lines.substring(sent, sent + 1)));
      sent++;
    }

    boolean hasMore() {
      return sent < lines.length() && sent == heard.size();
    }

    @Receive
    void answer(Answer answer) {
      heard.add(answer.reply().content());
    }
  }

  /**
   * A machine.
   *
   * <p>{@code table} has for each state and letter the output and the next state.
   */
  static final class Machine extends Peer implements NaiveProgram {
    private final String table;
    private final boolean probed;

    /** The number of a strategy of checkpoints; none if it is none's. */
    private final int strategy;

    Machine(String table, boolean probed, int strategy) {
      this.table = table;
      this.probed = probed;
      this.strategy = strategy;
    }

    @Override
    protected PeerProgram program() {
      StringBuilder script =
          new StringBuilder(
              "s=0; while read -r l; do case $l in"
                  + " save*) eval k${l#save }=$s; echo ${l#save }; continue;;"
                  + " back*) eval s=\\$k${l#back }; echo ${l#back }; continue;; esac;"
                  + " case $s$l in ");
      for (int entry = 0; entry < STATES * LETTERS; entry++) {
        script.append(entry / LETTERS).append((char) ('a' + entry % LETTERS)).append(") ");
        char output = table.charAt(2 * entry);
        script.append(output == END ? "exit 3" : "echo " + output);
        script.append("; s=").append(table.charAt(2 * entry + 1)).append(";; ");
      }
      script.append("*) echo $s;; esac; done");
      PeerProgram program = PeerProgram.command("sh", "-c", script.toString());
      if (strategy < When.values().length) {
        program = program.checkpoint(When.values()[strategy], "save {n}\n", "back {n}\n").pool(2);
      }
      return probed ? program.history(PeerProgram.History.probed(PROBE)) : program;
    }

    @Override
    public Answered answer(NodeId self, List<Exchange> before, Exchange asked) {
      if (probed) {
        int state = before.isEmpty() ? 0 : before.get(0).reply().content().charAt(0) - '0';
        Reply reply = reply(state, asked);
        String next = next(state, asked) + "\n";
        Reply digest = new Reply(Reply.Event.ANSWERED, next);
        return new Answered(reply, List.of(new Exchange(self, PROBE, 1, digest)));
      }
      int state = 0;
      for (Exchange exchange : before) {
        state = next(state, exchange);
      }
      List<Exchange> after = new ArrayList<>(before);
      after.add(asked.with(reply(state, asked)));
      return new Answered(reply(state, asked), after);
    }

    private int entry(int state, Exchange asked) {
      return 2 * (state * LETTERS + asked.sent().charAt(0) - 'a');
    }

    private Reply reply(int state, Exchange asked) {
      char output = state < 0 ? END : table.charAt(entry(state, asked));
      return output == END
          ? new Reply(Reply.Event.CRASHED, "status 3")
          : new Reply(Reply.Event.ANSWERED, output + "\n");
    }

    private int next(int state, Exchange asked) {
      return state < 0 || table.charAt(entry(state, asked)) == END
          ? -1
          : table.charAt(entry(state, asked) + 1) - '0';
    }

    @Receive
    void line(Line line, NodeId from) {
      send(from, new Answer(ask(from, line.text() + "\n")));
    }
  }

  private static final Property NEVER_Z =
      Models.invariant("neverZ", w -> speakers(w).stream().noneMatch(s -> s.heard.contains("z\n")));

  private static List<Speaker> speakers(World world) {
    return world.nodes(Speaker.class);
  }

  @Test
  void realProgramsAndTablesHaveTheSameStatesTransitionsAndVerdicts() {
    Map<String, Integer> seen = new TreeMap<>();
    for (int seed = FIRST; seed < FIRST + SEEDS; seed++) {
      compare(seed, seen);
    }
    if (SEEDS >= 12 && FIRST == 0) {
      assertThat(seen)
          .containsKeys(
              "crashes",
              "probed",
              "violated",
              "verified",
              "ordered",
              "losing",
              "restarting",
              "all by request",
              "io-only by request",
              "nd-only by request");
    }
  }

  private static void compare(int seed, Map<String, Integer> seen) {
    NaiveResult naive =
        NaiveChecker.check(model(seed, Models.UNREAD), NaiveChecker.Mode.EXHAUSTIVE, 100_000);
    List<SearchMode> modes = List.of(SearchMode.STATEFUL, SearchMode.DBSS, SearchMode.REDUCED);
    SearchMode mode = modes.get(seed % modes.size());
    Model model = model(seed, ModelLoader::nodeType);
    InstanceResult result =
        InstanceCheck.ofInspected(model, mode.options(), ProgressListener.NONE).run();

    assertThat(result.verdict()).as("seed %s: %s", seed, result).isEqualTo(naive.verdict());
    if (result.verdict() == Verdict.VERIFIED) {
      assertThat(result.figures().states()).as("seed %s", seed).isEqualTo(naive.states());
      assertThat(result.figures().transitions()).as("seed %s", seed).isEqualTo(naive.transitions());
      assertThat(result.figures().terminalStates()).isEqualTo(naive.terminalStates());
    }
    count(seen, naive.verdict().name().toLowerCase(), true);
    count(seen, "probed", probed(seed));
    PeerUse use = result.basis().peers().get(0);
    count(seen, use.checkpoints().strategy(), use.effort().restores() > 0);
    count(seen, "crashes", naive.full().stream().anyMatch(s -> s.toString().contains("status 3")));
    count(seen, "ordered", model.setting().network() == Network.ORDERED);
    count(seen, "losing", model.setting().faults().has(Faults.Kind.LOSE));
    count(seen, "restarting", model.setting().faults().has(Faults.Kind.RESTART));
  }

  private static void count(Map<String, Integer> seen, String what, boolean really) {
    if (really) {
      seen.merge(what, 1, Integer::sum);
    }
  }

  private static boolean probed(int seed) {
    return seed % 3 == 0;
  }

  private static Model model(int seed, Function<Class<? extends Node>, NodeType> types) {
    Random random = new Random(seed);
    boolean probed = probed(seed);
    StringBuilder table = new StringBuilder();
    for (int entry = 0; entry < STATES * LETTERS; entry++) {
      boolean ends = !probed && random.nextInt(8) == 0;
      boolean breaks = random.nextInt(20) == 0;
      table.append(ends ? END : breaks ? 'z' : (char) ('0' + random.nextInt(3)));
      table.append(random.nextInt(STATES));
    }
    Topology topology = new Topology();
    topology.add(new Speaker(lines(random))).add(new Speaker(lines(random)));
    topology.add(new Machine(table.toString(), probed, seed % 4));
    if (random.nextBoolean()) {
      topology.network(Network.ORDERED);
    }
    switch (random.nextInt(3)) {
      case 0 -> topology.faults(Faults.none().lose(1));
      case 1 -> topology.faults(Faults.none().crash(1, Machine.class).restart(1));
      default -> {}
    }
    return Models.of("machines", "seed" + seed, topology, List.of(NEVER_Z), types);
  }

  private static String lines(Random random) {
    StringBuilder lines = new StringBuilder();
    for (int i = 1 + random.nextInt(2); i > 0; i--) {
      lines.append((char) ('a' + random.nextInt(LETTERS)));
    }
    return lines.toString();
  }
}
