package dev.parley.gradle;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** What a task may do itself. */
class ArchitectureTest {
  private final JavaClasses classes =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.parley.gradle");

  @Test
  void tasksOnlyTranslate() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "dev.parley.gradle..",
            "dev.parley.runner..",
            "dev.parley.engine.options..",
            "java..",
            "javax.inject..",
            "org.slf4j..",
            "org.gradle..")
        .because(
            "parameters go in and outcomes come out; whatever does more belongs to the runner, where"
                + " other build tools find it too")
        .check(classes);
  }

  @Test
  void tasksUseWhatGradlePromises() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.gradle..internal..")
        .because("Gradle changes its internals from version to version")
        .check(classes);
  }
}
