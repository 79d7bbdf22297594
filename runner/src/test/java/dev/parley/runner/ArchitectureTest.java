package dev.parley.runner;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import org.junit.jupiter.api.Test;

/** What runs a build's checks must not know of the build. */
class ArchitectureTest {
  private final JavaClasses classes =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.parley.runner");

  @Test
  void runsKnowNoBuildTool() {
    check(
        classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                "dev.parley.runner..",
                "dev.parley.report..",
                "dev.parley.engine..",
                "dev.parley.api..",
                "java..",
                "com.fasterxml.jackson..")
            .because(
                "Maven, Gradle and the JUnit Platform are fronts over it; none of their types may be needed here"));
  }

  @Test
  void packagesHaveNoCycles() {
    check(
        slices()
            .assignedFrom(new OnePerPackage())
            .should()
            .beFreeOfCycles()
            .because("a cycle makes two packages one that is too large to read"));
  }

  @Test
  void nothingIsPrinted() {
    check(
        noClasses()
            .should()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err")
            .because("what there is to say goes to the Console, which is the build tool's"));
  }

  @Test
  void noRunReachesIntoTheEngine() {
    check(
        noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.parley.engine.internal..")
            .because("users' code runs in the engine's process and never in the build's"));
  }

  private void check(ArchRule rule) {
    rule.check(classes);
  }

  /** The root package is one like any other. */
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
