package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A Gram matrix of the user's own, by the order of rows or by their names. */
class GramMatrixTest {
    private static final int ROWS = 40;
    private static final int NEW = 7;

    @TempDir
    private Path dir;

    private final double[][] x = new double[ROWS + NEW][2];
    private Path train;
    private Path fresh;

    @BeforeEach
    void simulate() throws IOException {
        Random random = new Random(5);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < x.length; i++) {
            x[i] = new double[] {random.nextGaussian(), random.nextGaussian()};
            double y = Math.sin(2 * x[i][0]) + (i % 2 == 0 ? 1 : -1) * x[i][1] + 0.1 * random.nextGaussian();
            lines.add(String.join(",", "r" + i, "t" + i % 2, "" + x[i][0], "" + x[i][1], i == 3 ? "" : "" + y));
        }
        String header = "key,who,a,b,y\n";
        train = Files.writeString(dir.resolve("d.csv"), header + String.join("\n", lines.subList(0, ROWS)) + "\n");
        fresh = Files.writeString(
                dir.resolve("new.csv"), header + String.join("\n", lines.subList(ROWS, x.length)) + "\n");
    }

    private double kernel(int i, int j) {
        double d0 = x[i][0] - x[j][0];
        double d1 = x[i][1] - x[j][1];
        return Math.exp(-(d0 * d0 + d1 * d1) / (2 * 1.3 * 1.3));
    }

    /** Lines from..to against all training rows, with names or without. */
    private Path matrix(String name, int from, int to, boolean named) throws IOException {
        StringBuilder text = new StringBuilder(named ? "key" : "");
        for (int j = 0; j < ROWS; j++) {
            text.append(named || j > 0 ? "," : "").append(named ? "r" : "c").append(named ? ROWS - 1 - j : j);
        }
        for (int i = from; i < to; i++) {
            text.append('\n').append(named ? "r" + i : "");
            for (int j = 0; j < ROWS; j++) {
                text.append(named || j > 0 ? "," : "").append(kernel(i, named ? ROWS - 1 - j : j));
            }
        }
        return Files.writeString(dir.resolve(name), text.append('\n'));
    }

    private Run fit(String method, Path model, Object... more) {
        List<Object> args =
                new ArrayList<>(List.of("fit", train, "--task", "who", "--target", "y", "--method", method));
        args.addAll(List.of("--no-standardize", "--tol", "1e-9", "-o", model));
        args.addAll(method.equals("mkl") ? List.of("--C", 2) : List.of("--lambda", 0.05));
        args.addAll(Arrays.asList(more));
        return kith(args.toArray());
    }

    private static double[] predictions(Run run) {
        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
        return run.out()
                .lines()
                .skip(1)
                .mapToDouble(line -> Double.parseDouble(line.split(",", -1)[1]))
                .toArray();
    }

    @ParameterizedTest
    @ValueSource(strings = {"stl", "mtrl", "mkl"})
    void givesWhatTheKernelItWasMadeOfGives(String method) throws IOException {
        Path plain = dir.resolve("plain.kith");
        assertThat(fit(method, plain, "--kernel", "gaussian:1.3", "--drop", "key")
                        .err())
                .isEmpty();
        double[] expected = predictions(kith("predict", plain, fresh));

        Path byOrder = dir.resolve("order.kith");
        assertThat(fit(method, byOrder, "--kernel", "precomputed:" + matrix("k.csv", 0, ROWS, false))
                        .err())
                .isEmpty();
        Path between = matrix("kn.csv", ROWS, x.length, false);
        assertThat(predictions(kith("predict", byOrder, fresh, "--kernel", "precomputed:" + between)))
                .containsExactly(expected, within(1e-4));

        Path byName = dir.resolve("name.kith");
        Path gram = matrix("kk.csv", 0, ROWS, true);
        assertThat(fit(method, byName, "--kernel", "precomputed:" + gram + "@key", "--id", "key")
                        .err())
                .isEmpty();
        Path named = matrix("kkn.csv", ROWS, x.length, true);
        assertThat(predictions(kith("predict", byName, fresh, "--kernel", "precomputed:" + named)))
                .containsExactly(expected, within(1e-4));
        assertThat(kith("show", byName).out()).contains("precomputed:named");
    }

    @Test
    void comparesBySubMatrices() throws IOException {
        Path json = dir.resolve("c.json");
        Path gramJson = dir.resolve("g.json");
        Object[] common = {
            "compare",
            train,
            "--task",
            "who",
            "--target",
            "y",
            "--methods",
            "pooled,mean",
            "--no-standardize",
            "--folds",
            3,
            "--json"
        };
        Run plain = run(common, json, "--kernel", "gaussian:1.3", "--drop", "key");
        assertThat(plain.err()).isEmpty();
        Run given = run(common, gramJson, "--kernel", "precomputed:" + matrix("k.csv", 0, ROWS, false));
        assertThat(given.err()).isEmpty();
        assertThat(errors(given)).hasSize(3).isEqualTo(errors(plain));
    }

    /** The lines of methods, without the time they took. */
    private static List<String> errors(Run run) {
        return run.out()
                .lines()
                .filter(line -> line.matches(" *(stl|pooled|mean) .*"))
                .map(line -> line.replaceAll(" +", " ").replaceAll(" [0-9.e-]+( <- best)?$", ""))
                .toList();
    }

    private static Run run(Object[] common, Object... more) {
        List<Object> args = new ArrayList<>(Arrays.asList(common));
        args.addAll(Arrays.asList(more));
        return kith(args.toArray());
    }

    @Test
    void mistakesAreNamed() throws IOException {
        Path model = dir.resolve("m.kith");
        Path small = matrix("small.csv", 0, ROWS - 1, false);
        assertThat(fit("stl", model, "--kernel", "precomputed:" + small).err())
                .contains(
                        "small.csv: a Gram matrix must be square, got 39 rows and 40 columns; is the header line missing");
        Path gram = matrix("k.csv", 0, ROWS, false);
        assertThat(fit("stl", model, "--kernel", "precomputed:" + gram, "--features", "a")
                        .err())
                .contains("d.csv: the input is either a row's number, for a Gram matrix, or features, not both");
        assertThat(fit("stl", gram, "--kernel", "precomputed:" + gram).err()).contains("--kernel are the same file");
        assertThat(fit("stl", model, "--kernel", "precomputed:" + gram).code()).isZero();
        assertThat(kith("predict", model, fresh).err())
                .contains("the model was trained on a Gram matrix: predictions need values between the new rows and"
                        + " the training rows, --kernel precomputed:FILE for each matrix; got 0");
        assertThat(kith("predict", model, fresh, "--kernel", "precomputed:" + gram)
                        .err())
                .contains("has 40 rows, new.csv has 7 rows; rows go by their order");
        Path named = matrix("kk.csv", 0, ROWS, true);
        assertThat(fit("stl", model, "--kernel", "precomputed:" + named + "@a").err())
                .contains("kk.csv: has no row for a '");
        assertThat(fit("stl", model, "--kernel", "gaussian:1.3", "--drop", "key")
                        .code())
                .isZero();
        assertThat(kith("predict", model, fresh, "--kernel", "precomputed:" + gram)
                        .err())
                .contains("--kernel is for models trained on a Gram matrix, this one has kernel 'gaussian:1.3'");
    }

    @Test
    void anIndefiniteMatrixIsRefused() throws IOException {
        String text = "a,b,c\n1,0.9,-0.9\n0.9,1,0.9\n-0.9,0.9,1\n";
        Path gram = Files.writeString(dir.resolve("i.csv"), text);
        assertThat(fit("stl", dir.resolve("m.kith"), "--kernel", "precomputed:" + gram)
                        .err())
                .contains("i.csv must be positive semidefinite, it has an eigenvalue below");
    }
}
