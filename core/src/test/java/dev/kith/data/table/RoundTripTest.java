package dev.kith.data.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Roles;
import dev.kith.data.RowStream;
import dev.kith.data.Rows;
import dev.kith.data.SparseInputs;
import dev.kith.data.prepare.Preparation;
import dev.kith.linalg.Matrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random data, written as text, comes back bit for bit; the shapes of a file do not change what it says. */
class RoundTripTest {
    @TempDir
    Path folder;

    private Table table(String name, String text) throws IOException {
        return Tables.read(Files.writeString(folder.resolve(name), text));
    }

    private static String quoted(String text) {
        return '"' + text.replace("\"", "\"\"") + '"';
    }

    private static double number(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(100) - 50;
            case 1 -> Math.rint(random.nextGaussian() * 1e6) / 1e6;
            case 2 -> random.nextGaussian() * Math.pow(10, random.nextInt(40) - 20);
            default -> random.nextGaussian();
        };
    }

    private static String name(Random random) {
        String[] odd = {
            "a",
            "b c",
            "x,y",
            "say \"hi\"",
            "M\u00fcnchen",
            "\u6771\u4eac",
            "line\nbreak",
            "q;r",
            "=1",
            "\ud83d\ude00",
            "tab\tbed"
        };
        return odd[random.nextInt(odd.length)];
    }

    /** Random observations of random tasks: row i is of task names[i], label NaN where it is missing. */
    private record Sample(int n, int d, Matrix x, List<String> taskOf, List<Double> labels, List<Double> weights) {
        static Sample random(Random random) {
            int n = 1 + random.nextInt(200);
            int d = 1 + random.nextInt(9);
            Matrix x = Matrix.zeros(n, d).map(v -> number(random));
            List<String> taskOf =
                    IntStream.range(0, n).mapToObj(i -> name(random)).toList();
            List<Double> labels = IntStream.range(0, n)
                    .mapToObj(i -> i > 0 && random.nextInt(5) == 0 ? Double.NaN : number(random))
                    .toList();
            return new Sample(n, d, x, taskOf, labels, random.doubles(n).boxed().toList());
        }

        String text(char separator) {
            StringBuilder out = new StringBuilder("task" + separator + "w");
            for (int j = 0; j < d; j++) {
                out.append(separator).append(quoted("f,\"" + j));
            }
            out.append(separator).append("y\n");
            for (int i = 0; i < n; i++) {
                out.append(quoted(taskOf.get(i))).append(separator).append(weights.get(i));
                for (int j = 0; j < d; j++) {
                    out.append(separator).append(x.get(i, j));
                }
                out.append(separator)
                        .append(Double.isNaN(labels.get(i)) ? "" : String.valueOf(labels.get(i)))
                        .append('\n');
            }
            return out.toString();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void tablesComeBackBitForBit(long seed) throws IOException {
        for (int k = 0; k < 10; k++) {
            Sample sample = Sample.random(new Random(seed * 1000 + k));
            String name = k % 2 == 0 ? "r.csv" : "r.tsv";
            Dataset data = table(name, sample.text(k % 2 == 0 ? ',' : '\t'))
                    .dataset(Roles.task("task").target("y").weight("w"));
            int o = 0;
            for (int i = 0; i < sample.n; i++) {
                if (!Double.isNaN(sample.labels.get(i))) {
                    assertThat(data.label(o)).isEqualTo(sample.labels.get(i));
                    assertThat(data.weight(o)).isEqualTo(sample.weights.get(i));
                    assertThat(data.tasks().get(data.task(o))).isEqualTo(sample.taskOf.get(i));
                    assertThat(((DenseInputs) data.inputs()).values().row(data.row(o)))
                            .isEqualTo(sample.x.row(i));
                    assertThat(data.sourceRow(data.row(o))).isEqualTo(i);
                    o++;
                }
            }
            assertThat(o).as("seed %d, sample %d", seed, k).isEqualTo(data.size());
            assertThat(data.source().read()).isEqualTo(sample.n);
            assertThat(data.source().skipped()).isEqualTo(sample.n - data.size());
        }
    }

    @Test
    void sparseFilesComeBackBitForBit() throws IOException {
        Random random = new Random(99);
        StringBuilder text = new StringBuilder();
        List<double[]> rows = new ArrayList<>();
        int d = 40;
        for (int i = 0; i < 300; i++) {
            double[] row = new double[d];
            text.append(i % 2 == 0 ? "1" : "-1").append(" qid:t").append(i % 7);
            for (int j = 0; j < d; j++) {
                if (random.nextInt(4) == 0 || (i == 0 && j == d - 1)) {
                    row[j] = number(random);
                    text.append(' ').append(j + 1).append(':').append(row[j]);
                }
            }
            rows.add(row);
            text.append('\n');
        }
        Dataset data = table("r.libsvm", text.toString()).dataset(Roles.none());
        assertThat(((SparseInputs) data.inputs()).values().toDense())
                .isEqualTo(Matrix.of(rows.toArray(new double[0][])));
        assertThat(data.tasks()).isEqualTo(List.of("t0", "t1", "t2", "t3", "t4", "t5", "t6"));
    }

    /** All observations as text, in an order that does not depend on the shape of the file. */
    private static Set<String> observations(Dataset data) {
        Matrix x = ((DenseInputs) data.inputs()).values();
        Set<String> all = new TreeSet<>();
        for (int o = 0; o < data.size(); o++) {
            all.add(data.tasks().get(data.task(o)) + " " + data.label(o) + " " + data.weight(o) + " "
                    + Arrays.toString(x.row(data.row(o))));
        }
        return all;
    }

    @Test
    void aWideFileAndItsLongFormSayTheSame() throws IOException {
        Random random = new Random(17);
        StringBuilder wide = new StringBuilder("a,b,y1,y2,y3,w\n");
        StringBuilder tall = new StringBuilder("w,t,a,y,b\n");
        for (int i = 0; i < 200; i++) {
            double a = number(random);
            double b = number(random);
            double w = random.nextDouble();
            wide.append(a).append(',').append(b);
            for (int t = 1; t <= 3; t++) {
                String label = random.nextInt(3) == 0 ? "" : String.valueOf(number(random));
                wide.append(',').append(label);
                tall.append(w + ",y" + t + "," + a + "," + label + "," + b + "\n");
            }
            wide.append(',').append(w).append('\n');
        }
        Dataset fromWide = table("wide.csv", wide.toString())
                .dataset(Roles.targets("y1", "y2", "y3").weight("w"));
        Dataset fromLong = table("long.csv", tall.toString())
                .dataset(Roles.task("t").target("y").weight("w").knownTasks(fromWide.tasks()));
        assertThat(fromLong.tasks()).isEqualTo(fromWide.tasks());
        assertThat(fromLong.inputs().features()).isEqualTo(fromWide.inputs().features());
        assertThat(fromLong.countPerTask()).isEqualTo(fromWide.countPerTask());
        assertThat(observations(fromLong)).isEqualTo(observations(fromWide));
    }

    @Test
    void rowsToPredictAreTheInputsOfTheDataSet() throws IOException {
        Table table =
                table("c.csv", "id,t,y,size,colour,shape\n1,A,1,2,red,round\n2,B,1,3,blue,flat\n3,A,2,4,blue,round\n");
        Roles roles = Roles.task("t").target("y").id("id").categorical("shape", "colour");
        Dataset data = Preparation.prepared(table.dataset(roles));
        assertThat(data.inputs().features())
                .containsExactly("size", "colour=blue", "colour=red", "shape=flat", "shape=round");
        Rows rows =
                table.rows(Roles.task("t").id("id", "y").features(data.inputs().features()));
        assertThat(rows.inputs()).isEqualTo(data.inputs());
        assertThat(rows.ids()).containsExactly(List.of("1", "1"), List.of("2", "1"), List.of("3", "2"));
        assertThat(rows.idNames()).containsExactly("id", "y");
        assertThat(rows.source().sha256()).isEqualTo(data.source().sha256());
        // the data set of other rows, in the features of this one
        Dataset again = table("d.csv", "colour,shape,size,t,y\nred,flat,9,A,1\n")
                .dataset(Roles.task("t").target("y").features(data.inputs().features()));
        assertThat(again.inputs().features()).isEqualTo(data.inputs().features());
        assertThat(((DenseInputs) again.inputs()).values()).isEqualTo(Matrix.of(new double[] {9, 0, 1, 1, 0}));
    }

    @Test
    void streamsNumberWhatTheyMeet() throws IOException {
        Table table = table("s.csv", "t,y,a,c\nA,yes,1,red\nB,,2,blue\nA,no,3,red\n");
        StringBuilder seen = new StringBuilder();
        try (RowStream rows = table.stream(Roles.task("t").target("y").categorical("c"))) {
            while (rows.next()) {
                seen.append(rows.line()).append(' ').append(rows.tasks().get(rows.task()));
                seen.append(rows.labels() > 0 ? " " + rows.classes().get((int) rows.label(0)) : " -");
                for (int k = 0; k < rows.size(); k++) {
                    seen.append(' ')
                            .append(rows.features().get(rows.index(k)))
                            .append(':')
                            .append(rows.value(k));
                }
                seen.append('\n');
            }
        }
        assertThat(seen).hasToString("2 A yes a:1.0 c=red:1.0\n3 B - a:2.0 c=blue:1.0\n4 A no a:3.0 c=red:1.0\n");
    }
}
