package dev.parley.junit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** What a test engine may do itself. */
class ArchitectureTest {
  @Test
  void testsAreTheRunnersWork() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "dev.parley.junit..",
            "dev.parley.runner..",
            "dev.parley.api..",
            "java..",
            "org.junit.platform.commons..",
            "org.junit.platform.engine..")
        .because(
            "selectors go in and test results come out; whatever checks, judges or reports is the"
                + " runner's, where other fronts find it too")
        .check(
            new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("dev.parley.junit"));
  }
}
