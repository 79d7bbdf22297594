package dev.parley.engine;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaModifier.FINAL;
import static com.tngtech.archunit.core.domain.JavaModifier.SYNTHETIC;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import dev.parley.engine.internal.order.Order;
import dev.parley.engine.internal.space.Delivery;
import dev.parley.engine.internal.space.Environment;
import dev.parley.engine.internal.store.HeapStore;
import dev.parley.engine.internal.store.StateList;
import dev.parley.engine.internal.store.StateQueue;
import dev.parley.engine.internal.store.StateStore;
import dev.parley.engine.internal.store.StateView;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.Budget;
import java.util.AbstractCollection;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** The arrows between modules and packages, and habits that would break the engine's promises. */
@TestInstance(Lifecycle.PER_CLASS)
class ArchitectureTest {
  private static final String ENGINE = "dev.parley.engine..";
  private static final String API = "dev.parley.api..";

  private JavaClasses parley;

  @BeforeAll
  void readClasses() {
    parley =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.parley.api", "dev.parley.engine");
  }

  @Test
  void apiDependsOnTheJdkAlone() {
    check(
        classes()
            .that()
            .resideInAPackage(API)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(API, "java..")
            .because("whatever the API needs lands on the class path of every user's protocol"));
  }

  @Test
  void engineDependsOnTheApiTheJdkAndAsmAlone() {
    check(
        classes()
            .that()
            .resideInAPackage(ENGINE)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(ENGINE, API, "java..", "jdk..", "javax..", "org.objectweb.asm..")
            .because("the engine meets users' classes and must not clash with their libraries"));
  }

  @Test
  void resultsDependOnNothingOfTheEngineButDescriptions() {
    check(
        classes()
            .that()
            .resideInAPackage("dev.parley.engine.result")
            .should()
            .onlyDependOnClassesThat(
                resideInAnyPackage("dev.parley.engine.result", "dev.parley.api", "java..")
                    .or(
                        belongToExactly(
                            Budget.class,
                            Budget.Kind.class,
                            Model.Description.class,
                            Property.Kind.class)))
            .because("results cross a process boundary and are rendered without the engine"));
  }

  @Test
  void packagesHaveNoCycles() {
    check(
        slices()
            .assignedFrom(eachPackage())
            .should()
            .beFreeOfCycles()
            .because("a cycle makes two packages one that is too large to read"));
  }

  @Test
  void engineDoesNotPrint() {
    check(
        noClasses()
            .that(resideInAPackage(ENGINE).and(not(resideInAPackage("dev.parley.engine.fork.."))))
            .should()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err")
            .because(
                "results and listeners say what there is to say; only the forked process, which"
                    + " has no caller to tell, may speak through its streams"));
  }

  @Test
  void staticFieldsAreFinal() {
    check(
        fields()
            .that()
            .areStatic()
            .and()
            .doNotHaveModifier(SYNTHETIC)
            .should()
            .haveModifier(FINAL)
            .because("state in statics outlives a check and is shared by concurrent ones"));
  }

  @Test
  void staticFieldsHoldNothingMadeToBeChanged() {
    check(
        noFields()
            .that()
            .areStatic()
            .and()
            .doNotHaveModifier(SYNTHETIC)
            // Rewritten protocols can only ask their thread which run of a step it is.
            .and()
            .areNotDeclaredIn(Order.class)
            .should()
            .haveRawType(madeToBeChanged())
            .because(
                "a constant is a List.of, Set.of or Map.of; a static collection that can change is"
                    + " a cache nobody empties"));
  }

  @Test
  void everythingBesidesThePublicPackagesIsInternal() {
    check(
        classes()
            .that()
            .resideInAPackage(ENGINE)
            .should()
            .resideInAnyPackage(
                "dev.parley.engine",
                "dev.parley.engine.code",
                "dev.parley.engine.options",
                "dev.parley.engine.model",
                "dev.parley.engine.result",
                "dev.parley.engine.fork",
                "dev.parley.engine.internal..")
            .because("what is not under 'internal' is a promise to other modules"));
  }

  @Test
  void searchReductionsAndTracesKnowPortsAndNotWhatIsPluggedIn() {
    check(
        namesNothingPluggedIn(
                "dev.parley.engine.internal.search",
                "dev.parley.engine.internal.reduce",
                "dev.parley.engine.internal.trace")
            .because(
                "another network, store or environment must not need a change where states are"
                    + " searched and reduced and traces told"));
  }

  private static ArchRule namesNothingPluggedIn(String... packages) {
    return noClasses()
        .that()
        .resideInAnyPackage(packages)
        .should()
        .dependOnClassesThat(pluggedIn());
  }

  /** Implementations of ports, and how states, inboxes and envelopes are laid out. */
  private static DescribedPredicate<JavaClass> pluggedIn() {
    Set<Class<?>> ports =
        Set.of(
            Delivery.class,
            Environment.class,
            StateStore.class,
            StateView.class,
            StateQueue.class,
            StateList.class);
    Set<String> layouts =
        Set.of("Packing", "VisitedSet", "Expansion", "NodeCells", "Contents", "Identities");
    return DescribedPredicate.describe(
        "an implementation of a port, or a layout",
        type ->
            (!type.isInterface() && ports.stream().anyMatch(type::isAssignableTo))
                || layouts.contains(type.getSimpleName())
                || type.getAllRawSuperclasses().stream()
                    .anyMatch(parent -> layouts.contains(parent.getSimpleName())));
  }

  @Test
  void theRulesCatchWhatTheyForbid() {
    JavaClasses peeking =
        new ClassFileImporter().importClasses(Peeking.class, HeapStore.class, StateStore.class);
    assertThat(namesNothingPluggedIn("dev.parley.engine").evaluate(peeking).hasViolation())
        .isTrue();
    JavaClasses bad = new ClassFileImporter().importClasses(Bad.class);
    assertThat(noFields().should().haveRawType(madeToBeChanged()).evaluate(bad).hasViolation())
        .isTrue();
  }

  /** What the rules must see: a class that names a store. */
  private static final class Peeking {
    HeapStore store;
  }

  /** What the rules must see. */
  private static final class Bad {
    static final Map<String, String> FINE = Map.of();
    static final ArrayList<String> GROWING = new ArrayList<>();
  }

  private void check(ArchRule rule) {
    rule.check(parley);
  }

  private static DescribedPredicate<JavaClass> belongToExactly(Class<?>... types) {
    Set<String> names = new HashSet<>();
    for (Class<?> type : types) {
      names.add(type.getName());
    }
    return DescribedPredicate.describe(
        "are among " + names, type -> names.contains(type.getBaseComponentType().getName()));
  }

  /** Each package is a slice of its own, the front door included. */
  private static SliceAssignment eachPackage() {
    return new SliceAssignment() {
      @Override
      public SliceIdentifier getIdentifierOf(JavaClass type) {
        return SliceIdentifier.of(type.getPackageName());
      }

      @Override
      public String getDescription() {
        return "packages";
      }
    };
  }

  /** By declared type: an interface may hold an immutable collection, these classes never do. */
  private static DescribedPredicate<JavaClass> madeToBeChanged() {
    return DescribedPredicate.describe(
        "a changeable collection or an atomic",
        type ->
            type.isAssignableTo(AbstractMap.class)
                || type.isAssignableTo(AbstractCollection.class)
                || type.isAssignableTo(ConcurrentMap.class)
                || type.isAssignableTo(ThreadLocal.class)
                || type.getPackageName().equals("java.util.concurrent.atomic"));
  }
}
