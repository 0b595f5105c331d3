package dev.kith.data.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Format;
import dev.kith.data.Inputs;
import dev.kith.data.Roles;
import dev.kith.data.RowStream;
import dev.kith.data.Rows;
import dev.kith.data.Source;
import dev.kith.data.SparseInputs;
import dev.kith.data.StringInputs;
import dev.kith.data.prepare.Preparation;
import dev.kith.data.read.FileBytes;
import dev.kith.linalg.Matrix;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What well-formed files mean. */
class TablesTest {
    @TempDir
    Path folder;

    private static final String LONG = "school,score,age,sex\nA,3.5,11,1\nB,,12,0\nA,4,10,0\nC,-1e2,9,1\n";

    private Table table(String name, String text) throws IOException {
        return Tables.read(Files.writeString(folder.resolve(name), text));
    }

    private static double[] labels(Dataset data) {
        double[] labels = new double[data.size()];
        Arrays.setAll(labels, data::label);
        return labels;
    }

    private static Matrix dense(Inputs inputs) {
        return ((DenseInputs) inputs).values();
    }

    @Test
    void longDataHasOneObservationForEachLabelledRow() throws IOException {
        Table table = table("school.csv", LONG);
        assertThat(table.header()).containsExactly("school", "score", "age", "sex");
        Dataset data = table.dataset(Roles.task("school").target("score"));
        assertThat(data.tasks()).containsExactly("A", "B", "C");
        assertThat(data.countPerTask()).containsExactly(2, 0, 1);
        assertThat(labels(data)).containsExactly(3.5, 4, -100);
        assertThat(data.inputs().features()).containsExactly("age", "sex");
        assertThat(dense(data.inputs())).isEqualTo(Matrix.of(new double[][] {{11, 1}, {10, 0}, {9, 1}}));
        assertThat(data.classes()).isEmpty();
        assertThat(data.weighted()).isFalse();
    }

    @Test
    void countsAndDigestOfTheFileAreKept() throws IOException {
        Dataset data = table("school.csv", LONG).dataset(Roles.task("school").target("score"));
        assertThat(data.source())
                .isEqualTo(new Source(
                        "school.csv", 4, 1, "b9a488e4b3e56c61c4ae252b1941136910e818a13c470ab42666220e908c0cea"));
        assertThat(IntStream.range(0, 3).map(data::sourceRow)).containsExactly(0, 2, 3);
    }

    @Test
    void wideDataHasOneObservationForEachLabel() throws IOException {
        Dataset data = table("w.tsv", "a\ty1\ty2\tw\n1\t2\t\t0.5\n3\t\t4\t1\n5\t\t\t1\n7\t8\t9\t2\n")
                .dataset(Roles.targets("y2", "y1").weight("w"));
        assertThat(data.tasks()).containsExactly("y2", "y1");
        assertThat(labels(data)).containsExactly(2, 4, 9, 8);
        assertThat(data.task(0)).isEqualTo(1);
        assertThat(data.row(3)).isEqualTo(2);
        assertThat(data.weight(0)).isEqualTo(0.5);
        assertThat(data.source().skipped()).isEqualTo(1);
    }

    @Test
    void categoriesBecomeOneHotFeaturesInPlace() throws IOException {
        Table table = table("c.csv", "t,y,a,colour,b\nA,1,1,red,2\nA,2,3,blue,4\nB,3,5,red,6\n");
        Dataset data =
                Preparation.prepared(table.dataset(Roles.task("t").target("y").categorical("colour")));
        assertThat(data.inputs().features()).containsExactly("a", "colour=blue", "colour=red", "b");
        assertThat(dense(data.inputs())).isEqualTo(Matrix.of(new double[][] {{1, 0, 1, 2}, {3, 1, 0, 4}, {5, 0, 1, 6}
        }));
        Rows rows = table("new.csv", "id,b,colour,t,a\nk1,20,blue,B,10\n")
                .rows(Roles.task("t")
                        .id("id")
                        .features(data.inputs().features())
                        .knownTasks(data.tasks()));
        assertThat(dense(rows.inputs())).isEqualTo(Matrix.of(new double[] {10, 1, 0, 20}));
        assertThat(rows.tasks()).containsExactly("B");
        assertThat(rows.ids()).containsExactly(List.of("k1"));
    }

    @Test
    void textLabelsBecomeSignsInSortedOrder() throws IOException {
        Dataset data = table("c.csv", "y,a\nspam,1\nham,2\nspam,3\n").dataset(Roles.targets("y"));
        assertThat(data.classes()).contains(List.of("ham", "spam"));
        assertThat(labels(data)).containsExactly(1, -1, 1);
    }

    @Test
    void stringColumnsAreInputs() throws IOException {
        Dataset data = table("s.csv", "task,y,junk,peptide\nA,1,z,ACD\nB,0,z,EFG\n")
                .dataset(Roles.task("task").target("y").strings("peptide"));
        assertThat(data.inputs()).isEqualTo(new StringInputs(List.of("ACD", "EFG"), "peptide"));
    }

    @Test
    void libsvmFilesHaveTasksLabelsAndSparseRows() throws IOException {
        Table table = table("s.svm", "+1 qid:farmer-d 1:0.5 4:2 # note\n\n-1 qid:b 2:1e1\nqid:b 1:1\n");
        Dataset data = table.dataset(Roles.none());
        assertThat(data.tasks()).containsExactly("farmer-d", "b");
        assertThat(labels(data)).containsExactly(1, -1);
        assertThat(data.inputs().features()).containsExactly("x1", "x2", "x3", "x4");
        assertThat(((SparseInputs) data.inputs()).values().toDense()).isEqualTo(Matrix.of(new double[][] {
            {0.5, 0, 0, 2}, {0, 10, 0, 0}
        }));
        assertThat(data.source().read()).isEqualTo(3);
        Rows rows = table.rows(Roles.none().features("x4", "x1"));
        assertThat(((SparseInputs) rows.inputs()).values().toDense()).isEqualTo(Matrix.of(new double[][] {
            {2, 0.5}, {0, 0}, {0, 1}
        }));
        assertThat(rows.ignored()).isEqualTo(1);
        assertThat(rows.tasks()).containsExactly("farmer-d", "b", "b");
    }

    @Test
    void gzipMarksAndLineEndingsChangeNothing() throws IOException {
        Roles roles = Roles.task("school").target("score");
        Dataset plain = table("a.csv", LONG).dataset(roles);
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(LONG.getBytes(StandardCharsets.UTF_8));
        }
        Path file = Files.write(folder.resolve("a.csv.gz"), packed.toByteArray());
        List<Dataset> same = List.of(
                Tables.read(file).dataset(roles),
                table("bom.csv", '\uFEFF' + LONG).dataset(roles),
                table("crlf.csv", LONG.replace("\n", "\r\n")).dataset(roles),
                table("cr.csv", LONG.replace("\n", "\r")).dataset(roles),
                table("quoted.csv", LONG.replace("A", "\"A\"").replace("4,", " 4 ,"))
                        .dataset(roles),
                table("noend.csv", LONG.strip()).dataset(roles),
                table("lines.csv", "\n\n" + LONG.replace("\n", "\n\n")).dataset(roles));
        for (Dataset data : same) {
            assertThat(data.inputs()).isEqualTo(plain.inputs());
            assertThat(labels(data)).isEqualTo(labels(plain));
            assertThat(data.tasks()).isEqualTo(plain.tasks());
        }
    }

    /** How many rows were expected matters for memory only. */
    @Test
    void expectedRowsAreAHintOnly() {
        StringBuilder text = new StringBuilder("t,y,x,c,z\n");
        for (int i = 0; i < 50; i++) {
            text.append("a,").append(i % 9 == 4 ? "" : i).append(',').append(i / 4.0);
            text.append(i % 3 == 0 ? ",red," : ",blue,").append(-i).append('\n');
        }
        for (Roles roles : List.of(
                Roles.task("t").target("y").categorical("c"),
                Roles.task("t").target("y").drop("c"))) {
            Matrix expected = null;
            for (long hint : new long[] {0, 3, 44, 50, 70, Long.MAX_VALUE / 100}) {
                byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
                RowStream rows = Tables.stream("f", new ByteArrayInputStream(bytes), Format.CSV, roles);
                DatasetBuilder builder = new DatasetBuilder("f", rows, roles);
                int told = hint == 50 ? 20 : 0;
                while (rows.next()) {
                    if (builder.read() == told) {
                        builder.expect(hint);
                    }
                    builder.add();
                }
                Dataset data = builder.dataset("");
                Matrix found = ((DenseInputs) data.inputs()).values();
                expected = expected == null ? found : expected;
                assertThat(found).as("hint %d", hint).isEqualTo(expected);
                assertThat(found.rows()).isEqualTo(44);
                assertThat(data.label(5)).isEqualTo(6);
                assertThat(data.row(5)).isEqualTo(5);
                assertThat(data.sourceRow(5)).isEqualTo(6);
            }
        }
    }

    @Test
    void onlyLargeFilesAreCounted() throws IOException {
        byte[] line = ("0123456789".repeat(100) + "\n").getBytes(StandardCharsets.UTF_8);
        Path file = folder.resolve("large.csv");
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            for (int i = 0; i < 34_000; i++) {
                out.write(line);
            }
            out.write('7');
        }
        assertThat(FileBytes.linesOfLarge(file)).isEqualTo(34_001);
        Files.write(file, line);
        assertThat(FileBytes.linesOfLarge(file)).isZero();
    }
}
