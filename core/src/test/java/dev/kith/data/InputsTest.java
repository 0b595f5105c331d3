package dev.kith.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.data.read.Ascending;
import dev.kith.data.read.Doubles;
import dev.kith.data.read.Ints;
import dev.kith.data.shape.Batches;
import dev.kith.data.shape.Joining;
import dev.kith.data.table.Table;
import dev.kith.data.table.Tables;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Inputs of every kind: selected, put together, in batches, and left in their file. */
class InputsTest {
    @TempDir
    Path directory;

    private static final DenseInputs DENSE =
            DenseInputs.of(Matrix.of(new double[] {1, 2}, new double[] {3, 4}, new double[] {5, 6}));
    private static final SparseInputs SPARSE = new SparseInputs(
            new SparseRows(2, new int[] {0, 1, 1, 3}, new int[] {1, 0, 1}, new double[] {7, 8, 9}), List.of("a", "b"));
    private static final StringInputs STRINGS = new StringInputs(List.of("x", "yy", "zzz"), "s");

    static Stream<Inputs> kinds() {
        return Stream.of(DENSE, SPARSE, STRINGS);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void joiningIsTheOppositeOfSelecting(Inputs inputs) {
        assertThat(Joining.of(inputs.select(0), inputs.select(1, 2))).isEqualTo(inputs);
        assertThat(Joining.of(inputs.select(0, 1, 2), inputs.select())).isEqualTo(inputs);
        assertThat(Joining.of(inputs, inputs).select(3, 4, 5)).isEqualTo(inputs);
        assertThat(inputs.select(2, 0, 2).select(1)).isEqualTo(inputs.select(0));
        assertThat(inputs.rows()).isEqualTo(3);
        assertThat(FileInputs.kind(inputs)).isSameAs(inputs);
        Inputs other = inputs == DENSE ? SPARSE : DENSE;
        assertThatThrownBy(() -> Joining.of(inputs, other))
                .isInstanceOf(DataException.class)
                .hasMessage("rows to put together must be of one kind: dense, sparse, strings or mixed");
    }

    /** A width of 2^21 numbers leaves room for two inputs in a batch, one of 2^23 for one. */
    @Test
    void batchesCoverAllRowsInOrder() {
        for (int width : new int[] {0, 1, 1 << 21, 1 << 22, 1 << 23}) {
            List<Integer> sizes = new ArrayList<>();
            Matrix twice = Batches.map(DENSE, width, 2, batch -> {
                sizes.add(batch.rows());
                return ((DenseInputs) batch).values().scale(2);
            });
            assertThat(twice).isEqualTo(DENSE.values().scale(2));
            assertThat(sizes)
                    .isEqualTo(width < 1 << 21 ? List.of(3) : width == 1 << 21 ? List.of(2, 1) : List.of(1, 1, 1));
        }
    }

    @Test
    void numbersAreFiniteAndStringsAreNotEmpty() {
        assertThatThrownBy(() -> DenseInputs.of(Matrix.of(new double[] {0, 1}, new double[] {2, Double.NaN})))
                .isInstanceOf(DataException.class)
                .hasMessage("input 1, feature 'x2': must be a finite number, got NaN");
        assertThatThrownBy(() -> new DenseInputs(Matrix.zeros(1, 2), List.of("a")))
                .hasMessage("inputs have 2 columns but 1 names");
        SparseRows bad = new SparseRows(2, new int[] {0, 0, 1}, new int[] {1}, new double[] {Double.NEGATIVE_INFINITY});
        assertThatThrownBy(() -> new SparseInputs(bad, List.of("a", "b")))
                .hasMessage("input 1, feature 'b': must be a finite number, got -Infinity");
        assertThatThrownBy(() -> new SparseInputs(SPARSE.values(), List.of("a")))
                .hasMessage("inputs have 2 columns but 1 names");
        assertThatThrownBy(() -> new StringInputs(List.of("a", ""), "s"))
                .hasMessage("input 1, column 's': must be a non-empty string");
        assertThat(STRINGS.features()).containsExactly("s");
    }

    private Table table(int rows) throws IOException {
        StringBuilder text = new StringBuilder("t,y,a,b,s\n");
        for (int i = 0; i < rows; i++) {
            text.append(i % 2 == 0 ? "p," : "q,")
                    .append(i % 5 == 4 ? "" : i)
                    .append("," + 2 * i + "," + -i + ",w" + i + "\n");
        }
        return Tables.read(Files.writeString(directory.resolve("f.csv"), text));
    }

    static Stream<Roles> roles() {
        Roles roles = Roles.task("t").target("y");
        return Stream.of(roles.drop("s"), roles.drop("a", "b").strings("s"));
    }

    @ParameterizedTest
    @MethodSource("roles")
    void inputsLeftInTheirFileAreThoseThatAreRead(Roles roles) throws IOException {
        Table table = table(11);
        Dataset read = table.dataset(roles);
        Dataset left = table.datasetOnFile(roles);
        FileInputs file = (FileInputs) left.inputs();
        assertThat(file.rows()).as("rows with labels").isEqualTo(9);
        assertThat(file.features()).isEqualTo(read.inputs().features());
        assertThat(file.load()).isEqualTo(read.inputs());
        assertThat(FileInputs.kind(file).rows()).isZero();
        assertThat(file.select(1, 4, 8)).isInstanceOf(FileInputs.class);
        assertThat(((FileInputs) file.select(1, 4, 8)).load())
                .isEqualTo(read.inputs().select(1, 4, 8));
        assertThat(file.select(4, 1, 4)).isEqualTo(read.inputs().select(4, 1, 4));
        assertThat(file.select(2, 2)).isEqualTo(read.inputs().select(2, 2));
        List<Inputs> batches = new ArrayList<>();
        file.forEachBatch((batch, first) -> {
            assertThat(first).isEqualTo(batches.stream().mapToInt(Inputs::rows).sum());
            batches.add(batch);
        });
        assertThat(batches).containsExactly(read.inputs());
    }

    @Test
    void largeFilesComeInSeveralBatches() throws IOException {
        Roles roles = Roles.task("t").target("y").drop("s");
        Table table = table(100_000);
        FileInputs file = (FileInputs) table.datasetOnFile(roles).inputs();
        int[] seen = {0, 0};
        file.forEachBatch((batch, first) -> {
            assertThat(first).isEqualTo(seen[0]);
            assertThat(((DenseInputs) batch).values().get(0, 0)).isEqualTo(2 * (first + first / 4));
            seen[0] += batch.rows();
            seen[1]++;
        });
        assertThat(seen).containsExactly(80_000, 2);
        assertThat(file.bytes()).isEqualTo(8L * 80_000 * 2);
    }

    @Test
    void whatInputsTakeInMemoryIsSaid() throws IOException {
        Roles strings = Roles.task("t").target("y").drop("a", "b").strings("s");
        assertThat(((FileInputs) table(4).datasetOnFile(strings).inputs()).bytes())
                .isEqualTo(4 * 2 + 56 * 4);
        Path svm = Files.writeString(directory.resolve("f.svm"), "1 qid:a 1:2 3:4\n2 qid:a 2:1\n");
        FileInputs sparse =
                (FileInputs) Tables.read(svm).datasetOnFile(Roles.none()).inputs();
        assertThat(sparse.bytes()).isEqualTo(12 * 3 + 4 * 2);
        assertThat(((FileInputs) sparse.select(1)).bytes()).as("its share").isEqualTo(12 * 2 + 4);
    }

    @Test
    void aFileThatChangedIsNotReadAgain() throws IOException {
        FileInputs file = (FileInputs)
                table(6).datasetOnFile(Roles.task("t").target("y").drop("s")).inputs();
        table(5);
        assertThatThrownBy(file::load)
                .isInstanceOf(DataException.class)
                .hasMessage("f.csv: has changed since it was first read; start again");
        Files.writeString(directory.resolve("f.csv"), "t,y,a,b,s\n" + "p,1,1,1,w\n".repeat(6));
        assertThatThrownBy(() -> file.forEachBatch((batch, first) -> {}))
                .hasMessage("f.csv: has changed since it was first read; start again");
    }

    @Test
    void listsGrowBlockByBlock() {
        Doubles doubles = new Doubles();
        Ints ints = new Ints();
        int n = 40_000;
        for (int i = 0; i < n; i++) {
            doubles.add(i + 0.5);
            ints.add(-i);
        }
        assertThat(doubles.size()).isEqualTo(n);
        assertThat(doubles.drain())
                .containsExactly(IntStream.range(0, n).mapToDouble(i -> i + 0.5).toArray());
        assertThat(doubles.size()).isZero();
        doubles.add(3);
        assertThat(doubles.drain()).containsExactly(3);
        assertThat(ints.size()).isEqualTo(n);
        assertThat(ints.get(777)).isEqualTo(-777);
        assertThat(ints.toArray())
                .containsExactly(IntStream.range(0, n).map(i -> -i).toArray());
    }

    @Test
    void roomForWhatIsExpectedIsHandedOverAsItIs() {
        Doubles doubles = new Doubles();
        Ints ints = new Ints();
        for (int i = 0; i < 40_000; i++) {
            if (i == 20_000) {
                doubles.expect(40_000);
                ints.expect(40_000);
            }
            doubles.add(i);
            ints.add(i);
        }
        assertThat(doubles.get(19_999)).isEqualTo(19_999);
        assertThat(doubles.drain())
                .containsExactly(IntStream.range(0, 40_000).asDoubleStream().toArray());
        assertThat(doubles.size()).isZero();
        assertThat(ints.drain()).containsExactly(IntStream.range(0, 40_000).toArray());
        assertThat(ints.size()).isZero();
        doubles.expect(3);
        assertThat(doubles.add(2, (to, at) -> to[at + 1] = 7)).isTrue();
        assertThat(doubles.add(2, (to, at) -> {})).isFalse();
        for (int i = 0; i < 3; i++) {
            doubles.add(i);
        }
        assertThat(doubles.get(4)).isEqualTo(2);
        assertThat(doubles.drain()).containsExactly(0, 7, 0, 1, 2);
    }

    @Test
    void numbersThatCountAreNotKept() {
        Ascending rows = new Ascending();
        for (int i = 0; i < 100; i++) {
            rows.add(i);
        }
        assertThat(rows.orNull()).isNull();
        assertThat(rows.get(42)).isEqualTo(42);
        rows.add(7);
        rows.add(101);
        assertThat(rows.size()).isEqualTo(102);
        assertThat(rows.get(100)).isEqualTo(7);
        assertThat(rows.orNull()).hasSize(102).contains(99, 7, 101);
    }

    @Test
    void matricesHaveAsManyNamesAsRowsAndColumns() {
        assertThat(NamedMatrix.ofTasks(List.of("a"), Matrix.identity(1)).corner())
                .isEqualTo("task");
        assertThat(NamedMatrix.ofColumns(List.of("a", "b"), Matrix.zeros(3, 2)).rows())
                .isEmpty();
        assertThatThrownBy(() -> NamedMatrix.ofTasks(List.of("a"), Matrix.zeros(2, 1)))
                .hasMessage("a 2 x 1 matrix cannot have 1 row and 1 column names");
        assertThatThrownBy(() -> NamedMatrix.ofColumns(List.of("a"), Matrix.zeros(1, 2)))
                .hasMessage("a 1 x 2 matrix cannot have 0 row and 1 column names");
    }

    @Test
    void formatsAreKnownByTheirEndings() {
        assertThat(Stream.of("a.svm", "a.LIBSVM", "a.svm.gz").map(Format::of)).containsOnly(Format.LIBSVM);
        assertThat(Stream.of("a.tsv", "a.tab.gz", "A.TAB").map(Format::of)).containsOnly(Format.TSV);
        assertThat(Stream.of("a.csv", "a", "a.gz", "tsv").map(Format::of)).containsOnly(Format.CSV);
    }
}
