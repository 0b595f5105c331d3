package dev.kith;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Packages use what is below them and nothing beside or above; they are rooms one can see across. */
class PackageDirectionTest {
    private static final String ROOT = "dev.kith.";

    /** From the bottom up. A package may use lower floors, and rooms of its own name; never its neighbours. */
    private static final List<Set<String>> FLOORS = List.of(
            Set.of("provider"),
            Set.of("linalg", "provider"),
            Set.of("numeric", "text"),
            Set.of("data"),
            Set.of("loss", "kernel", "structure", "constraint"),
            Set.of("model"),
            Set.of("file", "score", "ascent"),
            Set.of("boost", "convex", "mixed", "mkl", "online", "decode", "export"),
            Set.of("method"),
            Set.of("trust", "stream"),
            Set.of("adapt"),
            Set.of("select"));

    /** Types of one package at most, without package-info. */
    private static final int ROOM = 25;

    /** Modules that measure and check what is inside; nobody depends on them. */
    private static final Set<String> LOOKS_INSIDE = Set.of("bench", "check", "experiments");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.kith");

    /** The classes of core, which may be on the class path beside those of other modules. */
    private static Stream<JavaClass> core() {
        Set<String> packages = packages(source());
        return CLASSES.stream().filter(type -> packages.contains(type.getPackageName()));
    }

    @Test
    void dependenciesPointDown() {
        Map<String, Integer> floors = new HashMap<>();
        for (int k = 0; k < FLOORS.size(); k++) {
            for (String name : FLOORS.get(k)) {
                floors.put(name, k);
            }
        }
        Set<String> wrong = new TreeSet<>();
        core().forEach(type -> {
            String from = floor(type);
            assertThat(floors).as("the floor of %s", type.getName()).containsKey(from);
            type.getDirectDependenciesFromSelf().forEach(use -> {
                String to = floor(use.getTargetClass());
                if (floors.containsKey(to) && !to.equals(from) && floors.get(to) >= floors.get(from)) {
                    wrong.add(type.getName() + " uses "
                            + use.getTargetClass().getBaseComponentType().getName());
                }
            });
        });
        assertThat(wrong).isEmpty();
    }

    private static String floor(JavaClass type) {
        String name = type.getBaseComponentType().getPackageName();
        return name.startsWith(ROOT) ? name.substring(ROOT.length()).split("\\.", 2)[0] : "";
    }

    @Test
    void noTwoPackagesUseEachOther() {
        slices().matching("dev.kith.(**)")
                .should()
                .beFreeOfCycles()
                .check(CLASSES.that(com.tngtech.archunit.base.DescribedPredicate.describe(
                        "of core", type -> packages(source()).contains(type.getPackageName()))));
    }

    @Test
    void packagesAreRoomsOneCanSeeAcross() {
        Map<String, Long> sizes = core().filter(
                        type -> type.isTopLevelClass() && !type.getSimpleName().equals("package-info"))
                .collect(Collectors.groupingBy(JavaClass::getPackageName, TreeMap::new, Collectors.counting()));
        sizes.values().removeIf(size -> size <= ROOM);
        assertThat(sizes).isEmpty();
    }

    @Test
    void whatIsNotExportedIsUsedByCoreAndWhatItNamesOnly() {
        Path core = source();
        Set<String> inside = packages(core);
        Matcher exports = Pattern.compile("exports ([\\w.]+)").matcher(text(core.resolve("module-info.java")));
        while (exports.find()) {
            inside.remove(exports.group(1));
        }
        Set<String> wrong = new TreeSet<>();
        for (Path module : modules()) {
            for (Path file : sources(module.resolve("src/main/java"))) {
                Matcher names =
                        Pattern.compile("(dev\\.kith(?:\\.[a-z]\\w*)+)\\.[A-Z]").matcher(text(file));
                while (names.find()) {
                    if (inside.contains(names.group(1))) {
                        wrong.add(file.getFileName() + " uses " + names.group(1));
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    private static Path root() {
        Path at = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(at.resolve("core/src/main/java"))) {
            at = java.util.Objects.requireNonNull(at.getParent(), "the directory of all modules");
        }
        return at;
    }

    private static Path source() {
        return root().resolve("core/src/main/java");
    }

    private static List<Path> modules() {
        try (Stream<Path> all = Files.list(root())) {
            return all.filter(dir -> Files.isDirectory(dir.resolve("src/main/java")))
                    .filter(dir -> !dir.endsWith("core"))
                    .filter(dir -> !LOOKS_INSIDE.contains(dir.getFileName().toString()))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> sources(Path dir) {
        try (Stream<Path> all = Files.walk(dir)) {
            return all.filter(file -> file.toString().endsWith(".java")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The packages that have sources below a directory. */
    private static Set<String> packages(Path dir) {
        return sources(dir).stream()
                .map(file -> dir.relativize(file.getParent()).toString().replace(java.io.File.separatorChar, '.'))
                .filter(name -> !name.isEmpty())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
