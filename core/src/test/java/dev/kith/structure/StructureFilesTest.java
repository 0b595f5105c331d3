package dev.kith.structure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.data.DataException;
import dev.kith.data.NamedMatrix;
import dev.kith.linalg.Matrix;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StructureFilesTest {
    @TempDir
    Path directory;

    private Path file(String text) throws IOException {
        return Files.writeString(directory.resolve("f.csv"), text);
    }

    private static void assertRefused(ThrowingCallable reading, String message) {
        assertThatThrownBy(reading).isInstanceOf(DataException.class).hasMessage(message);
    }

    @Test
    void edgesHaveWeightOneUnlessTheySay() throws IOException {
        assertThat(StructureFiles.graph(file("a,b\nx,y\n\"p,q\",x\n")).edges())
                .containsExactly(
                        new TaskGraph.Edge("x", "y", 1, "f.csv:2"), new TaskGraph.Edge("p,q", "x", 1, "f.csv:3"));
        assertThat(StructureFiles.graph(file("a,b,w\nx,y,2.5\n")).edges())
                .containsExactly(new TaskGraph.Edge("x", "y", 2.5, "f.csv:2"));
        assertThat(StructureFiles.graph(file("a,b,w\nx,y\ny,z,3\n")).edges())
                .containsExactly(
                        new TaskGraph.Edge("x", "y", 1, "f.csv:2"), new TaskGraph.Edge("y", "z", 3, "f.csv:3"));
        assertThat(StructureFiles.graph(file("a,b,w\n")).edges()).isEmpty();
    }

    @Test
    void badEdgesAreRefusedWithTheirLine() throws IOException {
        Path word = file("a,b,w\nx,y,1\nx,z,much\n");
        assertRefused(() -> StructureFiles.graph(word), "f.csv:3: \"much\" is not a finite number");
        Path infinite = file("a,b,w\nx,y,Infinity\n");
        assertRefused(() -> StructureFiles.graph(infinite), "f.csv:2: \"Infinity\" is not a finite number");
        Path negative = file("a,b,w\nx,y,-1\n");
        assertRefused(
                () -> StructureFiles.graph(negative), "f.csv:2: edge weight must be a finite number >= 0, got -1.0");
        Path one = file("a,b\nx\n");
        assertRefused(() -> StructureFiles.graph(one), "f.csv:2: must have 2 to 3 fields, got 1");
        Path four = file("a,b,c,d\n");
        assertRefused(() -> StructureFiles.graph(four), "f.csv:1: must have 2 to 3 fields, got 4");
        Path empty = file("");
        assertRefused(() -> StructureFiles.graph(empty), "f.csv: is empty; a header line is required");
    }

    @Test
    void groupsNameEveryTaskOnce() throws IOException {
        assertThat(StructureFiles.groups(file("task,group\nx,1\ny,1\n"))).isEqualTo(Map.of("x", "1", "y", "1"));
        Path twice = file("task,group\nx,1\nx,2\n");
        assertRefused(() -> StructureFiles.groups(twice), "f.csv:3: 'x' occurs twice");
        Path three = file("task,group\nx,1,2\n");
        assertRefused(() -> StructureFiles.groups(three), "f.csv:2: must have 2 fields, got 3");
    }

    @Test
    void treesAreNewickOrPairs() throws IOException {
        assertThat(StructureFiles.tree(file("  (a,b)r;\n"))).isEqualTo(TaskTree.parseNewick("(a,b)r;"));
        assertThat(StructureFiles.tree(file("child,parent\nb,r\na,r\n"))).isEqualTo(TaskTree.parseNewick("(a,b)r;"));
    }

    @Test
    void matricesHaveNamedRowsAndColumns() throws IOException {
        assertThat(StructureFiles.matrix(file("task,a,b\nx,1,-2e3\ny,.5,0\n")))
                .isEqualTo(new NamedMatrix(
                        "task", List.of("x", "y"), List.of("a", "b"), Matrix.of(new double[] {1, -2000}, new double[] {
                            0.5, 0
                        })));
        Path header = file("task,a\n");
        assertRefused(() -> StructureFiles.matrix(header), "f.csv: must have a header and at least one row");
        Path few = file("task,a,b\nx,1\n");
        assertRefused(() -> StructureFiles.matrix(few), "f.csv:2: must have 3 fields, got 2");
        Path word = file("task,a\nx,NaN\n");
        assertRefused(() -> StructureFiles.matrix(word), "f.csv:2: \"NaN\" is not a finite number");
    }

    @Test
    void filesThatCannotBeReadAreNamed() throws IOException {
        Path missing = directory.resolve("no.csv");
        assertThatThrownBy(() -> StructureFiles.groups(missing))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith(missing + ": cannot be read as UTF-8 text: ");
        Path latin = Files.write(directory.resolve("l.csv"), "a,b\n\u00fc,x\n".getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> StructureFiles.tree(latin)).isInstanceOf(DataException.class);
        Path quote = file("a,b\n\"x,y\n");
        assertThatThrownBy(() -> StructureFiles.groups(quote)).isInstanceOf(DataException.class);
    }
}
