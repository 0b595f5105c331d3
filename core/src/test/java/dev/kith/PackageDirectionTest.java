package dev.kith;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** linalg &lt;- data &lt;- {loss kernel structure constraint} &lt;- model &lt;- {convex mkl online decode} &lt;- {select adapt stream}. */
class PackageDirectionTest {
    @Test
    void dependenciesPointOneWay() {
        JavaClasses classes = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("dev.kith");
        layeredArchitecture()
                .consideringOnlyDependenciesInAnyPackage("dev.kith..")
                .layer("provider")
                .definedBy("dev.kith.provider..")
                .layer("linalg")
                .definedBy("dev.kith.linalg..")
                .layer("data")
                .definedBy("dev.kith.data..")
                .layer("parts")
                .definedBy("dev.kith.loss..", "dev.kith.kernel..", "dev.kith.structure..", "dev.kith.constraint..")
                .layer("model")
                .definedBy("dev.kith.model..")
                .layer("methods")
                .definedBy("dev.kith.convex..", "dev.kith.mkl..", "dev.kith.online..", "dev.kith.decode..")
                .optionalLayer("select")
                .definedBy("dev.kith.select..", "dev.kith.adapt..")
                .layer("stream")
                .definedBy("dev.kith.stream..")
                .whereLayer("provider")
                .mayNotAccessAnyLayer()
                .whereLayer("linalg")
                .mayNotAccessAnyLayer()
                .whereLayer("data")
                .mayOnlyAccessLayers("linalg")
                .whereLayer("parts")
                .mayOnlyAccessLayers("provider", "linalg", "data")
                .whereLayer("model")
                .mayOnlyAccessLayers("linalg", "data", "parts")
                .whereLayer("methods")
                .mayOnlyAccessLayers("provider", "linalg", "data", "parts", "model")
                .whereLayer("stream")
                .mayOnlyAccessLayers("linalg", "data", "parts", "model", "methods")
                .check(classes);
    }

    @Test
    void partsOfOneLayerDoNotKnowEachOther() {
        JavaClasses classes = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("dev.kith");
        com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices()
                .matching("dev.kith.(*)..")
                .should()
                .beFreeOfCycles()
                .check(classes);
    }
}
