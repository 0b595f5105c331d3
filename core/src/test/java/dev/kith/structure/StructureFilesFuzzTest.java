package dev.kith.structure;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import dev.kith.checks.Attack;
import dev.kith.data.DataException;
import dev.kith.data.table.Mutants;
import dev.kith.mkl.Views;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.MethodSource;

/** Graphs, trees, groups, matrices and views: any bytes are read or give a {@link DataException}. */
@Tag(Attack.FUZZ)
class StructureFilesFuzzTest {
    private static final int MUTANTS = Attack.rounds(4_000);
    private static final List<String> TASKS = List.of("a", "b", "c d");
    private static final String GRAPH = "task,task,weight\na,b,0.5\n\"c d\",a,2e-1\nb,\"c d\",1\n";
    private static final String NEWICK = "((a:1,b:0.5)ab:2,'c d':.25)root;\n";
    private static final String PARENTS = "child,parent\na,ab\nb,ab\nab,root\n\"c d\",root\n";
    private static final String MATRIX = "task,a,b,c d\na,1,0.5,0\nb,0.5,1,-2e-1\n\"c d\",0,-0.2,1\n";

    private static boolean read(byte[] bytes, Consumer<Path> reader) throws IOException {
        try (FileSystem memory = Jimfs.newFileSystem(Configuration.unix())) {
            Path file = Files.write(memory.getPath("/f"), bytes);
            reader.accept(file);
            return true;
        } catch (DataException e) {
            assertThat(e.getMessage()).isNotBlank();
            return false;
        }
    }

    private static void graph(Path file) {
        new GraphStructure(StructureFiles.graph(file), 1).matrix(TASKS);
    }

    private static void tree(Path file) {
        new TreeStructure(StructureFiles.tree(file), 1).matrix(TASKS);
    }

    private static void groups(Path file) {
        new Groups(StructureFiles.groups(file), 1).matrix(TASKS);
    }

    private static void matrix(Path file) {
        StructureFiles.matrix(file);
    }

    private static void views(Path file) {
        Views.named(StructureFiles.pairs(file));
    }

    @Test
    void mutatedFilesAreReadOrRefused() {
        long seed = 77;
        int read = mutate(seed, GRAPH, StructureFilesFuzzTest::graph)
                + mutate(seed + 1, NEWICK, StructureFilesFuzzTest::tree)
                + mutate(seed + 2, PARENTS, StructureFilesFuzzTest::tree)
                + mutate(seed + 3, "task,group\na,1\nb,1\n\"c d\",2\n", StructureFilesFuzzTest::groups)
                + mutate(seed + 4, MATRIX, StructureFilesFuzzTest::matrix)
                + mutate(seed + 5, "feature,view\nx1,one\nx2,two\n\"x,3\",one\n", StructureFilesFuzzTest::views);
        assertThat(read).as("seed %d: files read", seed).isBetween(MUTANTS / 4, 6 * MUTANTS - MUTANTS / 4);
    }

    private static int mutate(long seed, String good, Consumer<Path> reader) {
        return Mutants.read(MUTANTS, seed, good.getBytes(StandardCharsets.UTF_8), bytes -> read(bytes, reader));
    }

    /** Depth must not matter: these would overflow a stack. */
    @Test
    void deepTreesAreReadOrRefused() throws IOException {
        for (String deep : List.of("(".repeat(1 << 20), "(".repeat(100_000) + "a" + ")".repeat(100_000) + ";")) {
            read(deep.getBytes(StandardCharsets.UTF_8), StructureFilesFuzzTest::tree);
        }
    }

    static List<byte[]> seeds() {
        return List.of(GRAPH, NEWICK, PARENTS, MATRIX).stream()
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    @MethodSource("seeds")
    @FuzzTest(maxDuration = "60s")
    void anyBytesAreReadOrRefused(byte[] bytes) throws IOException {
        read(bytes, StructureFilesFuzzTest::graph);
        read(bytes, StructureFilesFuzzTest::tree);
        read(bytes, StructureFilesFuzzTest::groups);
        read(bytes, StructureFilesFuzzTest::matrix);
        read(bytes, StructureFilesFuzzTest::views);
    }
}
