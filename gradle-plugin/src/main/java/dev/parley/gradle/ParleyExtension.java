package dev.parley.gradle;

import dev.parley.runner.Parameters;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.inject.Inject;
import org.gradle.api.Action;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.file.RegularFileProperty;
import org.gradle.api.model.ObjectFactory;
import org.gradle.api.provider.ListProperty;
import org.gradle.api.provider.Property;
import org.gradle.api.provider.Provider;
import org.gradle.api.provider.ProviderFactory;

/**
 * What a build script may write in {@code parley { ... }}: the parameters of the Maven goals, under
 * the same names and with the same defaults. What it does not write can be given as a Gradle
 * property under the name the parameter has on Maven's command line: {@code -Pparley.mode=reduced}.
 */
public abstract class ParleyExtension {
  private final Map<String, Property<?>> byName = new LinkedHashMap<>();
  private final BudgetSpec budget;

  /** Made by Gradle. */
  @Inject
  public ParleyExtension(ObjectFactory objects, ProviderFactory providers) {
    budget = objects.newInstance(BudgetSpec.class);
    text(providers, "parley.mode", getMode());
    text(providers, "parley.order", getOrder());
    flag(providers, "parley.selectivePush", getSelectivePush());
    flag(providers, "parley.deadMessages", getDeadMessages());
    flag(providers, "parley.failOnBudget", getFailOnBudget());
    flag(providers, "parley.failOnAssumedDecomposition", getFailOnAssumedDecomposition());
    text(providers, "parley.compare", getCompare());
    text(providers, "parley.modes", getModes());
    flag(providers, "parley.record", getRecord());
    text(providers, "parley.commit", getCommit());
    flag(providers, "parley.accept", getAccept());
    text(providers, "parley.gate.reductionLoss", getReductionLoss());
    text(providers, "parley.gate.stateGrowth", getStateGrowth());
    flag(providers, "parley.gate.worseVerdict", getFailOnWorseVerdict());
    flag(providers, "parley.gate", getGate());
    flag(providers, "parley.summary", getSummary());
    flag(providers, "parley.skip", getSkip());
    text(providers, "parley.protocols", getProtocols());
    text(providers, "parley.instances", getInstances());
    text(providers, "parley.tags", getTags());
    text(providers, "parley.excludedTags", getExcludedTags());
    number(providers, "parley.budget.states", getBudgetStates());
    text(providers, "parley.budget.time", getBudgetTime());
    text(providers, "parley.budget.memory", getBudgetMemory());
    count(providers, "parley.budget.depth", getBudgetDepth());
    flag(providers, "parley.deliveryRecord", getDeliveryRecord());
    flag(providers, "parley.runTwice", getRunTwice());
    text(providers, "parley.inference", getInference());
    text(providers, "parley.assumePure", getAssumePure());
    text(providers, "parley.network", getNetwork());
    text(providers, "parley.refinement", getRefinement());
    text(providers, "parley.seed", getSeed());
    text(providers, "parley.knowledge", getKnowledge());
    count(providers, "parley.trialRuns", getTrialRuns());
    text(providers, "parley.symmetry", getSymmetry());
    number(providers, "parley.walks", getWalks());
    count(providers, "parley.walkLength", getWalkLength());
    text(providers, "parley.schedule", getSchedule());
    number(providers, "parley.walkSeed", getWalkSeed());
    flag(providers, "parley.incremental", getIncremental());
    flag(providers, "parley.baselines", getBaselines());
    flag(providers, "parley.resume", getResume());
    text(providers, "parley.saveInterval", getSaveInterval());
    count(providers, "parley.rounds", getRounds());
    flag(providers, "parley.failIfNothingFound", getFailIfNothingFound());
    text(providers, "parley.progressInterval", getProgressInterval());
    text(providers, "parley.grace", getGrace());
    text(providers, "parley.heap", getHeap());
    text(providers, "parley.jvmArguments", getJvmArguments());
    count(providers, "parley.threads", getThreads());
    text(providers, "parley.spill", getSpill());
    text(providers, "parley.spillDirectory", getSpillDirectory());
  }

  private void text(ProviderFactory providers, String name, Property<String> property) {
    byName.put(name, property.convention(providers.gradleProperty(name)));
  }

  /** A name without a value, as in {@code -Pparley.record}, switches on. */
  private void flag(ProviderFactory providers, String name, Property<Boolean> property) {
    byName.put(
        name,
        property.convention(
            providers
                .gradleProperty(name)
                .map(text -> text.isBlank() || Parameters.isTrue(name, text))));
  }

  private void number(ProviderFactory providers, String name, Property<Long> property) {
    byName.put(
        name,
        property.convention(
            providers.gradleProperty(name).map(text -> Parameters.number(name, text))));
  }

  private void count(ProviderFactory providers, String name, Property<Integer> property) {
    byName.put(
        name,
        property.convention(
            providers
                .gradleProperty(name)
                .map(text -> Math.toIntExact(Parameters.number(name, text)))));
  }

  /** The parameters, by their names on Maven's command line. */
  Set<String> names() {
    return byName.keySet();
  }

  /** What is written of these parameters, as texts. */
  Map<String, String> written(List<String> names) {
    Map<String, String> texts = new HashMap<>();
    for (String name : names) {
      Provider<?> property = byName.get(name);
      if (property != null && property.isPresent()) {
        texts.put(name, String.valueOf(property.get()));
      }
    }
    return texts;
  }

  /** The directory that the check's reports are written to. */
  public abstract DirectoryProperty getOutputDirectory();

  /** Where the past of the protocols is recorded. */
  public abstract RegularFileProperty getHistoryFile();

  /** Limits for some protocols or instances instead of those for all. */
  public abstract ListProperty<ThresholdSpec> getThresholds();

  /** Makes an object that Gradle fills in. */
  @Inject
  protected abstract ObjectFactory getObjects();

  /** Limits for some protocols or instances; the first that matches counts. */
  public void threshold(Action<? super ThresholdSpec> action) {
    ThresholdSpec threshold = getObjects().newInstance(ThresholdSpec.class);
    action.execute(threshold);
    getThresholds().add(threshold);
  }

  /** Bounds for instances that declare none. */
  public BudgetSpec getBudget() {
    return budget;
  }

  /** Bounds for instances that declare none; a bound left out does not bound. */
  public void budget(Action<? super BudgetSpec> action) {
    action.execute(budget);
  }

  /**
   * How to search: {@code stateful}, {@code dbss}, {@code por}, {@code dbss-por}, {@code reduced},
   * and so on.
   */
  public abstract Property<String> getMode();

  /** Which state to expand next: {@code breadth-first} or {@code depth-first}. */
  public abstract Property<String> getOrder();

  /** Whether a depth-first search leaves states with a single transition off its stack. */
  public abstract Property<Boolean> getSelectivePush();

  /** Whether pending messages that can have no effect any more are dropped. */
  public abstract Property<Boolean> getDeadMessages();

  /** Whether an exhausted budget fails the build. */
  public abstract Property<Boolean> getFailOnBudget();

  /** Whether it fails the build that a verdict rests on an assumption. */
  public abstract Property<Boolean> getFailOnAssumedDecomposition();

  /** Search modes to compare on the instances that were checked, separated by commas. */
  public abstract Property<String> getCompare();

  /** The search modes that {@code parleyCompare} compares, separated by commas. */
  public abstract Property<String> getModes();

  /** Whether this run is added to the history. */
  public abstract Property<Boolean> getRecord();

  /** The commit to record the run for. */
  public abstract Property<String> getCommit();

  /** Accepts regressions from the recorded history as intentional. */
  public abstract Property<Boolean> getAccept();

  /** By how many points a reduction may fall against the history, or {@code off}. */
  public abstract Property<String> getReductionLoss();

  /** By how many per cent the states of an instance may grow, or {@code off}. */
  public abstract Property<String> getStateGrowth();

  /** Whether a verdict that is worse than recorded fails the build. */
  public abstract Property<Boolean> getFailOnWorseVerdict();

  /** Whether {@code parleyCheck} itself judges what it found. */
  public abstract Property<Boolean> getGate();

  /** Whether the summary is also added to the page of the job. */
  public abstract Property<Boolean> getSummary();

  /** Skips all tasks. */
  public abstract Property<Boolean> getSkip();

  /** Takes only protocols that match one of these patterns, separated by commas. */
  public abstract Property<String> getProtocols();

  /** Takes only instances that match one of these patterns, separated by commas. */
  public abstract Property<String> getInstances();

  /** Takes only instances that have one of these tags. */
  public abstract Property<String> getTags();

  /** Leaves out instances that have one of these tags. */
  public abstract Property<String> getExcludedTags();

  /** The greatest number of states, whatever an instance declares. */
  public abstract Property<Long> getBudgetStates();

  /** The longest time, whatever an instance declares. */
  public abstract Property<String> getBudgetTime();

  /** The most memory of the state store, whatever an instance declares. */
  public abstract Property<String> getBudgetMemory();

  /** The greatest number of steps, whatever an instance declares. */
  public abstract Property<Integer> getBudgetDepth();

  /** Gives every node a record of the messages that its last step consumed. */
  public abstract Property<Boolean> getDeliveryRecord();

  /** Whether each new local step runs a second time and is compared. */
  public abstract Property<Boolean> getRunTwice();

  /**
   * What is done about auxiliary fields that nobody marked: {@code off}, {@code suggest}, {@code
   * on}.
   */
  public abstract Property<String> getInference();

  /** Patterns of classes and methods that are pure although they do not look like it. */
  public abstract Property<String> getAssumePure();

  /** The network of every instance, in place of the one it declares. */
  public abstract Property<String> getNetwork();

  /** How finely partial-order reduction tells transitions apart. */
  public abstract Property<String> getRefinement();

  /** Which transition partial-order reduction starts from in a state. */
  public abstract Property<String> getSeed();

  /** What partial-order reduction knows of who may send what. */
  public abstract Property<String> getKnowledge();

  /** How many local steps reductions may run on trial. */
  public abstract Property<Integer> getTrialRuns();

  /** Whether interchangeable nodes are made use of: {@code auto}, {@code off}, {@code required}. */
  public abstract Property<String> getSymmetry();

  /** How many random walks are taken, in the mode {@code simulate}. */
  public abstract Property<Long> getWalks();

  /** How many transitions a random walk may take. */
  public abstract Property<Integer> getWalkLength();

  /** How random walks choose: {@code uniform}, {@code priorities} or {@code mixed}. */
  public abstract Property<String> getSchedule();

  /** What the choices of random walks depend on. */
  public abstract Property<Long> getWalkSeed();

  /** Whether a search that was interrupted goes on where it was saved. */
  public abstract Property<Boolean> getResume();

  /** How often a search is saved that may have to go on later, as {@code 10m}. */
  public abstract Property<String> getSaveInterval();

  /** Whether instances are left out of which nothing has changed since they were checked. */
  public abstract Property<Boolean> getIncremental();

  /** Whether it is measured what reductions save. */
  public abstract Property<Boolean> getBaselines();

  /** How often a comparison runs each search mode. */
  public abstract Property<Integer> getRounds();

  /** Whether the build fails if there is nothing to check. */
  public abstract Property<Boolean> getFailIfNothingFound();

  /** How often progress is logged, as {@code 30s}. */
  public abstract Property<String> getProgressInterval();

  /** How long an instance may run on when its time budget is over. */
  public abstract Property<String> getGrace();

  /** The greatest size of the engine's heap, as {@code 4g}. */
  public abstract Property<String> getHeap();

  /** How many threads a breadth-first search may use; one for each processor if unset. */
  public abstract Property<Integer> getThreads();

  /** How many bytes of states may go to disk that the heap has no room for, as {@code 20g}. */
  public abstract Property<String> getSpill();

  /** The directory for these. */
  public abstract Property<String> getSpillDirectory();

  /** Further arguments for the Java machine the engine runs on. */
  public abstract Property<String> getJvmArguments();
}
