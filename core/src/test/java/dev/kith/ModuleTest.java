package dev.kith;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.linalg.LinearAlgebra;
import java.io.File;
import java.lang.module.Configuration;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The core as a named module; all other tests run on the class path. */
class ModuleTest {
    private static final String NAME = "dev.kith.core";

    /** The classes under test and their dependencies, found on the class path. */
    private static final ModuleFinder FINDER = ModuleFinder.of(
            Stream.concat(Stream.of(classes()), Arrays.stream(dependencies())).toArray(Path[]::new));

    private static Path classes() {
        return Path.of(LinearAlgebra.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath());
    }

    private static Path[] dependencies() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> entry.matches(".*(fastcsv|jackson-core|jspecify)-[^/\\\\]*\\.jar"))
                .map(Path::of)
                .toArray(Path[]::new);
    }

    private static ModuleDescriptor descriptor() {
        return FINDER.find(NAME).orElseThrow().descriptor();
    }

    @Test
    void dependsOnNamedModulesOnly() {
        Set<String> required =
                descriptor().requires().stream().map(r -> r.name()).collect(Collectors.toSet());
        assertThat(required)
                .containsExactlyInAnyOrder("java.base", "de.siegmar.fastcsv", "tools.jackson.core", "org.jspecify");
        assertThat(required.stream().flatMap(name -> FINDER.find(name).stream()))
                .hasSize(3)
                .noneMatch(module -> module.descriptor().isAutomatic());
    }

    @Test
    void everyPackageIsExportedOrListedAsInside() {
        Set<String> inside = Set.of(
                "dev.kith.ascent",
                "dev.kith.ascent.node",
                "dev.kith.constraint.equation",
                "dev.kith.constraint.manifold",
                "dev.kith.constraint.search",
                "dev.kith.convex.basis",
                "dev.kith.convex.direct",
                "dev.kith.convex.dual",
                "dev.kith.convex.evidence",
                "dev.kith.convex.proof",
                "dev.kith.convex.rounds",
                "dev.kith.convex.solver",
                "dev.kith.convex.stationary",
                "dev.kith.convex.sum",
                "dev.kith.convex.weight",
                "dev.kith.data.date",
                "dev.kith.data.inspect.scan",
                "dev.kith.data.inspect.words",
                "dev.kith.data.read",
                "dev.kith.data.read.csv",
                "dev.kith.data.shape",
                "dev.kith.export.onnx",
                "dev.kith.export.part",
                "dev.kith.file.codec",
                "dev.kith.file.disk",
                "dev.kith.kernel.map",
                "dev.kith.mkl.disk",
                "dev.kith.numeric",
                "dev.kith.online.adaptive",
                "dev.kith.online.bound",
                "dev.kith.online.perceptron",
                "dev.kith.online.state",
                "dev.kith.online.vote",
                "dev.kith.provider",
                "dev.kith.select.grid",
                "dev.kith.stream.source",
                "dev.kith.structure.extension",
                "dev.kith.structure.sparse",
                "dev.kith.text",
                "dev.kith.trust.spread");
        Set<String> exported = descriptor().exports().stream()
                .filter(e -> !e.isQualified())
                .map(e -> e.source())
                .collect(Collectors.toSet());
        Set<String> packages = new java.util.TreeSet<>(descriptor().packages());
        packages.removeAll(inside);
        assertThat(exported).containsExactlyInAnyOrderElementsOf(packages);
    }

    @Test
    void runsAsAModule() throws Exception {
        ModuleLayer boot = ModuleLayer.boot();
        Configuration configuration = boot.configuration().resolve(FINDER, ModuleFinder.of(), Set.of(NAME));
        ModuleLayer.Controller controller = ModuleLayer.defineModulesWithOneLoader(
                configuration, List.of(boot), ClassLoader.getPlatformClassLoader());
        ModuleLayer layer = controller.layer();
        controller.addExports(layer.findModule(NAME).orElseThrow(), "dev.kith.text", ModuleTest.class.getModule());
        Class<?> version = layer.findLoader(NAME).loadClass("dev.kith.text.Version");
        assertThat(version.getModule().getName()).isEqualTo(NAME);
        assertThat((String) version.getMethod("current").invoke(null)).isNotBlank();
        Object algebra = layer.findLoader(NAME)
                .loadClass("dev.kith.linalg.LinearAlgebra")
                .getMethod("best")
                .invoke(null);
        assertThat((String) algebra.getClass().getMethod("name").invoke(algebra))
                .isEqualTo("java");
    }
}
