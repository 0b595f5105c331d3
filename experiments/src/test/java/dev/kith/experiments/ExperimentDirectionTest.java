package dev.kith.experiments;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Experiments are computed with the library alone; of the command line they know what an experiment is. */
class ExperimentDirectionTest {
    private final JavaClasses classes = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.kith");

    @Test
    void experimentsUseNothingElseOfTheCommandLine() {
        noClasses()
                .that()
                .resideInAPackage("dev.kith.experiments..")
                .should()
                .dependOnClassesThat(
                        resideInAPackage("dev.kith.cli..").and(not(resideInAPackage("dev.kith.cli.reproduce"))))
                .check(classes);
    }

    @Test
    void classicalAlgorithmsKnowNoExperiment() {
        noClasses()
                .that()
                .resideInAPackage("dev.kith.experiments.classical..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.kith.experiments", "dev.kith.cli..")
                .check(classes);
    }

    @Test
    void theCommandLineKnowsNoExperiment() {
        noClasses()
                .that()
                .resideInAPackage("dev.kith.cli..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.kith.experiments..")
                .check(classes);
    }
}
