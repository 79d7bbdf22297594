package dev.parley.report;

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

/** What pages may be made of. */
class ArchitectureTest {
  private final JavaClasses classes =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.parley.report");

  @Test
  void pagesAreMadeOfResultsAndTemplatesAlone() {
    check(
        classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                "dev.parley.report..",
                "dev.parley.engine..",
                "dev.parley.api..",
                "java..",
                "freemarker..")
            .because("reports can then be written again without running anything"));
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
            .because("whoever writes a report says so"));
  }

  @Test
  void noPageReachesIntoTheEngine() {
    check(
        noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.parley.engine.internal..", "dev.parley.engine.fork..")
            .because("results are all a page shows; how they came about is the engine's affair"));
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
