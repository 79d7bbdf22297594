package dev.parley.engine.internal.lint;

import dev.parley.engine.internal.lint.ClassCode.MethodCode;
import dev.parley.engine.internal.lint.ClassCode.Site;
import dev.parley.engine.internal.lint.ClassCode.StaticField;
import dev.parley.engine.model.Handler;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.NodeType;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.PurePatterns;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.objectweb.asm.Type;

/**
 * Finds what steps and properties do that a pure function must not, by reading their byte code.
 *
 * <p>The search rests on steps being pure: it runs each distinct local step a handful of times and
 * reuses the outcome for millions of states. Impure code would not crash the search. It would make
 * verdicts wrong. So this lint rather looks at more code than will run.
 *
 * <p><b>What is walked.</b> From every handler, guard, quorum size and property, breadth first (so
 * that each finding is explained by a shortest chain of calls), into every class that is neither of
 * the JDK nor of Parley's API. Each method is walked once, whatever the number of steps that reach
 * it. A lambda or method reference counts as called where it is made. A virtual call leads to the
 * method the declared class has, and to its overrides in all classes <em>made</em>: those some
 * class read so far makes objects of, in whatever method, since a node's collaborators are mostly
 * made in constructors and instance methods, which are not steps. Node classes are the exception:
 * those of other instances of the protocol never meet this one's, so a node class counts only if
 * the instance has such a node, or a step makes one. That is rapid type analysis (Bacon and
 * Sweeney, 1996), with the classes read in place of the methods reached. An object made by a step
 * may also be called back by the JDK ({@code compare}, {@code hashCode}), so its overrides of JDK
 * methods are walked too. Static initialisers run once, before or between steps, and are not
 * walked.
 *
 * <p><b>What can be missed</b>: reflection, native methods, lambdas kept in fields by constructors,
 * classes whose file the loader does not give out (these are listed). Each step running twice is
 * the second line of defence.
 *
 * <p>Calls of loggers are not objected to, because they do nothing in a check: see {@link Loggers}.
 * They are listed.
 *
 * <p>Constants that steps share are harmless only while nobody changes what is in them, which byte
 * code does not tell. They are listed for the engine to compare before and after a run.
 */
public final class PurityLint {
  private static final String API = "dev/parley/api/";
  private static final String NODE = API + "Node";

  /** Types whose objects are restored by content. */
  private static final Set<String> VALUES =
      Set.of(
          "java/lang/String",
          "java/lang/Boolean",
          "java/lang/Character",
          "java/lang/Byte",
          "java/lang/Short",
          "java/lang/Integer",
          "java/lang/Long",
          "java/lang/Float",
          "java/lang/Double",
          "java/math/BigInteger",
          "java/math/BigDecimal",
          "java/util/Optional",
          "java/util/OptionalInt",
          "java/util/OptionalLong",
          "java/util/OptionalDouble",
          "java/util/UUID",
          API + "NodeId");

  /** Types of the JDK whose objects may be values. */
  private static final Set<String> OPEN =
      Set.of(
          "java/lang/Object",
          "java/lang/Record",
          "java/lang/Comparable",
          "java/lang/CharSequence",
          "java/lang/Number",
          "java/util/Collection",
          "java/util/List",
          "java/util/Set",
          "java/util/Map");

  private final PurePatterns assumed;
  private final ClassFiles files = new ClassFiles();
  private final Ancestry ancestry = new Ancestry(files);

  private final Deque<Visit> waiting = new ArrayDeque<>();
  private final Set<String> visited = new HashSet<>();
  private final Set<String> notedRead = new HashSet<>();
  private final List<Comparison> comparisons = new ArrayList<>();
  private final Set<String> lambdasOf = new HashSet<>();
  private final Map<String, Dispatch> dispatches = new LinkedHashMap<>();
  private final Map<String, ClassLoader> made = new LinkedHashMap<>();

  private final Map<Place, Set<String>> deeds = new TreeMap<>(Place.ORDER);
  private final Map<Place, Visit> chains = new TreeMap<>(Place.ORDER);
  private final Map<String, String> vouched = new TreeMap<>();
  private final Set<String> silenced = new TreeSet<>();
  private final Set<Field> sharedConstants =
      new TreeSet<>(
          Comparator.comparing((Field f) -> f.getDeclaringClass().getName())
              .thenComparing(Field::getName));
  private final Set<Class<?>> enums = new TreeSet<>(Comparator.comparing(Class::getName));
  private final Set<String> unread = new TreeSet<>();

  private PurityLint(PurePatterns assumed) {
    this.assumed = assumed;
  }

  /**
   * Something impure.
   *
   * @param place where, as {@code demo.Acceptor.read(Acceptor.java:42)}
   * @param message what is done there, how a step comes to do it, why that is wrong, and the remedy
   */
  public record Finding(String place, String message) {}

  /**
   * Something the author vouched for.
   *
   * @param place the class or method, as {@code demo.Log.info}
   * @param reason what {@code @AssumePure} says, or that the configuration says so
   */
  public record Assumption(String place, String reason) {}

  /**
   * What the byte code tells.
   *
   * @param findings what is impure, by place
   * @param assumptions what was not looked into because it is marked {@code @AssumePure} or because
   *     the configuration says so, by place
   * @param silenced the methods of loggers that are called and do nothing in a check, by name
   * @param sharedConstants static final fields that steps read and that hold something changeable
   * @param enums enums whose constants hold something changeable and whose code steps use
   * @param unread classes that steps use and whose files could not be read, by name
   * @param fingerprint identifies the code that was looked at, whatever lines it stands on
   */
  public record Report(
      List<Finding> findings,
      List<Assumption> assumptions,
      List<String> silenced,
      Set<Field> sharedConstants,
      Set<Class<?>> enums,
      List<String> unread,
      String fingerprint) {
    /** Keeps its own copies, in order. */
    public Report {
      findings = List.copyOf(findings);
      assumptions = List.copyOf(assumptions);
      silenced = List.copyOf(silenced);
      sharedConstants = Collections.unmodifiableSet(new LinkedHashSet<>(sharedConstants));
      enums = Collections.unmodifiableSet(new LinkedHashSet<>(enums));
      unread = List.copyOf(unread);
    }
  }

  /**
   * Inspects all steps and properties of an instance.
   *
   * @param model the instance
   * @return what was found
   */
  public static Report inspect(Model model) {
    return inspect(model, PurePatterns.NONE);
  }

  /**
   * The same.
   *
   * @param model the instance
   * @param assumed what is pure according to the configuration
   * @return what was found
   */
  public static Report inspect(Model model, PurePatterns assumed) {
    PurityLint lint = new PurityLint(assumed);
    if (!model.types().isEmpty()) {
      ClassLoader loader = model.types().get(0).type().getClassLoader();
      String protocol = model.description().protocolClass().replace('.', '/');
      // Only to learn what its instance methods make; a model made in code has no such class.
      lint.files.read(protocol, loader).ifPresent(code -> lint.noteRead(List.of(code)));
    }
    return lint.inspect(
        new LinkedHashSet<>(model.types()),
        model.judged().stream().map(Property::method).flatMap(Optional::stream).toList());
  }

  /**
   * Inspects node types and property methods on their own.
   *
   * @param types the node types
   * @param properties the property methods
   * @return what was found
   */
  public static Report inspect(Collection<NodeType> types, Collection<Method> properties) {
    return new PurityLint(PurePatterns.NONE)
        .inspect(new LinkedHashSet<>(types), List.copyOf(properties));
  }

  private Report inspect(Set<NodeType> types, List<Method> properties) {
    for (NodeType type : types) {
      String name = Type.getInternalName(type.type());
      made.put(name, type.type().getClassLoader());
      read(name, type.type().getClassLoader());
    }
    for (NodeType type : types) {
      for (Handler handler : type.handlers()) {
        start("step", handler.method());
        handler.guard().ifPresent(guard -> start("guard", guard));
        handler.size().flatMap(Handler.QuorumSize::method).ifPresent(m -> start("quorum size", m));
      }
    }
    properties.forEach(property -> start("property", property));
    while (!waiting.isEmpty()) {
      walk(waiting.remove());
    }
    comparisons.forEach(this::judge);
    return report();
  }

  /** A method on the walk, and how the walk came there. */
  private record Visit(ClassCode home, MethodCode method, Optional<Visit> caller, String role) {
    String name() {
      return home.displayName() + "." + method.displayName();
    }

    /** The class without package and surroundings; an anonymous one keeps those: Ways$1. */
    String shortName() {
      String owner = home.name().substring(home.name().lastIndexOf('/') + 1);
      return owner.replaceFirst("^.*\\$(?=\\D)", "") + "." + method.displayName();
    }

    /** The calls that lead here: {@code step demo.Acceptor.read, then Log.add > Clock.stamp}. */
    String chain() {
      List<String> names = new ArrayList<>();
      Visit root = this;
      for (; root.caller.isPresent(); root = root.caller.get()) {
        // A lambda shows under the name of the method it stands in; naming both says nothing.
        if (names.isEmpty() || !names.get(0).equals(root.shortName())) {
          names.add(0, root.shortName());
        }
      }
      names.removeIf(root.shortName()::equals);
      if (names.size() > 5) {
        names.subList(2, names.size() - 2).clear();
        names.add(2, "...");
      }
      return root.role
          + " "
          + root.name()
          + (names.isEmpty() ? "" : ", then " + String.join(" > ", names));
    }
  }

  /** A comparison of references on the walk. */
  private record Comparison(Visit visit, Site site) {}

  /** A virtual call on the walk. */
  private record Dispatch(Site site, Visit caller) {}

  /** Where something impure happens; one finding for each line and kind. */
  private record Place(String name, String file, int line, Impurity impurity) {
    static final Comparator<Place> ORDER =
        Comparator.comparing(Place::file)
            .thenComparingInt(Place::line)
            .thenComparing(Place::name)
            .thenComparing(Place::impurity);

    @Override
    public String toString() {
      return file.isEmpty() ? name : name + "(" + file + (line > 0 ? ":" + line : "") + ")";
    }
  }

  private void start(String role, Method method) {
    Class<?> home = method.getDeclaringClass();
    Optional<ClassCode> code = read(Type.getInternalName(home), home.getClassLoader());
    code.map(c -> c.methods().get(method.getName() + Type.getMethodDescriptor(method)))
        .ifPresent(m -> enter(new Visit(code.get(), m, Optional.empty(), role)));
  }

  private void enter(Visit visit) {
    Optional<String> whole = vouched(visit.home);
    Optional<String> reason = whole.or(visit.method::vouched).or(() -> configured(visit.name()));
    if (reason.isPresent()) {
      vouched.put(whole.isPresent() ? visit.home.displayName() : visit.name(), reason.get());
    } else if (visited.add(
        visit.home.name() + "." + visit.method.name() + visit.method.descriptor())) {
      waiting.add(visit);
    }
  }

  /** Why a class is not looked into, if it is not. */
  private Optional<String> vouched(ClassCode code) {
    return code.vouched().or(() -> configured(code.displayName()));
  }

  private Optional<String> configured(String name) {
    return assumed
        .vouching(name)
        .map(pattern -> "the configuration says so (assumePure: " + pattern + ")");
  }

  private void walk(Visit visit) {
    for (Site site : visit.method.sites()) {
      switch (site.kind()) {
        case CALL -> call(visit, site);
        case DISPATCH -> {
          call(visit, site);
          dispatch(visit, site);
        }
        case READ, WRITE -> useStatic(visit, site);
        case GET, SET -> useField(visit, site);
        case COMPARE -> comparisons.add(new Comparison(visit, site));
        case MAKE -> {
          noteMade(site.owner(), loader(visit));
          expectCallbacks(visit, site.owner());
        }
      }
    }
  }

  // Calls ------------------------------------------------------------------------------------

  private void call(Visit caller, Site site) {
    Ancestry.Target target =
        ancestry.find(site.owner(), site.name() + site.descriptor(), loader(caller));
    noteRead(target.read());
    if (target.method().isPresent()) {
      enter(new Visit(target.home().get(), target.method().get(), Optional.of(caller), ""));
      return;
    }
    if (!site.isLambda() && Loggers.isSilent(site.owner(), site.name(), site.descriptor())) {
      silenced.add(displayName(site.owner()) + "." + site.name());
      return;
    }
    Optional<String> configured = configured(fullName(site));
    if (configured.isPresent()) {
      vouched.put(fullName(site), configured.get());
      return;
    }
    target.outside().stream()
        .flatMap(o -> ImpureJdk.call(site.kind(), o, site.name(), site.descriptor()).stream())
        .findFirst()
        .ifPresent(impurity -> report(caller, site, impurity, "calls " + callee(site)));
  }

  private void dispatch(Visit caller, Site site) {
    Dispatch dispatch = new Dispatch(site, caller);
    if (dispatches.putIfAbsent(site.owner() + site.name() + site.descriptor(), dispatch) == null) {
      for (Map.Entry<String, ClassLoader> candidate : List.copyOf(made.entrySet())) {
        follow(dispatch, candidate.getKey(), candidate.getValue());
      }
    }
  }

  /** Most classes do not have the method at all, so that is asked before who inherits from whom. */
  private void follow(Dispatch dispatch, String candidate, ClassLoader loader) {
    Site site = dispatch.site;
    Ancestry.Target target = ancestry.find(candidate, site.name() + site.descriptor(), loader);
    target
        .method()
        .filter(m -> !m.isPrivate() && !m.isStatic())
        .filter(m -> ancestry.isBelow(candidate, site.owner(), loader))
        .ifPresent(m -> enter(new Visit(target.home().get(), m, Optional.of(dispatch.caller), "")));
  }

  private void expectCallbacks(Visit maker, String type) {
    for (Ancestry.Target callback : ancestry.callbacks(type, loader(maker))) {
      enter(new Visit(callback.home().get(), callback.method().get(), Optional.of(maker), ""));
    }
  }

  // Static fields ----------------------------------------------------------------------------

  private void useStatic(Visit visit, Site site) {
    if (ImpureJdk.isOutside(site.owner())) {
      ImpureJdk.read(site.owner(), site.name())
          .ifPresent(
              impurity -> report(visit, site, impurity, "uses " + field(site.owner(), site)));
      return;
    }
    Optional<ClassCode> home = ancestry.fieldHome(site.owner(), site.name(), loader(visit));
    if (home.isEmpty() || home.get().name().startsWith(API)) {
      return;
    }
    noteRead(List.of(home.get()));
    StaticField field = home.get().staticFields().get(site.name());
    if (field.isSynthetic() || vouched(home.get()).isPresent()) {
      vouched(home.get()).ifPresent(reason -> vouched.put(home.get().displayName(), reason));
      return;
    }
    String name = "the static field " + field(home.get().name(), site);
    if (site.kind() == Site.Kind.WRITE) {
      report(visit, site, Impurity.MUTABLE_STATIC, "writes " + name);
    } else if (!field.isFinal()) {
      report(visit, site, Impurity.MUTABLE_STATIC, "reads " + name + ", which is not final");
    } else {
      share(home.get(), site);
      enterLambdas(visit, home.get());
    }
  }

  /** The fields of an enum's constants are as static as the constants. */
  private void useField(Visit visit, Site site) {
    if (isOutside(site.owner()) || visit.method.name().equals("<init>")) {
      return;
    }
    read(site.owner(), loader(visit))
        .filter(code -> code.parent().equals("java/lang/Enum") && vouched(code).isEmpty())
        .filter(code -> site.kind() == Site.Kind.SET)
        .ifPresent(
            code ->
                report(
                    visit,
                    site,
                    Impurity.MUTABLE_STATIC,
                    "writes the field " + field(code.name(), site) + " of an enum constant"));
  }

  /** Functions that a static initialiser made are called by whoever reads the constant. */
  private void enterLambdas(Visit reader, ClassCode home) {
    MethodCode initialiser = home.methods().get("<clinit>()V");
    if (initialiser != null && lambdasOf.add(home.name())) {
      for (Site site : initialiser.sites()) {
        if (site.isLambda() && site.kind() == Site.Kind.CALL) {
          call(reader, site);
        }
      }
    }
  }

  private void share(ClassCode home, Site site) {
    if (Type.getType(site.descriptor()).getSort() < Type.ARRAY) {
      return;
    }
    try {
      Field field =
          Class.forName(home.displayName(), false, home.loader()).getDeclaredField(site.name());
      if (!Immutability.isPlain(field.getType()) && !Loggers.isLogger(field.getType())) {
        sharedConstants.add(field);
      }
    } catch (ReflectiveOperationException | LinkageError e) {
      unread.add(home.displayName());
    }
  }

  /** Takes note of an enum, if it is one whose constants can change. */
  private void noteEnum(ClassCode code) {
    if (!code.parent().equals("java/lang/Enum") || vouched(code).isPresent()) {
      return;
    }
    try {
      Class<?> type = Class.forName(code.displayName(), false, code.loader());
      if (type.isEnum() && !Immutability.hasFixedConstants(type)) {
        enums.add(type);
      }
    } catch (ReflectiveOperationException | LinkageError e) {
      unread.add(code.displayName());
    }
  }

  // Comparisons of references ------------------------------------------------------------------

  /**
   * Objects with identity are restored as the objects they were, and so are enum constants; values
   * are not. A comparison that has a value on one side, by its declared type, by what a constant
   * really holds, or because a record of the declared type is made somewhere, is a finding. In
   * {@code equals} it only saves time.
   */
  private void judge(Comparison comparison) {
    Site site = comparison.site;
    MethodCode method = comparison.visit.method;
    if (method.name().startsWith("equals")) {
      return;
    }
    ClassLoader loader = loader(comparison.visit);
    boolean certain = isValue(site.owner(), loader) || isValue(site.descriptor(), loader);
    boolean open = isOpen(site.owner(), loader) && isOpen(site.descriptor(), loader);
    if (certain && !isEnumLike(site, loader)
        || open && (holdsValue(site.name(), loader) || mayBeRecord(site, loader))) {
      report(
          comparison.visit,
          site,
          Impurity.IDENTITY,
          "compares references of type "
              + displayName(
                  certain && !isValue(site.owner(), loader) ? site.descriptor() : site.owner())
              + " with == or !=");
    }
  }

  private boolean isEnumLike(Site site, ClassLoader loader) {
    return parent(site.owner(), loader).equals("java/lang/Enum")
        || parent(site.descriptor(), loader).equals("java/lang/Enum");
  }

  private String parent(String type, ClassLoader loader) {
    return isOutside(type) ? "" : files.read(type, loader).map(ClassCode::parent).orElse("");
  }

  private boolean isValue(String type, ClassLoader loader) {
    return VALUES.contains(type)
        || type.startsWith("java/time/")
        || parent(type, loader).equals("java/lang/Record");
  }

  /** Whether a variable of the type may hold a value as well as an object with identity. */
  private boolean isOpen(String type, ClassLoader loader) {
    return OPEN.contains(type)
        || isValue(type, loader)
        || !isOutside(type) && files.read(type, loader).map(ClassCode::isAbstract).orElse(false);
  }

  /** Whether a static field, as owner and name, holds a value now. */
  private boolean holdsValue(String constant, ClassLoader loader) {
    int dot = constant.indexOf('.');
    if (dot < 0 || isOutside(constant.substring(0, dot))) {
      return false;
    }
    try {
      String owner = constant.substring(0, dot).replace('/', '.');
      Field field =
          Class.forName(owner, false, loader).getDeclaredField(constant.substring(dot + 1));
      Object value = field.trySetAccessible() ? field.get(null) : null;
      return value != null
          && (value.getClass().isRecord()
              || VALUES.contains(Type.getInternalName(value.getClass()))
              || value.getClass().getName().startsWith("java.util.ImmutableCollections$"));
    } catch (ReflectiveOperationException | LinkageError e) {
      return false;
    }
  }

  private boolean mayBeRecord(Site site, ClassLoader loader) {
    return site.name().isEmpty()
        && !OPEN.contains(site.owner())
        && !OPEN.contains(site.descriptor())
        && made.keySet().stream()
            .filter(type -> parent(type, loader).equals("java/lang/Record"))
            .anyMatch(
                type ->
                    ancestry.isBelow(type, site.owner(), loader)
                        && ancestry.isBelow(type, site.descriptor(), loader));
  }

  // What is known so far -----------------------------------------------------------------------

  private Optional<ClassCode> read(String name, ClassLoader loader) {
    Optional<ClassCode> code = files.read(name, loader);
    if (code.isEmpty()) {
      unread.add(name.replace('/', '.'));
    }
    code.ifPresent(c -> noteRead(List.of(c)));
    return code;
  }

  /**
   * Takes note of the classes that newly read ones make objects of, and of those whose constants
   * they use: a constant may have been made by a class that is not read otherwise.
   */
  private void noteRead(List<ClassCode> codes) {
    for (ClassCode code : codes) {
      if (!notedRead.add(code.name())) {
        continue;
      }
      for (String owner : code.uses().constantsOf()) {
        if (!isOutside(owner)) {
          files.read(owner, code.loader()).ifPresent(c -> noteRead(List.of(c)));
        }
      }
      for (String type : code.uses().made()) {
        if (!isOutside(type)
            && !made.containsKey(type)
            && !ancestry.isBelow(type, NODE, code.loader())) {
          noteMade(type, code.loader());
        }
      }
    }
  }

  private void noteMade(String type, ClassLoader loader) {
    if (!isOutside(type) && made.putIfAbsent(type, loader) == null) {
      for (Dispatch dispatch : List.copyOf(dispatches.values())) {
        follow(dispatch, type, loader);
      }
    }
  }

  private static boolean isOutside(String name) {
    return ImpureJdk.isOutside(name) || name.startsWith(API);
  }

  private static ClassLoader loader(Visit visit) {
    return visit.home.loader();
  }

  // Report -----------------------------------------------------------------------------------

  private void report(Visit visit, Site site, Impurity impurity, String deed) {
    Place place =
        new Place(visit.name(), visit.home.sourceFile().orElse(""), site.line(), impurity);
    deeds.computeIfAbsent(place, p -> new LinkedHashSet<>()).add(deed);
    chains.putIfAbsent(place, visit);
  }

  private Report report() {
    List<Finding> findings = new ArrayList<>();
    deeds.forEach(
        (place, what) ->
            findings.add(
                new Finding(
                    place.toString(),
                    "It "
                        + String.join(" and ", what)
                        + " (reached from "
                        + chains.get(place).chain()
                        + "). "
                        + place.impurity().explanation())));
    unread.addAll(ancestry.unread());
    files.known().forEach(this::noteEnum);
    return new Report(
        findings,
        vouched.entrySet().stream().map(e -> new Assumption(e.getKey(), e.getValue())).toList(),
        List.copyOf(silenced),
        sharedConstants,
        enums,
        List.copyOf(unread),
        Fingerprint.of(files.known().stream().filter(code -> !isOutside(code.name())).toList()));
  }

  private static String callee(Site site) {
    String owner = displayName(site.owner());
    return site.name().equals("<init>") ? "new " + owner + "()" : owner + "." + site.name() + "()";
  }

  private static String fullName(Site site) {
    return site.owner().replace('/', '.') + "." + site.name();
  }

  private static String field(String owner, Site site) {
    return displayName(owner) + "." + site.name();
  }

  private static String displayName(String owner) {
    String name = owner.replace('/', '.');
    return name.matches("java\\.lang\\.\\w+") ? name.substring("java.lang.".length()) : name;
  }
}
