package dev.kith.convex.dual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.convex.ConvexTrainer;
import dev.kith.convex.RandomTasks;
import dev.kith.convex.basis.Problem;
import dev.kith.convex.solver.Margins;
import dev.kith.convex.solver.Minimum;
import dev.kith.convex.solver.Monitor;
import dev.kith.convex.solver.Regularizer;
import dev.kith.convex.solver.Splitting;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.NamedMatrix;
import dev.kith.data.Names;
import dev.kith.data.SparseInputs;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.kernel.Approximation;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Linear;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.model.Fit;
import dev.kith.model.FitReport;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.Training;
import dev.kith.structure.Relations;
import dev.kith.structure.Structure;
import dev.kith.structure.TaskGraph;
import dev.kith.structure.TaskTree;
import dev.kith.structure.penalty.FixedStructure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Dual ascent for known structures finds the optimum the splitting finds, by itself: it never has to be replaced. */
class KnownAscentTest {
    private static final double TOLERANCE = 1e-7;
    private static final int TASKS = 4;

    private static final Map<String, Structure> STRUCTURES = Map.of(
            "stl", Relations.independent(),
            "mean", Relations.mean(3),
            "groups", Relations.groups(Map.of("task1", "a", "task2", "b", "task3", "a", "task4", "c"), 2),
            "tree", Relations.tree(TaskTree.parseNewick("((task1:1,task2:2):1,(task3:1,task4:1):0.5);"), 1),
            "graph", Relations.graph(new TaskGraph(List.of(new TaskGraph.Edge("task1", "task3", 2))), 0.5),
            "metric", Relations.metric(similarity()));

    private static Structure structure(String name) {
        return Objects.requireNonNull(STRUCTURES.get(name));
    }

    private static NamedMatrix similarity() {
        Matrix a = Matrix.identity(TASKS);
        a.set(0, 2, -0.6);
        a.set(2, 0, -0.6);
        a.set(1, 2, 0.3);
        a.set(2, 1, 0.3);
        return new NamedMatrix("similarity", Names.numbered("task", TASKS), Names.numbered("task", TASKS), a);
    }

    private static Training training(boolean intercept) {
        return Training.defaults()
                .withIntercept(intercept)
                .withScaling(false, TargetScale.NONE)
                .withStopping(TOLERANCE, 20_000);
    }

    /** Both solvers on one problem: the ascent converges, and the optimum is within both gaps. */
    private static Minimum requireSame(
            Dataset data, Loss loss, Structure structure, double lambda, boolean intercept, Kernel kernel) {
        Training training = training(intercept);
        Problem problem = new Problem(data, training, kernel, Approximation.AUTO);
        List<Loss> losses = Collections.nCopies(problem.tasks, loss);
        FixedStructure known = new FixedStructure(structure.taskMatrix(data.tasks()), lambda);
        assertThat(KnownAscent.suits(known.structure(), problem)).isTrue();
        Monitor monitor = new Monitor(training, step -> {});
        Minimum climbed = new KnownAscent(problem, losses).solve(known.structure(), lambda, monitor);
        assertThat(monitor.status()).isEqualTo(FitReport.Status.CONVERGED);
        Monitor other = new Monitor(training, step -> {});
        Minimum split = new Splitting(new Margins(problem, losses))
                .solve((Regularizer.Proximal) Regularizer.of(known, lambda, problem.tasks, problem.dim), other);
        double size = Math.abs(split.certificate().primal());
        assertThat(climbed.certificate().primal())
                .isGreaterThanOrEqualTo(split.certificate().dual() - 1e-11 * size)
                .isLessThanOrEqualTo(split.certificate().primal() + TOLERANCE * size);
        assertThat(climbed.certificate().dual())
                .isLessThanOrEqualTo(split.certificate().primal() + 1e-11 * size);
        return climbed;
    }

    private static Dataset longRows(Dataset data) {
        int[] rows = new int[data.size()];
        int[] tasks = new int[data.size()];
        double[] labels = new double[data.size()];
        for (int o = 0; o < rows.length; o++) {
            rows[o] = data.row(o);
            tasks[o] = data.task(o);
            labels[o] = data.label(o);
        }
        return Dataset.of(
                data.inputs().select(rows),
                data.tasks(),
                range(rows.length),
                tasks,
                labels,
                null,
                List.of("no", "yes"));
    }

    private static int[] range(int n) {
        int[] range = new int[n];
        Arrays.setAll(range, i -> i);
        return range;
    }

    @ParameterizedTest
    @CsvSource({"stl", "mean", "groups", "tree", "graph", "metric"})
    void everyStructureHasTheSplittingsOptimum(String name) {
        Structure structure = structure(name);
        for (boolean intercept : new boolean[] {false, true}) {
            for (double lambda : new double[] {1, 0.1, 0.003}) {
                Dataset wide = RandomTasks.classification(7, 60, 5, TASKS, 0);
                Dataset missing = RandomTasks.classification(8, 60, 5, TASKS, 0.4);
                requireSame(wide, Losses.hinge(), structure, lambda, intercept, new Linear());
                requireSame(missing, Losses.hinge(), structure, lambda, intercept, new Linear());
                requireSame(longRows(missing), Losses.hinge(), structure, lambda, intercept, new Linear());
                requireSame(missing, Losses.hinge(), structure, lambda, intercept, new Gaussian(2));
            }
        }
    }

    /** The same box-constrained dual, and one whose conjugate is not linear. */
    @ParameterizedTest
    @CsvSource({"stl", "mean", "tree"})
    void lossesOfNumbersToo(String name) {
        Dataset data = RandomTasks.regression(9, 60, 5, TASKS, 0.3);
        for (boolean intercept : new boolean[] {false, true}) {
            for (Loss loss : List.of(Losses.absolute(), Losses.quantile(0.2), Losses.insensitive(0.5))) {
                requireSame(data, loss, structure(name), 0.05, intercept, new Linear());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void observationsWithWeightsAndWithoutAny(boolean intercept) {
        Dataset data = RandomTasks.classification(10, 50, 4, TASKS, 0.2);
        SplittableRandom random = new SplittableRandom(1);
        double[] weights = new double[data.size()];
        Arrays.setAll(weights, o -> random.nextInt(4) == 0 ? 0 : random.nextDouble() * 5);
        Dataset weighted = weighted(data, weights);
        for (String name : List.of("stl", "mean", "groups")) {
            Minimum found = requireSame(weighted, Losses.hinge(), structure(name), 0.02, intercept, new Linear());
            assertThat(found.wt().isFinite()).isTrue();
        }
    }

    private static Dataset weighted(Dataset data, double[] weights) {
        int[] rows = new int[data.size()];
        int[] tasks = new int[data.size()];
        double[] labels = new double[data.size()];
        for (int o = 0; o < rows.length; o++) {
            rows[o] = data.row(o);
            tasks[o] = data.task(o);
            labels[o] = data.label(o);
        }
        return Dataset.of(data.inputs(), data.tasks(), rows, tasks, labels, weights, List.of("no", "yes"));
    }

    /** Every row three times, one task with one class only, one with a single row, one feature that is always 0. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void awkwardTasks(boolean intercept) {
        SplittableRandom random = new SplittableRandom(3);
        List<double[]> x = new ArrayList<>();
        List<Integer> task = new ArrayList<>();
        List<Double> y = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            double[] row = {random.nextGaussian(), random.nextGaussian() + 2, 0};
            for (int copy = 0; copy < 3; copy++) {
                x.add(row);
                task.add(i % 3);
                y.add(i % 3 == 1 ? 1.0 : row[0] + 0.5 * random.nextGaussian() > 0 ? 1.0 : -1.0);
            }
        }
        x.add(new double[] {1, 2, 0});
        task.add(3);
        y.add(-1.0);
        Dataset data = Dataset.of(
                DenseInputs.of(Matrix.of(x.toArray(double[][]::new))),
                Names.numbered("task", TASKS),
                range(x.size()),
                task.stream().mapToInt(t -> t).toArray(),
                y.stream().mapToDouble(v -> v).toArray(),
                null,
                List.of("no", "yes"));
        for (String name : STRUCTURES.keySet()) {
            requireSame(data, Losses.hinge(), structure(name), 0.01, intercept, new Linear());
        }
    }

    /** Classes that a line tells apart, with hardly any penalty: the largest margin. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void separableRowsAndATinyLambda(boolean intercept) {
        SplittableRandom random = new SplittableRandom(4);
        int n = 200;
        Matrix x = Matrix.zeros(n, 3);
        int[] task = new int[n];
        double[] y = new double[n];
        for (int i = 0; i < n; i++) {
            task[i] = i % TASKS;
            y[i] = random.nextBoolean() ? 1 : -1;
            for (int j = 0; j < 3; j++) {
                x.set(i, j, random.nextGaussian() + (j == task[i] % 3 ? 5 * y[i] : 0));
            }
        }
        Dataset data = Dataset.of(
                DenseInputs.of(x), Names.numbered("task", TASKS), range(n), task, y, null, List.of("no", "yes"));
        for (double lambda : new double[] {0.1, 1e-3, 1e-6}) {
            Problem problem = new Problem(data, training(intercept), new Linear(), Approximation.AUTO);
            Monitor monitor = new Monitor(training(intercept), step -> {});
            new KnownAscent(problem, Collections.nCopies(TASKS, Losses.hinge()))
                    .solve(Relations.mean(1).taskMatrix(data.tasks()), lambda, monitor);
            assertThat(monitor.status()).as("lambda " + lambda).isEqualTo(FitReport.Status.CONVERGED);
        }
    }

    @Test
    void hardlyAnyPenaltyOnClassesThatOverlap() {
        Dataset data = RandomTasks.classification(12, 120, 6, TASKS, 0.3);
        for (boolean intercept : new boolean[] {false, true}) {
            for (String name : STRUCTURES.keySet()) {
                Problem problem = new Problem(data, training(intercept), new Linear(), Approximation.AUTO);
                Monitor monitor = new Monitor(training(intercept), step -> {});
                new KnownAscent(problem, Collections.nCopies(TASKS, Losses.hinge()))
                        .solve(structure(name).taskMatrix(data.tasks()), 1e-6, monitor);
                assertThat(monitor.status()).as(name + intercept).isEqualTo(FitReport.Status.CONVERGED);
            }
        }
    }

    /** The order of steps does not depend on who does them. */
    @Test
    void theSameBitsWithAnyNumberOfThreads() {
        Dataset data = RandomTasks.classification(13, 80, 5, TASKS, 0.3);
        for (String name : STRUCTURES.keySet()) {
            ConvexTrainer trainer =
                    new ConvexTrainer(Losses.hinge(), new Linear(), structure(name), 0.01, Training.defaults());
            LinearModel one = (LinearModel) trainer.train(data).model();
            for (int threads : new int[] {2, 3, 7}) {
                ConvexTrainer other = trainer.withTraining(Training.defaults().withThreads(threads));
                LinearModel several = (LinearModel) other.train(data).model();
                assertThat(several.weights()).as(name).isEqualTo(one.weights());
            }
        }
    }

    @Test
    void sparseRowsAreTheSameRows() {
        Dataset dense = RandomTasks.classification(14, 60, 5, TASKS, 0.2);
        Inputs sparse = new SparseInputs(
                RandomTasks.sparse(((DenseInputs) dense.inputs()).values()),
                dense.inputs().features());
        for (boolean intercept : new boolean[] {false, true}) {
            for (String name : STRUCTURES.keySet()) {
                Training training = training(intercept);
                Monitor monitor = new Monitor(training, step -> {});
                Problem problem = new Problem(dense.withInputs(sparse), training, new Linear(), Approximation.AUTO);
                Minimum found = new KnownAscent(problem, Collections.nCopies(TASKS, Losses.hinge()))
                        .solve(structure(name).taskMatrix(dense.tasks()), 0.02, monitor);
                Minimum same = requireSame(dense, Losses.hinge(), structure(name), 0.02, intercept, new Linear());
                assertThat(monitor.status()).isEqualTo(FitReport.Status.CONVERGED);
                assertThat(found.certificate().primal())
                        .isCloseTo(same.certificate().primal(), within(2 * TOLERANCE));
            }
        }
    }

    /** What is proven is proven of the ascent's own weights and multipliers. */
    @ParameterizedTest
    @ValueSource(doubles = {0.1, 0.001})
    void fitsEndInAProof(double lambda) {
        Dataset data = RandomTasks.classification(15, 150, 8, TASKS, 0.3);
        for (String name : STRUCTURES.keySet()) {
            Fit<Model> fit = new ConvexTrainer(
                            Losses.hinge(), new Linear(), structure(name), lambda, Training.defaults())
                    .train(data);
            assertThat(fit.report().status()).as(name).isEqualTo(FitReport.Status.CONVERGED);
            assertThat(fit.report().gap())
                    .as(name)
                    .isLessThan(Training.defaults().tolerance());
            assertThat(fit.report().iterations()).as(name).isLessThan(300);
        }
        assertThat(LinearAlgebra.threads()).isEqualTo(1);
    }

    /** LIBLINEAR 2.3.0, solver 3; {@code dev/kith/mkl/liblinear.sh} makes both files. Six digits are printed. */
    @ParameterizedTest
    @CsvSource({"plain, 0.02, 1.356701", "plain, 0.2, 8.532412", "augmented, 0.02, 1.206548", "augmented, 0.2, 5.989756"
    })
    void liblinearFindsTheSame(String kind, double cost, double objective) throws IOException {
        boolean tied = kind.equals("augmented");
        List<String> lines;
        try (InputStream in = Objects.requireNonNull(getClass().getResourceAsStream("/dev/kith/mkl/liblinear.svm"))) {
            lines = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
        Matrix x = Matrix.zeros(lines.size(), 12);
        int[] task = new int[lines.size()];
        double[] y = new double[lines.size()];
        for (int i = 0; i < y.length; i++) {
            String[] parts = lines.get(i).split(" ", -1);
            y[i] = Double.parseDouble(parts[0]);
            task[i] = tied ? Integer.parseInt(parts[1].substring(4)) : 0;
            for (int k = 2; k < parts.length; k++) {
                String[] entry = parts[k].split(":", -1);
                x.set(i, Integer.parseInt(entry[0]) - 1, Double.parseDouble(entry[1]));
            }
        }
        List<String> names = Names.numbered("task", tied ? 3 : 1);
        Dataset data = Dataset.of(DenseInputs.of(x), names, range(y.length), task, y, null, List.of("no", "yes"));
        Matrix shared = Matrix.identity(names.size()).map(v -> v + (tied ? 1 : 0));
        Structure structure = Relations.metric(new NamedMatrix("shared", names, names, shared));
        Training training = training(false).withWeighting(Training.Weighting.OBSERVATION);
        Fit<Model> fit =
                new ConvexTrainer(Losses.hinge(), new Linear(), structure, 1 / (2 * cost), training).train(data);
        assertThat(fit.report().objective() * cost).isCloseTo(objective, within(2e-6));
    }
}
