package dev.kith.convex;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.NamedMatrix;
import dev.kith.data.SparseInputs;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Kernels;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import dev.kith.loss.Losses;
import dev.kith.model.Fit;
import dev.kith.model.Model;
import dev.kith.model.Training;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import dev.kith.structure.Structure;
import dev.kith.structure.TaskGraph;
import dev.kith.structure.TaskTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Known structures with the squared loss, against a direct solve of the dual system and against each other. */
class KnownStructureTest {
    /** Two exact solvers differ by rounding, magnified by the condition of the systems (about 1e4 here). */
    private static final double EXACT = 1e-9;

    /** Rounded outward, the gap of an exact solution is that of kernel values of a few hundred. */
    private static final double GAP = 1e-9;

    private static final double LAMBDA = 0.02;
    private static final Training PLAIN = Training.defaults().withScaling(false, TargetScale.NONE);

    private static final List<Kernel> KERNELS =
            List.of(new Linear(), new Gaussian(2), Kernels.laplace(3), Kernels.polynomial(2, 1));

    private static List<Structure> structures() {
        List<String> tasks = List.of("task1", "task2", "task3", "task4");
        TaskGraph chain = new TaskGraph(List.of(
                new TaskGraph.Edge("task1", "task2", 1),
                new TaskGraph.Edge("task2", "task3", 0.5),
                new TaskGraph.Edge("task3", "task4", 2)));
        Matrix codes = Matrix.of(new double[] {1, 1, 0, 0}, new double[] {0, 1, 1, 2});
        return List.of(
                Relations.independent(),
                Relations.mean(3),
                Relations.graph(chain, 0.7),
                Relations.groups(Map.of("task1", "a", "task2", "a", "task3", "b", "task4", "b"), 2),
                Relations.tree(TaskTree.parseNewick("((task1:1,task2:2):0.5,(task3,task4))root;"), 4),
                Relations.metric(NamedMatrix.ofTasks(tasks, Relations.mean(1).matrix(tasks))),
                Relations.coding(new NamedMatrix("code", List.of("c1", "c2"), tasks, codes), 0));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.3})
    void everyStructureAndKernelSolvesTheDualSystem(double missing) {
        Dataset data = RandomTasks.regression(5, 30, 3, 4, missing);
        for (Structure structure : structures()) {
            for (Kernel kernel : KERNELS) {
                for (boolean intercept : new boolean[] {true, false}) {
                    Fit<Model> fit = train(data, kernel, structure, PLAIN.withIntercept(intercept));
                    Matrix expected = dualSolution(data, kernel, structure, intercept);
                    assertThat(difference(fit.model().predict(data.inputs()), expected))
                            .as("%s, %s, intercept %s", structure.name(), kernel.spec(), intercept)
                            .isLessThan(EXACT);
                    assertThat(fit.report().gap()).isLessThan(GAP);
                }
            }
        }
    }

    /** Predictions at the inputs from (G + lambda D) c + E b = y, E'c = 0, solved as one dense bordered system. */
    private static Matrix dualSolution(Dataset data, Kernel kernel, Structure structure, boolean intercept) {
        int size = data.size();
        int tasks = data.taskCount();
        Matrix k = kernel.gram(data.inputs());
        Matrix a = structure.matrix(data.tasks());
        int[] count = data.countPerTask();
        int border = intercept ? tasks : 0;
        Matrix system = Matrix.zeros(size + border, size + border);
        double[] right = new double[size + border];
        for (int o = 0; o < size; o++) {
            for (int q = 0; q < size; q++) {
                system.set(o, q, a.get(data.task(o), data.task(q)) * k.get(data.row(o), data.row(q)));
            }
            system.add(o, o, LAMBDA * count[data.task(o)]);
            right[o] = data.label(o);
            if (intercept) {
                system.set(o, size + data.task(o), 1);
                system.set(size + data.task(o), o, 1);
            }
        }
        double[] c = eliminate(system, right);
        Matrix z = Matrix.zeros(data.inputs().rows(), tasks);
        for (int i = 0; i < z.rows(); i++) {
            for (int t = 0; t < tasks; t++) {
                double sum = intercept ? c[size + t] : 0;
                for (int o = 0; o < size; o++) {
                    sum += a.get(t, data.task(o)) * k.get(i, data.row(o)) * c[o];
                }
                z.set(i, t, sum);
            }
        }
        return z;
    }

    private static double[] eliminate(Matrix system, double[] right) {
        int n = right.length;
        for (int p = 0; p < n; p++) {
            int best = p;
            for (int i = p + 1; i < n; i++) {
                best = Math.abs(system.get(i, p)) > Math.abs(system.get(best, p)) ? i : best;
            }
            for (int j = 0; j < n; j++) {
                double swap = system.get(p, j);
                system.set(p, j, system.get(best, j));
                system.set(best, j, swap);
            }
            double swap = right[p];
            right[p] = right[best];
            right[best] = swap;
            for (int i = p + 1; i < n; i++) {
                double factor = system.get(i, p) / system.get(p, p);
                for (int j = p; j < n; j++) {
                    system.add(i, j, -factor * system.get(p, j));
                }
                right[i] -= factor * right[p];
            }
        }
        for (int i = n - 1; i >= 0; i--) {
            for (int j = i + 1; j < n; j++) {
                right[i] -= system.get(i, j) * right[j];
            }
            right[i] /= system.get(i, i);
        }
        return right;
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.4})
    void longAndWideAreTheSameData(double missing) {
        Dataset wide = RandomTasks.regression(6, 25, 4, 3, missing);
        Dataset tall = RandomTasks.toLong(wide);
        for (Kernel kernel : KERNELS) {
            Training training = Training.defaults();
            Matrix a = train(wide, kernel, Relations.mean(2), training).model().predict(wide.inputs());
            Matrix b = train(tall, kernel, Relations.mean(2), training).model().predict(wide.inputs());
            assertThat(difference(a, b)).as(kernel.spec()).isLessThan(EXACT);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.3})
    void knownReductionsHold(double missing) {
        Dataset data = RandomTasks.regression(7, 30, 4, 4, missing);
        double gamma = 2.5;
        List<TaskGraph.Edge> edges = new ArrayList<>();
        for (int i = 1; i <= 4; i++) {
            for (int j = i + 1; j <= 4; j++) {
                edges.add(new TaskGraph.Edge("task" + i, "task" + j, gamma / 4));
            }
        }
        Matrix mean = weights(data, Relations.mean(gamma));
        assertThat(difference(weights(data, Relations.graph(new TaskGraph(edges), 1)), mean))
                .isLessThan(EXACT);
        TaskTree star = TaskTree.parseNewick("(task1,task2,task3,task4);");
        assertThat(difference(weights(data, Relations.tree(star, gamma)), mean)).isLessThan(EXACT);
        Relation identity = Relations.metric(NamedMatrix.ofTasks(data.tasks(), Matrix.identity(4)));
        assertThat(difference(weights(data, identity), weights(data, Relations.independent())))
                .isLessThan(EXACT);
        assertThat(difference(weights(data, Relations.mean(0)), weights(data, Relations.independent())))
                .isLessThan(EXACT);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.3})
    void scalingStructureAndLambdaTogetherChangesNothing(double missing) {
        Dataset data = RandomTasks.regression(8, 30, 4, 4, missing);
        Matrix a = Relations.mean(2).matrix(data.tasks());
        Relation scaled = Relations.metric(NamedMatrix.ofTasks(data.tasks(), a.scale(7)));
        Matrix expected = weights(data, Relations.mean(2));
        Fit<Model> fit = new ConvexTrainer(Losses.squared(), new Linear(), scaled, 7 * LAMBDA, PLAIN).train(data);
        assertThat(difference(weightsOf(fit), expected)).isLessThan(EXACT);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.3})
    void sparseInputsGiveTheSameModelAsDenseOnes(double missing) {
        Dataset dense = RandomTasks.regression(9, 40, 5, 3, missing);
        Matrix x = ((DenseInputs) dense.inputs()).values();
        int[] starts = new int[x.rows() + 1];
        int[] indices = new int[x.data().length];
        for (int i = 0; i < x.rows(); i++) {
            starts[i + 1] = starts[i] + x.cols();
            for (int j = 0; j < x.cols(); j++) {
                indices[i * x.cols() + j] = j;
            }
        }
        Dataset sparse = dense.withInputs(new SparseInputs(
                new SparseRows(x.cols(), starts, indices, x.data().clone()),
                dense.inputs().features()));
        assertThat(difference(weights(sparse, Relations.mean(2)), weights(dense, Relations.mean(2))))
                .isLessThan(1e-7);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.3})
    void manyFeaturesGoThroughTheGramMatrix(double missing) {
        Dataset data = RandomTasks.regression(10, 12, 40, 3, missing);
        Matrix expected = dualSolution(data, new Linear(), Relations.mean(2), true);
        Fit<Model> fit = train(data, new Linear(), Relations.mean(2), PLAIN);
        assertThat(difference(fit.model().predict(data.inputs()), expected)).isLessThan(EXACT);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.3})
    void pooledIsOneModelAndTheLimitOfMean(double missing) {
        Dataset data = RandomTasks.regression(11, 30, 3, 4, missing);
        Fit<Model> pooled = train(data, new Linear(), Relations.pooled(), PLAIN);
        Matrix w = weightsOf(pooled);
        for (int t = 1; t < 4; t++) {
            assertThat(w.column(t)).isEqualTo(w.column(0));
            assertThat(pooled.model().intercepts()[t]).isEqualTo(pooled.model().intercepts()[0]);
        }
        assertThat(pooled.report().gap()).isLessThan(1e-10);
        Training none = PLAIN.withIntercept(false);
        Matrix limit = weightsOf(train(data, new Linear(), Relations.mean(1e9), none));
        assertThat(difference(weightsOf(train(data, new Linear(), Relations.pooled(), none)), limit))
                .isLessThan(1e-6);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.3})
    void standardisingIsUndoneInTheModel(double missing) {
        Dataset data = RandomTasks.regression(12, 30, 3, 4, missing);
        Matrix x = ((DenseInputs) data.inputs()).values().map(v -> 1000 * v - 77);
        double[] labels = new double[data.size()];
        for (int o = 0; o < labels.length; o++) {
            labels[o] = 50 * data.label(o) + 9;
        }
        Dataset moved = data.withInputs(DenseInputs.of(x)).withLabels(labels);
        Matrix before = train(data, new Gaussian(2), Relations.mean(1), Training.defaults())
                .model()
                .predict(data.inputs());
        Matrix after = train(moved, new Gaussian(2), Relations.mean(1), Training.defaults())
                .model()
                .predict(moved.inputs());
        assertThat(difference(after.map(v -> (v - 9) / 50), before)).isLessThan(1e-8);
    }

    private static Fit<Model> train(Dataset data, Kernel kernel, Relation relation, Training training) {
        return new ConvexTrainer(Losses.squared(), kernel, relation, LAMBDA, training).train(data);
    }

    private static Matrix weights(Dataset data, Relation relation) {
        return weightsOf(train(data, new Linear(), relation, PLAIN));
    }

    private static Matrix weightsOf(Fit<Model> fit) {
        int d = fit.model().info().features().size();
        Matrix units = fit.model().predict(DenseInputs.of(Matrix.identity(d)));
        Matrix zero = fit.model().predict(DenseInputs.of(Matrix.zeros(1, d)));
        for (int j = 0; j < d; j++) {
            for (int t = 0; t < units.cols(); t++) {
                units.add(j, t, -zero.get(0, t));
            }
        }
        return units;
    }

    private static double difference(Matrix a, Matrix b) {
        assertThat(b.maxAbs()).isGreaterThan(0);
        return a.plus(-1, b).maxAbs() / b.maxAbs();
    }
}
