package dev.parley.bench;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/**
 * The rules that hold for all modules. This module is built last and sees all others. What one
 * module alone must keep to stands in its own {@code ArchitectureTest}.
 */
@TestInstance(Lifecycle.PER_CLASS)
class ArchitectureTest {
  /** The root package of each module's main classes. */
  private static final Map<String, String> PACKAGES =
      Map.of(
          "api", "dev.parley.api",
          "checker-engine", "dev.parley.engine",
          "report-templates", "dev.parley.report",
          "runner", "dev.parley.runner",
          "plugin", "dev.parley.maven",
          "junit", "dev.parley.junit",
          "gradle-plugin", "dev.parley.gradle",
          "protocols", "dev.parley.protocols",
          "bench", "dev.parley.bench");

  /** Where maven-plugin-plugin puts the goal {@code help}, which it writes itself. */
  private static final String GENERATED = "/parley_maven_plugin/";

  private static final int MOST_COMPONENTS = 10;

  private JavaClasses parley;

  @BeforeAll
  void readClasses() {
    parley =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains(GENERATED))
            .importPackages("dev.parley");
  }

  @Test
  void everyModuleIsSeen() {
    Set<String> modules = new TreeSet<>(Repository.modules());
    modules.remove("it");
    assertThat(PACKAGES).as("a new module needs a line here").containsOnlyKeys(modules);
    PACKAGES.forEach(
        (module, root) ->
            assertThat(parley.stream().filter(type -> isIn(type, root)))
                .as("classes of %s; is it a dependency of this module?", module)
                .isNotEmpty());
    assertThat(
            parley.stream()
                .filter(type -> PACKAGES.values().stream().noneMatch(p -> isIn(type, p))))
        .as("classes outside their module's package")
        .isEmpty();
  }

  @Test
  void packagesHaveNoCycles() {
    slices()
        .assignedFrom(new OnePerPackage())
        .should()
        .beFreeOfCycles()
        .because("a cycle makes two packages one that is too large to read")
        .check(parley);
  }

  @Test
  void onlyThePluginKnowsMaven() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.parley.maven..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.apache.maven..", "org.codehaus.plexus..")
        .because("Gradle and the JUnit Platform use everything else too")
        .check(parley);
  }

  @Test
  void onlyTheGradlePluginKnowsGradle() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.parley.gradle..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.gradle..", "groovy..", "org.codehaus.groovy..")
        .because("Maven and the JUnit Platform use everything else too")
        .check(parley);
  }

  @Test
  void onlyTheTestEngineKnowsTheJunitPlatform() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.parley.junit..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.junit..")
        .because("what is not a test engine must not need one on its class path")
        .check(parley);
  }

  @Test
  void frontsLeaveTheWorkToTheRunner() {
    noClasses()
        .that()
        .resideInAnyPackage("dev.parley.maven..", "dev.parley.junit..", "dev.parley.gradle..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.parley.engine.fork..",
            "dev.parley.engine.internal..",
            "dev.parley.engine.model..",
            "dev.parley.engine.result..",
            "dev.parley.report..")
        .because("a front that searches, judges or reports would do it differently from the others")
        .check(parley);
  }

  @Test
  void frontsDoNotKnowEachOther() {
    slices()
        .matching("dev.parley.(maven|junit|gradle)..")
        .should()
        .notDependOnEachOther()
        .because("nobody wants Maven's types in a Gradle build")
        .check(parley);
  }

  @Test
  void protocolsAreWrittenAgainstTheApiAlone() {
    classes()
        .that()
        .resideInAPackage("dev.parley.protocols..")
        .and()
        // The programs on the other side are no protocols.
        .doNotHaveSimpleName("Programs")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("dev.parley.protocols..", "dev.parley.api..", "java..")
        .because("they show what a user can write")
        .check(parley);
  }

  @Test
  void measurementsUseWhatUsersCanUse() {
    noClasses()
        .that()
        .resideInAPackage("dev.parley.bench..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.parley.engine.internal..")
        .because("what is measured is a check as anybody can run it")
        .check(parley);
  }

  @Test
  void recordsHaveFewComponents() {
    smallRecords().check(parley);
  }

  @Test
  void theRuleForRecordsCatchesALargeOne() {
    JavaClasses large = new ClassFileImporter().importClasses(Eleven.class);
    assertThat(smallRecords().evaluate(large).hasViolation()).isTrue();
    JavaClasses small = new ClassFileImporter().importClasses(Ten.class);
    assertThat(smallRecords().evaluate(small).hasViolation()).isFalse();
  }

  /** What the rule must see. */
  private record Eleven(
      int a, int b, int c, int d, int e, int f, int g, int h, int i, int j, int k) {}

  /** What the rule must let pass. */
  private record Ten(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j) {}

  private static ArchRule smallRecords() {
    return classes()
        .that()
        .areRecords()
        .should(haveFewComponents())
        .because(
            "nobody tells eleven arguments apart; components that belong together make a record of"
                + " their own");
  }

  private static ArchCondition<JavaClass> haveFewComponents() {
    return new ArchCondition<>("have at most " + MOST_COMPONENTS + " components") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        String components =
            type.getFields().stream()
                .filter(field -> !field.getModifiers().contains(JavaModifier.STATIC))
                .map(field -> field.getName())
                .collect(Collectors.joining(", "));
        int count = components.isEmpty() ? 0 : components.split(", ").length;
        events.add(
            new SimpleConditionEvent(
                type,
                count <= MOST_COMPONENTS,
                type.getName() + " has " + count + " components: " + components));
      }
    };
  }

  private static boolean isIn(JavaClass type, String root) {
    return (type.getPackageName() + ".").startsWith(root + ".");
  }

  /** The root package of a module is one like any other. */
  private static final class OnePerPackage implements SliceAssignment {
    @Override
    public SliceIdentifier getIdentifierOf(JavaClass type) {
      return SliceIdentifier.of(type.getPackageName());
    }

    @Override
    public String getDescription() {
      return "each package";
    }
  }
}
