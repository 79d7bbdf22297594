package dev.parley.maven;

import dev.parley.runner.Quantity;
import dev.parley.runner.ReductionParameters;
import dev.parley.runner.RunOptions;
import dev.parley.runner.SearchParameters;
import dev.parley.runner.Selection;
import java.util.Optional;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.rtinfo.RuntimeInformation;
import org.apache.maven.toolchain.ToolchainManager;

/** What goals that search selected instances of the module's protocols have in common. */
abstract class SearchingMojo extends ForkingMojo {
  /**
   * How many threads a breadth-first search may use where many states are equally far from the
   * beginning. Results do not depend on it, down to the counterexample. If unset, one for each
   * processor.
   *
   * <pre>{@code <threads>1</threads>}</pre>
   */
  @Parameter(property = "parley.threads")
  Integer threads;

  /**
   * How many bytes of states a search may keep on disk that the heap has no room for, as {@code
   * 20g}. It is slower from then on, by how much depends on what the system can cache. Nothing is
   * left behind. If unset, states are kept on the heap only.
   *
   * <pre>{@code <spill>20g</spill>}</pre>
   */
  @Parameter(property = "parley.spill")
  String spill;

  /**
   * The directory for what {@code spill} allows. It should be on a real disk: where {@code /tmp} is
   * in memory, nothing is gained there. If unset, that of temporary files.
   *
   * <pre>{@code <spillDirectory>/var/tmp</spillDirectory>}</pre>
   */
  @Parameter(property = "parley.spillDirectory")
  String spillDirectory;

  /**
   * Skips the goal.
   *
   * <pre>{@code <skip>true</skip>}</pre>
   */
  @Parameter(property = "parley.skip", defaultValue = "false")
  boolean skip;

  /**
   * Takes only protocols whose name, class name or simple class name matches one of these patterns,
   * separated by commas; {@code *} stands for any characters and {@code ?} for one. If unset, all
   * protocols.
   *
   * <pre>{@code <protocols>paxos,*-commit</protocols>}</pre>
   */
  @Parameter(property = "parley.protocols")
  String protocols;

  /**
   * Takes only instances whose name matches one of these patterns, separated by commas; commas
   * within parentheses belong to the name. If unset, all instances.
   *
   * <pre>{@code <instances>paxos(2,3),small*</instances>}</pre>
   */
  @Parameter(property = "parley.instances")
  String instances;

  /**
   * Takes only instances that have one of these tags, their protocol's tags included. If unset,
   * tagged and untagged ones.
   *
   * <pre>{@code <tags>nightly,quick</tags>}</pre>
   */
  @Parameter(property = "parley.tags")
  String tags;

  /**
   * Leaves out instances that have one of these tags. If unset, none.
   *
   * <pre>{@code <excludedTags>nightly</excludedTags>}</pre>
   */
  @Parameter(property = "parley.excludedTags")
  String excludedTags;

  /**
   * Bounds for instances that declare none, in themselves or in their protocol. If unset, only the
   * time is bounded: to ten minutes an instance.
   *
   * <pre>{@code
   * <budget>
   *   <states>20000000</states>
   *   <time>5m</time>
   *   <memory>4g</memory>
   *   <depth>200</depth>
   * </budget>
   * }</pre>
   */
  @Parameter BudgetParameters budget;

  /**
   * The greatest number of states, for every instance and whatever it declares; meant for the
   * command line. If unset, what is declared.
   *
   * <pre>{@code -Dparley.budget.states=1000000}</pre>
   */
  @Parameter(property = "parley.budget.states")
  Long budgetStates;

  /**
   * The longest time, for every instance and whatever it declares; meant for the command line. If
   * unset, what is declared.
   *
   * <pre>{@code -Dparley.budget.time=30s}</pre>
   */
  @Parameter(property = "parley.budget.time")
  String budgetTime;

  /**
   * The most memory of the state store, for every instance and whatever it declares; meant for the
   * command line. If unset, what is declared.
   *
   * <pre>{@code -Dparley.budget.memory=2g}</pre>
   */
  @Parameter(property = "parley.budget.memory")
  String budgetMemory;

  /**
   * The greatest number of steps from the initial state, for every instance and whatever it
   * declares; meant for the command line. If unset, what is declared.
   *
   * <pre>{@code -Dparley.budget.depth=50}</pre>
   */
  @Parameter(property = "parley.budget.depth")
  Integer budgetDepth;

  /**
   * Gives every node, as auxiliary content, a record of the messages its last step consumed.
   * Changes no verdict; shows what such a record costs a search that does not know it as auxiliary.
   *
   * <pre>{@code <deliveryRecord>true</deliveryRecord>}</pre>
   */
  @Parameter(property = "parley.deliveryRecord", defaultValue = "false")
  boolean deliveryRecord;

  /**
   * Runs each new local step a second time, on a copy laid out differently, and compares: finds
   * steps that depend on time, chance or the order of a hash set.
   *
   * <pre>{@code <runTwice>false</runTwice>}</pre>
   */
  @Parameter(property = "parley.runTwice", defaultValue = "true")
  boolean runTwice;

  /**
   * What is done about fields of nodes that the byte code shows to be auxiliary, without being
   * marked {@code @Auxiliary}. {@code suggest} lists them and measures, by a second search within
   * the means of the first, what leaving them out would save; {@code on} leaves them out; {@code
   * off} does not look for them. A comparison suggests nothing. If unset, {@code suggest}.
   *
   * <pre>{@code <inference>on</inference>}</pre>
   */
  @Parameter(property = "parley.inference")
  String inference;

  /**
   * Classes and methods that are pure although their byte code does not look like it, as
   * {@code @AssumePure} says in the source: patterns of full names, separated by commas. {@code *}
   * stands for any characters but dots, {@code **} for any characters. Parley does not look into
   * them, and the report lists those that are used. Calls of loggers need none: they do nothing in
   * a check. If unset, nothing is assumed.
   *
   * <pre>{@code <assumePure>com.acme.metrics.**, com.acme.Clock.now</assumePure>}</pre>
   */
  @Parameter(property = "parley.assumePure")
  String assumePure;

  /**
   * The network of every instance, in place of the one it declares, for experiments: {@code
   * unordered}, {@code ordered} (messages from one node to another arrive in the order of sending),
   * {@code persistent} (messages are never consumed), {@code mp} (a delivery is an event of its
   * own, a step consumes all that was delivered) or {@code m-mp} (the same, a step consumes a
   * part). Such a run is not judged by the history of others. If unset, the declared one.
   *
   * <pre>{@code <network>ordered</network>}</pre>
   */
  @Parameter(property = "parley.network")
  String network;

  /**
   * How finely partial-order reduction tells transitions apart: {@code none}, {@code reply} (by
   * whom a reply answers), {@code quorum} (by the set a quorum step consumes), {@code combined}, or
   * {@code full} (both, and steps without effect go first). If unset, {@code full}.
   *
   * <pre>{@code <refinement>quorum</refinement>}</pre>
   */
  @Parameter(property = "parley.refinement")
  String refinement;

  /**
   * Which transition partial-order reduction starts from in a state: {@code starts} prefers steps
   * that start something and takes those last that end something, {@code smallest} tries all and
   * takes the smallest set, {@code first} goes by the order of the nodes, {@code nearest} keeps
   * every violation as near as it is without reduction. {@code near-first}, if unset, is as {@code
   * nearest} for the first 5,000 states of a breadth-first search, and then begins anew as {@code
   * starts}.
   *
   * <pre>{@code <seed>smallest</seed>}</pre>
   */
  @Parameter(property = "parley.seed")
  String seed;

  /**
   * What partial-order reduction knows of who may send what: {@code trial-runs} runs all local
   * steps beforehand that seem possible; if these are too many, or with {@code observed}, it learns
   * from small searches which there are, and falls back to byte code if that takes too long. {@code
   * byte-code} runs nothing. If unset, {@code trial-runs}.
   *
   * <pre>{@code <knowledge>byte-code</knowledge>}</pre>
   */
  @Parameter(property = "parley.knowledge")
  String knowledge;

  /**
   * Whether one state is explored of all that differ only in which of several interchangeable nodes
   * is which: {@code auto}, where nodes turn out to be interchangeable; {@code required}, and it is
   * an error if none are; {@code off}. If unset, {@code auto} in the mode {@code reduced} and
   * {@code off} in all others.
   *
   * <pre>{@code <symmetry>auto</symmetry>}</pre>
   */
  @Parameter(property = "parley.symmetry")
  String symmetry;

  /**
   * How many local steps reductions may run on trial before they fall back to byte code. If unset,
   * 250,000, which take a second at most.
   *
   * <pre>{@code <trialRuns>1000000</trialRuns>}</pre>
   */
  @Parameter(property = "parley.trialRuns")
  Integer trialRuns;

  /**
   * How often a comparison runs each search mode. The modes take turns, and the time of a mode is
   * the median of its runs; everything else must be the same in all of them.
   *
   * <pre>{@code <rounds>5</rounds>}</pre>
   */
  @Parameter(property = "parley.rounds", defaultValue = "3")
  int rounds;

  /**
   * Whether the build fails if the module has no protocol or the selection leaves none: a check
   * that checks nothing should not be green. Modules of packaging {@code pom} and modules without
   * classes are always left alone.
   *
   * <pre>{@code <failIfNothingFound>false</failIfNothingFound>}</pre>
   */
  @Parameter(property = "parley.failIfNothingFound", defaultValue = "true")
  boolean failIfNothingFound;

  /**
   * How often progress is shown, as {@code 500ms} or {@code 10s}. On a terminal one line is
   * rewritten, at least every second; else it is a log line.
   *
   * <pre>{@code <progressInterval>30s</progressInterval>}</pre>
   */
  @Parameter(property = "parley.progressInterval", defaultValue = "5s")
  String progressInterval;

  /**
   * How long an instance may run on when its time budget is over, before its process is stopped.
   * The search itself keeps the budget; only code of the protocol that does not return has to be
   * stopped from outside. If unset, as long as the budget, at least 10 seconds and at most a
   * minute.
   *
   * <pre>{@code <grace>10s</grace>}</pre>
   */
  @Parameter(property = "parley.grace")
  String grace;

  SearchingMojo(ToolchainManager toolchains, RuntimeInformation maven) {
    super(toolchains, maven);
  }

  /** Whether there is nothing to do here at all; says so if so. */
  boolean leftAlone() {
    if (skip) {
      getLog().info("Parley is skipped (parley.skip).");
      return true;
    }
    if (project.getPackaging().equals("pom") || classDirectories().isEmpty()) {
      getLog().info("Nothing to check: this module has no classes.");
      return true;
    }
    return false;
  }

  /** How to search, in this order. */
  SearchParameters searchParameters(String order) {
    return new SearchParameters(
        order,
        deliveryRecord,
        runTwice,
        inference,
        assumePure,
        network,
        new ReductionParameters(refinement, seed, knowledge, trialRuns, symmetry));
  }

  /** The part of the options that all these goals have. */
  RunOptions runOptions() {
    BudgetParameters overriding =
        new BudgetParameters(budgetStates, budgetTime, budgetMemory, budgetDepth);
    BudgetParameters defaults =
        budget == null ? new BudgetParameters(null, "10m", null, null) : budget;
    return new RunOptions(
        Selection.of(protocols, instances, tags, excludedTags),
        defaults.toBudget(),
        overriding.toBudget(),
        Optional.ofNullable(heap),
        RunOptions.spilling(RunOptions.arguments(jvmArguments, threads), spill, spillDirectory),
        failIfNothingFound,
        outputDirectory.toPath(),
        Quantity.duration("progressInterval", progressInterval),
        Optional.ofNullable(grace).map(text -> Quantity.duration("grace", text)));
  }
}
