package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.file.ModelFile;
import dev.kith.model.KernelSumModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Numbers, text, categories and a given matrix in one model. */
class SeveralKernelsTest {
    private static final String[] WORDS = {"ACGT", "ACCA", "GGTA", "TTTA", "CACA", "TGCA", "AACC"};
    private static final String[] COLOURS = {"red", "green", "blue"};
    private static final int ROWS = 48;

    @TempDir
    private Path dir;

    private final double[][] x = new double[ROWS][3];
    private Path data;

    @BeforeEach
    void simulate() throws IOException {
        Random random = new Random(3);
        StringBuilder csv = new StringBuilder("key,who,age,dose,w,word,colour,y\n");
        for (int i = 0; i < ROWS; i++) {
            x[i] = new double[] {random.nextGaussian(), random.nextGaussian(), random.nextGaussian()};
            String word = WORDS[random.nextInt(WORDS.length)];
            String colour = COLOURS[random.nextInt(3)];
            double z = x[i][0] * x[i][1]
                    + (i % 3 == 0 ? -1 : 1) * x[i][2]
                    + (word.contains("AC") ? 1 : -1)
                    + (colour.equals("red") ? 1 : 0);
            csv.append(String.join(
                            ",",
                            "r" + i,
                            "t" + i % 3,
                            "" + x[i][0],
                            "" + x[i][1],
                            "" + x[i][2],
                            word,
                            colour,
                            z + random.nextGaussian() / 2 > 0 ? "1" : "0"))
                    .append('\n');
        }
        data = Files.writeString(dir.resolve("d.csv"), csv);
    }

    private Path gram(String name, int a, int b, double width) throws IOException {
        StringBuilder text = new StringBuilder("key");
        for (int j = 0; j < ROWS; j++) {
            text.append(",r").append(j);
        }
        for (int i = 0; i < ROWS; i++) {
            text.append("\nr").append(i);
            for (int j = 0; j < ROWS; j++) {
                double d = Math.pow(x[i][a] - x[j][a], 2) + (b < 0 ? 0 : Math.pow(x[i][b] - x[j][b], 2));
                text.append(',').append(Math.exp(-d / (2 * width * width)));
            }
        }
        return Files.writeString(dir.resolve(name), text.append('\n'));
    }

    private Run fit(String method, Object... more) {
        List<Object> args = new ArrayList<>(List.of("fit", data, "--task", "who", "--target", "y"));
        args.addAll(List.of("--method", method, "--loss", "hinge", "--tol", 1e-7, "-o", dir.resolve("m.kith")));
        args.addAll(Arrays.asList(more));
        return kith(args.toArray());
    }

    private double[] decisions(Object... more) {
        List<Object> args = new ArrayList<>(List.of("predict", dir.resolve("m.kith"), data, "--decision"));
        args.addAll(Arrays.asList(more));
        Run run = kith(args.toArray());
        assertThat(run.err()).isEmpty();
        return run.out()
                .lines()
                .skip(1)
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(',') + 1)))
                .toArray();
    }

    @Test
    void numbersTextCategoriesAndAMatrix() throws IOException {
        Path given = gram("k.csv", 2, -1, 1);
        Run run = fit(
                "mkl",
                "--kernel",
                "gaussian:1@age,dose",
                "--kernel",
                "spectrum:2@word",
                "--kernel",
                "linear@w,colour",
                "--categorical",
                "colour",
                "--kernel",
                "precomputed:" + given + "@key");
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("Converged");
        Run show = kith("show", dir.resolve("m.kith"), "--json");
        assertThat(show.out())
                .contains(
                        "\"kernel\":\"gaussian:1.0@age,dose + spectrum:2@word + linear@w,colour + precomputed:named@key\"")
                .contains("\"view\":\"spectrum:2@word\"", "\"view\":\"linear@w,colour\"")
                .contains("\"age\",\"dose\",\"w\",\"colour=blue\",\"colour=green\",\"colour=red\",\"word\",\"key\"");
        assertThat(kith("show", dir.resolve("m.kith")).out()).contains("precomputed:named@key x ");
        double[] decisions = decisions("--kernel", "precomputed:" + given);
        long right = 0;
        List<String> lines = Files.readAllLines(data);
        for (int i = 0; i < ROWS; i++) {
            right += lines.get(i + 1).endsWith(decisions[i] > 0 ? "1" : "0") ? 1 : 0;
        }
        assertThat(right).isGreaterThan(42);
    }

    @Test
    void matricesGiveWhatTheKernelsTheyWereMadeOfGive() throws IOException {
        Object[] plain = {"--no-standardize", "--kernel", "gaussian:1@age,dose", "--kernel", "gaussian:2@w"};
        assertThat(fit("mkl", plain).err()).isEmpty();
        double[] expected = decisions();
        Path first = gram("a.csv", 0, 1, 1);
        Path second = gram("b.csv", 2, -1, 2);
        Run run = fit("mkl", "--kernel", "precomputed:" + first + "@key", "--kernel", "precomputed:" + second + "@key");
        assertThat(run.err()).isEmpty();
        double[] ours = decisions("--kernel", "precomputed:" + first, "--kernel", "precomputed:" + second);
        assertThat(ours).containsExactly(expected, within(1e-3));
    }

    @Test
    void otherMethodsTakeTheSum() throws IOException {
        Object[] two = {"--kernel", "gaussian:1@age,dose", "--kernel", "spectrum:2@word", "--lambda", 0.1};
        assertThat(fit("stl", two).err()).isEmpty();
        double[] both = decisions();
        Object[] same = {"--kernel", "gaussian:1@age,dose", "--lambda", 0.1};
        assertThat(fit("stl", same).err()).isEmpty();
        assertThat(decisions()).isNotEqualTo(both);
        Run compare = kith(
                "compare",
                data,
                "--task",
                "who",
                "--target",
                "y",
                "--loss",
                "hinge",
                "--methods",
                "union,mkl",
                "--folds",
                3,
                "--kernel",
                "gaussian:1@age,dose",
                "--kernel",
                "spectrum:2@word");
        assertThat(compare.err()).isEmpty();
        assertThat(compare.out()).contains("stl", "union", "mkl");
    }

    private Path metric(String name, double alike) throws IOException {
        return Files.writeString(
                dir.resolve(name), "task,t0,t1,t2\nt0,1," + alike + ",0\nt1," + alike + ",1,0\nt2,0,0,1\n");
    }

    @Test
    void severalSimilaritiesAndPairsOfThem() throws IOException {
        Path first = metric("m1.csv", 0.8);
        Path second = metric("m2.csv", 0.1);
        Object[] two = {
            "--kernel", "gaussian:1@age,dose", "--kernel", "spectrum:2@word", "--metric", first, "--metric", second
        };
        assertThat(fit("mkl", two).err()).isEmpty();
        assertThat(weights()).hasSize(6);
        Run paired = fit("mkl", with(two, "--pairs", "1:metric,2:metric-2,2:own"));
        assertThat(paired.err()).isEmpty();
        assertThat(weights())
                .containsExactlyInAnyOrder(
                        "gaussian:1.0@age,dose metric", "spectrum:2@word metric", "spectrum:2@word own");
        Path tree = Files.writeString(dir.resolve("t.nwk"), "((t0,t1)a,t2)root;");
        Path other = Files.writeString(dir.resolve("u.nwk"), "((t1,t2)a,t0)root;");
        assertThat(fit("mkl", "--kernel", "gaussian:1@age", "--tree", tree, "--tree", other)
                        .err())
                .isEmpty();
        assertThat(kith("show", dir.resolve("m.kith")).out())
                .contains("tree newick:((t0,t1)a,t2)root;", "tree-2 newick:((t1,t2)a,t0)root;");
        assertThat(fit("mkl", with(two, "--pairs", "3:metric")).err())
                .contains("--pairs must be N:NAME,... with N from 1 to 2, got '3:metric'");
        assertThat(fit("mkl", with(two, "--pairs", "1:graph")).err())
                .contains("--pairs can name shared, own, metric, metric-2; got 'graph'");
        assertThat(fit("mkl", "--kernel", "gaussian:1@age", "--pairs", "1:own").err())
                .contains("--pairs needs several kernels, got gaussian:1.0");
        assertThat(kith(
                                "fit",
                                data,
                                "--task",
                                "who",
                                "--target",
                                "y",
                                "--method",
                                "metric",
                                "--features",
                                "age",
                                "--metric",
                                first,
                                "--metric",
                                second,
                                "-o",
                                dir.resolve("x.kith"))
                        .err())
                .contains("--metric must be given once to method 'metric', got 2");
    }

    private static Object[] with(Object[] args, Object... more) {
        Object[] all = Arrays.copyOf(args, args.length + more.length);
        System.arraycopy(more, 0, all, args.length, more.length);
        return all;
    }

    private List<String> weights() throws IOException {
        KernelSumModel model = (KernelSumModel) ModelFile.read(dir.resolve("m.kith"));
        return model.weights().stream().map(w -> w.view() + " " + w.tasks()).toList();
    }

    @Test
    void pIsChosenAndViewsMayStayAsTheyAre() throws IOException {
        Object[] two = {"--kernel", "gaussian:1@age,dose", "--kernel", "linear@w,age"};
        Run run = fit("mkl", with(two, "--p", "auto", "--folds", 3));
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).containsPattern("p (1|1.33333|2|4)\\b");
        assertThat(fit("mkl", with(two, "--scale-views", "no")).err()).isEmpty();
        double[] plain = decisions();
        assertThat(fit("mkl", two).err()).isEmpty();
        assertThat(decisions()).isNotEqualTo(plain);
        assertThat(fit("mkl", with(two, "--scale-views", "maybe")).err())
                .contains("--scale-views must be yes or no, got 'maybe'");
    }

    @Test
    void productsWrittenOutGiveWhatTheirKernelGives() {
        for (String kernel : List.of("polynomial:2", "polynomial:3:0.5")) {
            Object[] some = {"--kernel", kernel, "--features", "age,dose,w"};
            assertThat(fit("mkl", some).err()).isEmpty();
            double[] expected = decisions();
            assertThat(fit("mkl", with(some, "--explicit", "yes")).err()).isEmpty();
            assertThat(decisions()).containsExactly(expected, within(2e-3));
            assertThat(kith("show", dir.resolve("m.kith")).out()).contains("view 'products'");
        }
        assertThat(fit("mkl", "--kernel", "gaussian:1", "--features", "age", "--explicit", "yes")
                        .err())
                .contains("--explicit is for kernel polynomial:2 or polynomial:3, got gaussian:1.0");
    }

    @Test
    void mistakesAreNamed() {
        assertThat(fit("mkl", "--kernel", "gaussian:1@age", "--kernel", "spectrum:2")
                        .err())
                .contains("kernel 'spectrum:2' among several must name its one column, KERNEL@COLUMN, got []");
        assertThat(fit("mkl", "--kernel", "gaussian:1@agee", "--kernel", "spectrum:2@word")
                        .err())
                .contains("d.csv: unknown column 'agee'; did you mean 'age'? (features)");
        assertThat(fit("mkl", "--kernel", "gaussian:1@age", "--kernel", "linear@dose", "--features", "w")
                        .err())
                .contains("--features must not be given beside them, got w");
        assertThat(fit("mkl", "--kernel", "gaussian:1@age", "--kernel", "linear@dose", "--categorical", "colour")
                        .err())
                .contains("--categorical colour is a column that no kernel looks at");
        assertThat(fit("mkl", "--kernel", "gaussian:1@age", "--kernel", "linear@dose", "--views", "auto")
                        .err())
                .contains("--views needs explicit features: one kernel");
    }
}
