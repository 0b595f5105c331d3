package dev.kith.mkl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Dataset;
import dev.kith.data.Roles;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.data.table.Tables;
import dev.kith.file.ModelFile;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.KernelSum;
import dev.kith.kernel.Kernels;
import dev.kith.kernel.Linear;
import dev.kith.kernel.Precomputed;
import dev.kith.loss.Losses;
import dev.kith.model.Fit;
import dev.kith.model.KernelSumModel;
import dev.kith.model.Model;
import dev.kith.model.NodeModel;
import dev.kith.model.Training;
import dev.kith.score.Split;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kernels given as matrices, beside scikit-learn's SVC and SLSQP on the dual: resources made by sklearn_gram.py. */
class GramOracleTest {
    /** Ours end at a gap of 1e-9, theirs at a tolerance of 1e-10 or a gap of 1e-8; decisions are known to its root. */
    private static final double DECISION = 3e-5;

    private static final double C = 0.7;

    @TempDir
    private Path dir;

    static Path resource(String name) {
        try {
            return Path.of(Objects.requireNonNull(GramOracleTest.class.getResource(name))
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    static double[] answer(String name) throws IOException {
        return Files.readAllLines(resource("gram_answers.csv")).stream()
                .map(line -> line.split(",", -1))
                .filter(line -> line[0].equals(name))
                .flatMapToDouble(line -> Arrays.stream(line).skip(1).mapToDouble(Double::parseDouble))
                .toArray();
    }

    static Training exact() {
        return Training.defaults()
                .withScaling(false, TargetScale.NONE)
                .withWeighting(Training.Weighting.OBSERVATION)
                .withStopping(1e-9, 100_000);
    }

    /** Training rows first, then new ones. */
    static Split split(Roles inputs) {
        Dataset all = Tables.read(resource("gram_rows.csv")).dataset(inputs);
        return Split.given(all, Tables.read(resource("gram_rows.csv")), "part", "train");
    }

    static double[] decisions(Model model, Dataset rows) {
        int[] tasks = new int[rows.size()];
        Arrays.setAll(tasks, rows::task);
        return model.predict(
                rows.inputs()
                        .select(java.util.stream.IntStream.range(0, rows.size())
                                .map(rows::row)
                                .toArray()),
                tasks);
    }

    @Test
    void svcOfScikitLearnWithTheSameMatrix() throws IOException {
        Kernel gram = Kernels.gram(resource("gram.csv"), true);
        Split split = split(Roles.task("task").target("y").strings("key"));
        Fit<? extends Model> fit = new KernelMklTrainer(
                        "union",
                        Losses.hinge(),
                        gram,
                        TaskKernels.union(),
                        Double.POSITIVE_INFINITY,
                        C,
                        exact(),
                        MklOptions.defaults().withNormalizeViews(false))
                .train(split.train());
        assertThat(fit.report().gap()).isLessThan(1e-9);
        Path file = dir.resolve("m.kith");
        ModelFile.write(fit.model(), file);
        Model read = ModelFile.read(file);
        assertThat(read.gramKeys()).containsExactly("key");
        Precomputed values = Kernels.gramBetween(resource("gram_new.csv"), true);
        double[] ours = decisions(read.withGram(List.of(values)), split.test());
        assertThat(ours).containsExactly(answer("svc"), within(DECISION));
    }

    /** Kernels of numbers and a given matrix, each with what all tasks share and what each has of its own. */
    @Test
    void mklOfThreeKernelsBesideTheDualBySlsqp() throws IOException {
        Kernel gram = Kernels.gram(resource("gram.csv"), true);
        KernelSum kernels = new KernelSum(List.of(
                new KernelSum.View(new Gaussian(1.5), List.of("x1", "x2")),
                new KernelSum.View(new Linear(), List.of("x1")),
                new KernelSum.View(gram, List.of("key"))));
        Split split =
                split(Roles.task("task").target("y").features("x1", "x2", "key").texts(List.of("key")));
        Fit<KernelSumModel> fit = new KernelSumTrainer(
                        "mkl",
                        Losses.hinge(),
                        kernels,
                        TaskKernels.sharedAndOwn(),
                        2,
                        C,
                        exact(),
                        MklOptions.defaults().withNormalizeViews(false))
                .train(split.train());
        assertThat(fit.report().gap()).isLessThan(1e-9);
        double dual = answer("mkl-objective")[0];
        assertThat(fit.report().objective()).isCloseTo(dual, within(1e-7 * dual));
        assertThat(fit.model().weights().stream()
                        .mapToDouble(NodeModel.KernelWeight::weight)
                        .toArray())
                .containsExactly(answer("mkl-weights"), within(1e-4));
        Path file = dir.resolve("m.kith");
        ModelFile.write(fit.model(), file);
        Model read = ModelFile.read(file);
        assertThat(read.gramKeys()).containsExactly("key");
        Precomputed values = Kernels.gramBetween(resource("gram_new.csv"), true);
        double[] ours = decisions(read.withGram(List.of(values)), split.test());
        assertThat(ours).containsExactly(answer("mkl"), within(5e-4));
    }
}
