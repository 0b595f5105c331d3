package dev.kith.convex.direct;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.convex.ConvexTrainer;
import dev.kith.convex.RandomTasks;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.NamedMatrix;
import dev.kith.data.Names;
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
import dev.kith.structure.matrix.TaskNetwork;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A graph kept as its edges gives what its T x T matrix gives. */
class GraphEliminationTest {
    private static final int T = 12;
    private static final List<String> TASKS = Names.numbered("task", T);
    /** Both are solved to rounding: an excess of 1e-22 is an error of about 1e-11 in the weights. */
    private static final double SAME = 1e-8;

    private record Named(String name, TaskGraph graph) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Named> graphs() {
        List<int[]> chain = new ArrayList<>();
        List<int[]> grid = new ArrayList<>();
        List<int[]> star = new ArrayList<>();
        List<int[]> all = new ArrayList<>();
        for (int t = 1; t < T; t++) {
            chain.add(new int[] {t - 1, t});
            star.add(new int[] {0, t});
            if (t % 4 != 0) {
                grid.add(new int[] {t - 1, t});
            }
            if (t >= 4) {
                grid.add(new int[] {t - 4, t});
            }
            for (int s = 0; s < t; s++) {
                all.add(new int[] {s, t});
            }
        }
        // two pieces, two tasks alone, a pair that is tied twice
        List<int[]> pieces = List.of(
                new int[] {0, 1},
                new int[] {1, 2},
                new int[] {2, 0},
                new int[] {3, 4},
                new int[] {4, 3},
                new int[] {5, 6},
                new int[] {6, 7},
                new int[] {7, 8},
                new int[] {8, 5},
                new int[] {5, 7});
        return Stream.of(
                new Named("none", new TaskGraph(List.of())),
                new Named("chain", graph(chain, false)),
                new Named("star", graph(star, true)),
                new Named("grid", graph(grid, false)),
                new Named("weighted grid", graph(grid, true)),
                new Named("pieces", graph(pieces, true)),
                new Named("complete", graph(all, true)));
    }

    private static TaskGraph graph(List<int[]> pairs, boolean weighted) {
        Random random = new Random(3);
        return new TaskGraph(pairs.stream()
                .map(pair -> new TaskGraph.Edge(
                        TASKS.get(pair[0]),
                        TASKS.get(pair[1]),
                        weighted ? Math.pow(10, 2 * random.nextDouble() - 1) : 1))
                .toList());
    }

    /** Long with tasks of very different sizes, wide, and wide with labels missing. */
    private static List<Dataset> data() {
        Random random = new Random(11);
        int[] task = new int[90];
        double[] labels = new double[task.length];
        for (int o = 0; o < task.length; o++) {
            // the last task has no row
            task[o] = (int) (11 * random.nextDouble() * random.nextDouble());
            labels[o] = task[o] + random.nextGaussian();
        }
        Matrix x = Matrix.zeros(task.length, 4).map(zero -> 3 + random.nextGaussian());
        return List.of(
                Dataset.ofLong(DenseInputs.of(x), TASKS, task, labels),
                RandomTasks.regression(4, 20, 4, T, 0),
                RandomTasks.regression(5, 20, 4, T, 0.4));
    }

    private static Fit<Model> fit(Loss loss, Structure known, double lambda, Training training, Dataset data) {
        return new ConvexTrainer(loss, new Linear(), known, lambda, training).train(data);
    }

    private static double apart(Model found, Model expected) {
        Matrix weights = ((LinearModel) expected).weights();
        return ((LinearModel) found).weights().plus(-1, weights).maxAbs() / Math.max(1, weights.maxAbs());
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void weightsAreThoseOfTheDenseMatrix(Named named) {
        for (double gamma : new double[] {0.5, 1e-3}) {
            Structure known = Relations.graph(named.graph, gamma);
            Structure dense = Relations.metric(NamedMatrix.ofTasks(TASKS, known.matrix(TASKS)));
            for (double lambda : new double[] {1e-4, 0.1, 100}) {
                for (Dataset data : data()) {
                    Training training = Training.defaults().withIntercept(lambda < 1);
                    Fit<Model> found = fit(Losses.squared(), known, lambda, training, data);
                    Fit<Model> expected = fit(Losses.squared(), dense, lambda, training, data);
                    assertThat(apart(found.model(), expected.model()))
                            .as("gamma %s, lambda %s", gamma, lambda)
                            .isLessThanOrEqualTo(SAME);
                    assertThat(found.report().gap()).isLessThan(1e-9);
                    assertThat(found.model().structure().orElseThrow()).isInstanceOf(TaskNetwork.class);
                }
            }
        }
    }

    /** The proof of one bounds the objective of the other, whatever the condition: A has eigenvalues up to 1e10 here. */
    @ParameterizedTest
    @MethodSource("graphs")
    void theCertificateHoldsOnIllConditionedGraphs(Named named) {
        for (double gamma : new double[] {1e-6, 1e-10}) {
            Structure known = Relations.graph(named.graph, gamma);
            for (double lambda : new double[] {1e-3, 1, 1e3}) {
                for (Dataset data : data()) {
                    Fit<Model> found = fit(Losses.squared(), known, lambda, Training.defaults(), data);
                    assertThat(found.report().gap())
                            .as("gamma %s, lambda %s", gamma, lambda)
                            .isLessThan(1e-7);
                    assertThat(found.report().status()).isEqualTo(FitReport.Status.CONVERGED);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void otherLossesComeToTheSameObjective(Named named) {
        Structure known = Relations.graph(named.graph, 0.2);
        Structure dense = Relations.metric(NamedMatrix.ofTasks(TASKS, known.matrix(TASKS)));
        Dataset data = RandomTasks.classification(6, 25, 3, T, 0.3);
        for (Loss loss : List.of(Losses.logistic(), Losses.hinge(), Losses.absolute())) {
            Training training = Training.defaults();
            var found = fit(loss, known, 0.05, training, data).report();
            var expected = fit(loss, dense, 0.05, training, data).report();
            assertThat(found.gap()).isLessThan(1e-6);
            assertThat(found.objective() / expected.objective() - 1)
                    .as(loss.name())
                    .isBetween(-2e-6, 2e-6);
        }
    }

    /** A chain needs one step, whatever ties it; a grid a few. */
    @Test
    void chainsAndTreesAreExact() {
        for (Named named : graphs().toList()) {
            int steps = fit(Losses.squared(), Relations.graph(named.graph, 0.1), 10, Training.defaults(), data().get(0))
                    .report()
                    .iterations();
            boolean cycles = named.name.matches("grid|weighted grid|pieces|complete");
            assertThat(steps).as(named.name).isBetween(1, cycles ? 30 : 2);
        }
    }

    @Test
    void threadsDoNotMatter() {
        int tasks = 900;
        Random random = new Random(2);
        int[] task = new int[3 * tasks];
        double[] labels = new double[task.length];
        for (int o = 0; o < task.length; o++) {
            task[o] = o % tasks;
            labels[o] = random.nextGaussian() + task[o] % 3;
        }
        Matrix x = Matrix.zeros(task.length, 3).map(zero -> random.nextGaussian());
        Dataset data = Dataset.ofLong(DenseInputs.of(x), Names.numbered("t", tasks), task, labels);
        for (TaskNetwork network : List.of(grid(30, 30), grid(1, 900), grid(900, 1), random(900, 600))) {
            Matrix one = solve(data, network, 1);
            assertThat(solve(data, network, 3)).isEqualTo(one);
            assertThat(one.maxAbs()).isGreaterThan(0);
        }
    }

    /** Large systems are tried without elimination: what is loosely tied ends there, what is not ends by elimination, both where asked. */
    @Test
    void largeGraphsEndWhereTheyAreAskedTo() {
        int tasks = 1600;
        int features = 26;
        Random random = new Random(5);
        int[] task = new int[tasks];
        double[] labels = new double[tasks];
        Arrays.setAll(task, t -> t);
        Arrays.setAll(labels, t -> random.nextGaussian() + Math.sin(t / 100.0));
        Matrix x = Matrix.zeros(tasks, features).map(zero -> random.nextGaussian());
        Dataset data = Dataset.ofLong(DenseInputs.of(x), Names.numbered("t", tasks), task, labels);
        Training training = Training.defaults().withIntercept(false);
        for (double lambda : new double[] {0.05, 30}) {
            GraphElimination graph =
                    new GraphElimination(EliminationTest.unscaled(data), training, grid(40, 40), lambda);
            assertThat(graph.large()).isTrue();
            Elimination.Found roughly = graph.solve(1e-5, 1000);
            Elimination.Found exactly = new GraphElimination(
                            EliminationTest.unscaled(data), training, grid(40, 40), lambda)
                    .solve(1e-20, 1000);
            double least = exactly.certificate().primal();
            assertThat(exactly.certificate().gap()).isLessThan(1e-19);
            assertThat(roughly.certificate().primal() / least - 1).isBetween(-1e-14, 1e-5);
            assertThat(roughly.certificate().dual()).isLessThanOrEqualTo(least);
            assertThat(roughly.steps()).isLessThan(exactly.steps());
        }
    }

    private static TaskNetwork random(int tasks, int edges) {
        Random random = new Random(7);
        double[] weights = random.doubles(edges, 0.1, 2).toArray();
        int[] from = random.ints(edges, 0, tasks).toArray();
        int[] to = Arrays.stream(from)
                .map(t -> (t + 1 + random.nextInt(tasks - 1)) % tasks)
                .toArray();
        return new TaskNetwork(tasks, 0.1, from, to, weights);
    }

    /** Everyone once; neighbours after each other; branches without a neighbour in another one. */
    @Test
    void roundsCanBeVisitedSideBySide() {
        for (int edges : new int[] {0, 200, 850, 1500}) {
            TaskNetwork a = random(900, edges);
            Rounds rounds = Rounds.of(a);
            int[] piece = new int[900];
            Arrays.fill(piece, -1);
            List<Integer> all = new ArrayList<>();
            for (int k = 0; k < rounds.branches().size(); k++) {
                for (int t : rounds.branches().get(k)) {
                    piece[t] = k;
                    all.add(t);
                }
            }
            Arrays.stream(rounds.trunk()).forEach(all::add);
            rounds.colours().forEach(tasks -> Arrays.stream(tasks).forEach(all::add));
            assertThat(all).hasSize(900).doesNotHaveDuplicates();
            for (int t = 0; t < 900; t++) {
                for (int n = 0; n < a.neighbours(t); n++) {
                    int s = a.neighbour(t, n);
                    assertThat(rounds.rank()[s]).isNotEqualTo(rounds.rank()[t]);
                    assertThat(piece[s] < 0 || piece[t] < 0 || piece[s] == piece[t])
                            .isTrue();
                    // in the order of the visits
                    if (rounds.rank()[s] < rounds.rank()[t]) {
                        assertThat(all.indexOf(s)).isLessThan(all.indexOf(t));
                    }
                }
            }
        }
    }

    /** A chain is two branches that meet. */
    @Test
    void aChainIsVisitedFromBothEnds() {
        Rounds rounds = Rounds.of(grid(1, 1000));
        assertThat(rounds.colours()).isEmpty();
        assertThat(rounds.trunk().length).isLessThan(3);
        assertThat(rounds.branches()).hasSize(2);
    }

    private static TaskNetwork grid(int height, int width) {
        List<int[]> pairs = new ArrayList<>();
        for (int t = 0; t < height * width; t++) {
            if (t % width > 0) {
                pairs.add(new int[] {t - 1, t});
            }
            if (t >= width) {
                pairs.add(new int[] {t - width, t});
            }
        }
        double[] ones = new double[pairs.size()];
        Arrays.fill(ones, 1);
        return new TaskNetwork(
                height * width,
                0.1,
                pairs.stream().mapToInt(pair -> pair[0]).toArray(),
                pairs.stream().mapToInt(pair -> pair[1]).toArray(),
                ones);
    }

    private static Matrix solve(Dataset data, TaskNetwork network, int threads) {
        return LinearAlgebra.withThreads(
                threads,
                () -> new GraphElimination(EliminationTest.unscaled(data), Training.defaults(), network, 0.1)
                        .solve(1e-22, 1000)
                        .wt());
    }
}
