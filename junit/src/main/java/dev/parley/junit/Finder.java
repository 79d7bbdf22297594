package dev.parley.junit;

import dev.parley.api.Protocol;
import dev.parley.runner.DeclaredInstance;
import dev.parley.runner.DeclaredProtocols;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Predicate;
import org.junit.platform.commons.JUnitException;
import org.junit.platform.commons.support.ReflectionSupport;
import org.junit.platform.engine.DiscoveryFilter;
import org.junit.platform.engine.EngineDiscoveryRequest;
import org.junit.platform.engine.Filter;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.discovery.ClassNameFilter;
import org.junit.platform.engine.discovery.ClassSelector;
import org.junit.platform.engine.discovery.ClasspathRootSelector;
import org.junit.platform.engine.discovery.MethodSelector;
import org.junit.platform.engine.discovery.PackageNameFilter;
import org.junit.platform.engine.discovery.PackageSelector;
import org.junit.platform.engine.discovery.UniqueIdSelector;

/**
 * Puts the protocols that a request selects below the engine. Class files are read; a class is only
 * loaded if it is selected by its name, and then it is not initialised.
 */
final class Finder {
  private static final Predicate<DeclaredInstance> EVERY_INSTANCE = instance -> true;

  private final TestDescriptor engine;
  private final ConcurrentMap<List<Path>, DeclaredProtocols> known;
  private final Map<List<String>, InstanceDescriptor> placed = new HashMap<>();

  /**
   * A finder for one request.
   *
   * @param engine gets what is found
   * @param known what earlier requests have read, by the places: Surefire asks for each test class
   *     by itself
   */
  Finder(TestDescriptor engine, ConcurrentMap<List<Path>, DeclaredProtocols> known) {
    this.engine = engine;
    this.known = known;
  }

  void find(EngineDiscoveryRequest request) {
    Predicate<String> scanned = filter(request);
    // First, since they have to be found again; what they stand for may be selected besides.
    for (ClassSelector selector : request.getSelectorsByType(ClassSelector.class)) {
      loaded(selector).ifPresent(this::addStandIn);
    }
    for (ClasspathRootSelector root : request.getSelectorsByType(ClasspathRootSelector.class)) {
      add(
          engine,
          List.of(Path.of(root.getClasspathRoot())),
          instance -> scanned.test(instance.protocolClass()));
    }
    for (PackageSelector selector : request.getSelectorsByType(PackageSelector.class)) {
      addPackage(selector.getPackageName(), scanned);
    }
    for (ClassSelector selector : request.getSelectorsByType(ClassSelector.class)) {
      loaded(selector).ifPresent(this::addClass);
    }
    for (MethodSelector selector : request.getSelectorsByType(MethodSelector.class)) {
      load(selector.getClassName()).ifPresent(type -> addMethod(type, selector.getMethodName()));
    }
    for (UniqueIdSelector selector : request.getSelectorsByType(UniqueIdSelector.class)) {
      addId(selector.getUniqueId());
    }
  }

  /** Which classes to take of those that are found by looking for them. */
  private static Predicate<String> filter(EngineDiscoveryRequest request) {
    Filter<String> names =
        Filter.composeFilters(filters(request.getFiltersByType(ClassNameFilter.class)));
    Filter<String> packages =
        Filter.composeFilters(filters(request.getFiltersByType(PackageNameFilter.class)));
    return className ->
        names.apply(className).included() && packages.apply(packageOf(className)).included();
  }

  private static List<DiscoveryFilter<String>> filters(
      List<? extends DiscoveryFilter<String>> filters) {
    return List.copyOf(filters);
  }

  private static String packageOf(String className) {
    return className.substring(0, Math.max(0, className.lastIndexOf('.')));
  }

  private static Optional<Class<?>> loaded(ClassSelector selector) {
    try {
      return Optional.of(selector.getJavaClass());
    } catch (JUnitException | LinkageError e) {
      // Whoever runs this class as a test says what is wrong with it.
      return Optional.empty();
    }
  }

  private static Optional<Class<?>> load(String className) {
    try {
      return ReflectionSupport.tryToLoadClass(className).toOptional().map(type -> type);
    } catch (LinkageError e) {
      return Optional.empty();
    }
  }

  private void addPackage(String packageName, Predicate<String> scanned) {
    add(
        engine,
        ClassPath.roots(packageName),
        instance ->
            scanned.test(instance.protocolClass())
                && isWithin(packageName, packageOf(instance.protocolClass())));
  }

  private static boolean isWithin(String outer, String inner) {
    return outer.isEmpty() || inner.equals(outer) || inner.startsWith(outer + ".");
  }

  private void addClass(Class<?> type) {
    if (type.isAnnotationPresent(Protocol.class)) {
      addProtocol(engine, type, EVERY_INSTANCE);
    }
  }

  private void addStandIn(Class<?> type) {
    CheckProtocols all = type.getAnnotation(CheckProtocols.class);
    if (all == null) {
      return;
    }
    TestDescriptor standIn = standIn(type);
    for (Class<?> protocol : all.value()) {
      if (addProtocol(standIn, protocol, EVERY_INSTANCE).isEmpty()) {
        addMistake(
            standIn,
            protocol.getName(),
            type.getName()
                + " names "
                + protocol.getName()
                + " in @CheckProtocols, which is not a protocol. Annotate that class @Protocol, or"
                + " remove it there.");
      }
    }
    for (String packageName : all.packages()) {
      addPackageOf(standIn, type, packageName);
    }
    if (all.value().length == 0 && all.packages().length == 0) {
      addPackageOf(standIn, type, type.getPackageName());
    }
  }

  private TestDescriptor standIn(Class<?> type) {
    return childOf(engine, new StandInDescriptor(engine.getUniqueId(), type));
  }

  /** A check that checks nothing should not be green. */
  private void addPackageOf(TestDescriptor standIn, Class<?> type, String packageName) {
    Set<InstanceDescriptor> found =
        add(
            standIn,
            ClassPath.roots(packageName),
            instance -> isWithin(packageName, packageOf(instance.protocolClass())));
    if (found.isEmpty()) {
      addMistake(
          standIn,
          "package " + packageName,
          type.getName()
              + " is annotated @CheckProtocols, but "
              + (packageName.isEmpty() ? "there is" : "package " + packageName + " has")
              + " no class annotated @Protocol. Name the protocols' classes or packages in"
              + " @CheckProtocols.");
    }
  }

  private Set<InstanceDescriptor> addProtocol(
      TestDescriptor parent, Class<?> type, Predicate<DeclaredInstance> chosen) {
    return ClassPath.origin(type)
        .map(
            root ->
                add(
                    parent,
                    List.of(root),
                    instance ->
                        instance.protocolClass().equals(type.getName()) && chosen.test(instance)))
        .orElse(Set.of());
  }

  /** A property's method, or any other, stands for the protocol. */
  private void addMethod(Class<?> type, String method) {
    if (!type.isAnnotationPresent(Protocol.class)) {
      return;
    }
    Set<InstanceDescriptor> declared =
        addProtocol(engine, type, i -> i.method().map(m -> m.name().equals(method)).orElse(false));
    declared.forEach(InstanceDescriptor::askFor);
    if (declared.isEmpty()) {
      addProtocol(engine, type, EVERY_INSTANCE);
    }
  }

  private void addId(UniqueId id) {
    if (!id.getEngineId().equals(Optional.of(ParleyTestEngine.ID))) {
      return;
    }
    Optional<Class<?>> standIn = segment(id, StandInDescriptor.SEGMENT).flatMap(Finder::load);
    Optional<String> protocol = segment(id, ProtocolDescriptor.SEGMENT);
    Optional<String> instance = segment(id, InstanceDescriptor.SEGMENT);
    if (protocol.isEmpty()) {
      standIn.ifPresent(this::addStandIn);
      return;
    }
    Set<InstanceDescriptor> found =
        protocol
            .flatMap(Finder::load)
            .map(
                type ->
                    addProtocol(
                        standIn.map(this::standIn).orElse(engine),
                        type,
                        i -> instance.map(i.name()::equals).orElse(true)))
            .orElse(Set.of());
    if (instance.isPresent()) {
      found.forEach(InstanceDescriptor::askFor);
    }
  }

  private static Optional<String> segment(UniqueId id, String type) {
    return id.getSegments().stream()
        .filter(segment -> segment.getType().equals(type))
        .map(UniqueId.Segment::getValue)
        .findFirst();
  }

  private Set<InstanceDescriptor> add(
      TestDescriptor parent, Collection<Path> roots, Predicate<DeclaredInstance> selected) {
    DeclaredProtocols protocols = known.computeIfAbsent(List.copyOf(roots), DeclaredProtocols::in);
    protocols.objection().ifPresent(why -> addMistake(parent, "protocols", why.text()));
    Set<InstanceDescriptor> added = new LinkedHashSet<>();
    protocols.instances().stream()
        .filter(selected)
        .forEach(instance -> added.add(add(parent, instance, roots.iterator().next())));
    return added;
  }

  /** However often it is selected, an instance is checked once. */
  private InstanceDescriptor add(TestDescriptor parent, DeclaredInstance instance, Path root) {
    return placed.computeIfAbsent(
        List.of(instance.protocolClass(), instance.name()),
        key -> {
          ProtocolDescriptor protocol =
              childOf(
                  parent,
                  new ProtocolDescriptor(
                      parent.getUniqueId(), instance.protocol(), instance.protocolClass(), root));
          return childOf(protocol, new InstanceDescriptor(protocol.getUniqueId(), instance));
        });
  }

  /** The child that has the id of this one; this one if there is none yet. */
  @SuppressWarnings("unchecked")
  private static <D extends TestDescriptor> D childOf(TestDescriptor parent, D child) {
    for (TestDescriptor other : parent.getChildren()) {
      if (other.getUniqueId().equals(child.getUniqueId())) {
        return (D) other;
      }
    }
    parent.addChild(child);
    return child;
  }

  private static void addMistake(TestDescriptor parent, String name, String text) {
    childOf(parent, new MistakeDescriptor(parent.getUniqueId(), name, text));
  }
}
