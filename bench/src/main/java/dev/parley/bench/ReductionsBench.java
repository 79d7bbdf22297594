package dev.parley.bench;

import dev.parley.engine.Checker;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.model.ProtocolScanner;
import dev.parley.engine.model.ProtocolScanner.FoundProtocol;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.PartialOrder;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ProgressListener;
import dev.parley.protocols.paxos.Paxos;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What reductions save on the bundled protocols, in states and, analysis included, in time: the
 * modes on every instance that is large enough, in one JVM, as in a build, taking turns.
 */
public final class ReductionsBench {
  private static final Budget MOST =
      new Budget(Optional.of(12_000_000L), Optional.empty(), Optional.empty(), Optional.empty());

  private ReductionsBench() {}

  /** What became of one mode on one instance. */
  private record Row(String mode, InstanceResult result, List<Long> millis) {
    long states() {
      return result.figures().states();
    }

    long medianMillis() {
      return millis.stream().sorted().toList().get((millis.size() - 1) / 2);
    }
  }

  /**
   * Runs the comparison.
   *
   * @param args the number of rounds, the states that the first mode must find for an instance to
   *     be compared, a regular expression for {@code protocol/instance}, and the modes, each a name
   *     as goals take it, with {@code /} and a seed or knowledge if that is to be another one
   */
  public static void main(String[] args) throws ClassNotFoundException {
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 5;
    long least = args.length > 1 ? Long.parseLong(args[1]) : 100_000;
    String wanted = args.length > 2 ? args[2] : ".*";
    List<SearchMode> modes =
        Arrays.stream((args.length > 3 ? args[3] : "dbss,dbss-por,reduced").split(","))
            .map(ReductionsBench::mode)
            .toList();
    for (FoundProtocol protocol : ProtocolScanner.scan(List.of(library()))) {
      Class<?> type = Class.forName(protocol.className());
      for (ProtocolScanner.FoundInstance instance : protocol.instances()) {
        if ((protocol.name() + "/" + instance.name()).matches(wanted)) {
          compare(type, instance.name(), modes, rounds, least)
              .forEach(row -> print(protocol.name(), instance.name(), row));
        }
      }
    }
  }

  private static Path library() {
    try {
      return Path.of(Paxos.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static SearchMode mode(String name) {
    String[] parts = name.split("/");
    SearchMode mode = SearchMode.named(parts[0]);
    SearchOptions options = mode.in(mode.nearestFirst()).options();
    for (int i = 1; i < parts.length; i++) {
      String choice = parts[i].toUpperCase(Locale.ROOT);
      options =
          options.withPartialOrder(options.reduction().partialOrder().map(p -> with(p, choice)));
    }
    return new SearchMode(name, List.of(), options);
  }

  private static PartialOrder with(PartialOrder reduction, String choice) {
    for (PartialOrder.Seed seed : PartialOrder.Seed.values()) {
      if (seed.name().equals(choice)) {
        return reduction.with(seed);
      }
    }
    return reduction.with(PartialOrder.Knowledge.valueOf(choice));
  }

  private static List<Row> compare(
      Class<?> protocol, String instance, List<SearchMode> modes, int rounds, long least) {
    List<Row> rows = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      for (int i = 0; i < modes.size(); i++) {
        long start = System.nanoTime();
        InstanceResult result =
            Checker.check(
                ModelLoader.load(protocol, instance),
                modes.get(i).options().withBudget(MOST),
                ProgressListener.NONE);
        long millis = (System.nanoTime() - start) / 1_000_000;
        if (rows.size() == i) {
          rows.add(new Row(modes.get(i).name(), result, new ArrayList<>()));
        }
        rows.get(i).millis().add(millis);
        if (rows.get(0).states() < least) {
          return List.of();
        }
      }
    }
    return rows;
  }

  private static void print(String protocol, String instance, Row row) {
    System.out.printf(
        "%-24s %-28s %-18s %-16s %10d states  depth %3s  median %6d ms  of %s%n",
        protocol,
        instance,
        row.mode(),
        row.result().verdict(),
        row.states(),
        row.result()
            .violation()
            .flatMap(violation -> violation.trace())
            .map(trace -> String.valueOf(trace.steps().size()))
            .orElse("-"),
        row.medianMillis(),
        row.millis());
  }
}
