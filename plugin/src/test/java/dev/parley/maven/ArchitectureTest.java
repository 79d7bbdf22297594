package dev.parley.maven;

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

/** What a goal may do itself. */
class ArchitectureTest {
  private final JavaClasses classes =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.parley.maven");

  @Test
  void goalsOnlyTranslate() {
    check(
        classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                "dev.parley.maven..",
                "dev.parley.runner..",
                "dev.parley.engine..",
                "java..",
                "javax.inject..",
                "org.apache.maven..",
                "org.codehaus.plexus.configuration..")
            .because(
                "parameters go in and outcomes come out; whatever does more belongs to the runner, where other build tools find it too"));
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
  void goalsLeaveTheWorkToTheRunner() {
    check(
        noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                "dev.parley.engine.fork..", "dev.parley.engine.result..", "dev.parley.report..")
            .because("a goal that searches, judges or reports would have to do it for Gradle too"));
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
