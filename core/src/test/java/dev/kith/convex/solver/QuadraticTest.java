package dev.kith.convex.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.convex.basis.Problem;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.Names;
import dev.kith.data.SparseInputs;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import dev.kith.model.FitReport;
import dev.kith.model.Training;
import dev.kith.structure.Relations;
import dev.kith.structure.penalty.StructurePenalty;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The squared loss as a quadratic of Gram matrices, beside the sum over observations that it is. */
class QuadraticTest {
    private static final int TASKS = 3;
    private static final int D = 5;
    private static final double LAMBDA = 0.2;

    private static Matrix random(Random random, int rows, int cols) {
        return Matrix.zeros(rows, cols).map(zero -> random.nextGaussian() + 0.4);
    }

    /** complete: one weight, all tasks; uneven: tasks with 12, 6 and 2 rows; sparse: the same with sparse rows. */
    private static Dataset data(String kind, double spread) {
        Random random = new Random(21);
        Matrix x = random(random, 20, D);
        for (int i = 0; i < 20; i++) {
            for (int j = 0; j < D; j++) {
                x.set(i, j, x.get(i, j) * Math.pow(spread, j));
            }
        }
        List<String> names = Names.numbered("t", TASKS);
        if (kind.equals("complete")) {
            return Dataset.ofWide(DenseInputs.of(x), names, random(random, 20, TASKS));
        }
        int[] starts = IntStream.rangeClosed(0, 20).map(i -> i * D).toArray();
        int[] indices = IntStream.range(0, 20 * D).map(k -> k % D).toArray();
        Inputs inputs = kind.equals("sparse")
                ? new SparseInputs(new SparseRows(D, starts, indices, x.data().clone()), Names.numbered("x", D))
                : DenseInputs.of(x);
        return Dataset.of(
                inputs,
                names,
                IntStream.range(0, 20).toArray(),
                IntStream.range(0, 20).map(i -> i < 12 ? 0 : i < 18 ? 1 : 2).toArray(),
                random(random, 1, 20).data(),
                random.doubles(20, 0.3, 2).toArray(),
                null);
    }

    private static double lossAt(Problem p, double[] z, double[] b) {
        double sum = 0;
        for (int t = 0; t < TASKS; t++) {
            for (int o = p.start[t]; o < p.start[t + 1]; o++) {
                double r = p.y[o] - z[o] - b[t];
                sum += p.w[o] * r * r;
            }
        }
        return sum;
    }

    @ParameterizedTest
    @ValueSource(strings = {"complete", "uneven", "sparse"})
    void valueGradientCurvatureAndDualAreThoseOfTheResiduals(String kind) {
        for (boolean intercept : new boolean[] {true, false}) {
            Training training = Training.defaults().withIntercept(intercept);
            Problem p = Problem.onFeatures(data(kind, 1), training);
            for (Quadratic v : List.of(new Quadratic(p), Quadratic.unrotated(p))) {
                check(p, v);
            }
        }
    }

    private static void check(Problem p, Quadratic v) {
        Random random = new Random(22);
        Matrix wt = random(random, TASKS, D);
        Matrix own = v.toBasis(wt);
        double[] z = new double[p.size()];
        p.predictInto(z, own);
        double[] b = v.intercepts(wt);
        double loss = lossAt(p, z, b);
        Matrix gradient = Matrix.zeros(TASKS, D);
        assertThat(v.valueAndGradientInto(gradient, wt)).isCloseTo(loss, within(1e-10 * loss));
        double[] theta = new double[p.size()];
        double labels = 0;
        for (int t = 0; t < TASKS; t++) {
            for (int o = p.start[t]; o < p.start[t + 1]; o++) {
                theta[o] = 2 * p.w[o] * (p.y[o] - z[o] - b[t]);
                labels += theta[o] * p.y[o];
            }
        }
        Matrix sums = Matrix.zeros(TASKS, D);
        p.gatherInto(sums, theta);
        assertThat(v.toBasis(gradient).plus(1, sums).maxAbs()).isLessThan(1e-9);
        Matrix move = random(random, TASKS, D);
        double[] dz = new double[p.size()];
        p.predictInto(dz, v.toBasis(move));
        double curvature = 0;
        for (int o = 0; o < dz.length; o++) {
            curvature += 2 * p.w[o] * dz[o] * dz[o];
        }
        assertThat(v.curvatureAlong(move)).isCloseTo(curvature, within(1e-10 * curvature));
        // the dual at theta: sum theta y - sum theta^2 / 4w - |Phi'theta|^2 / 4 lambda
        Regularizer r =
                Regularizer.of(Relations.independent().penalty(Names.numbered("t", TASKS), LAMBDA), LAMBDA, TASKS, D);
        double dual = labels - loss - sums.dot(sums) / (4 * LAMBDA);
        Certificate found = v.certificate(r, wt, r.value(wt));
        assertThat(found.primal()).isCloseTo(loss + LAMBDA * wt.dot(wt), within(1e-9 * found.primal()));
        assertThat(found.dual()).isCloseTo(dual, within(1e-9 * (1 + Math.abs(dual))));
        Certificate apart = v.certificate(r, move, r.value(move), wt);
        assertThat(apart.dual()).isCloseTo(dual, within(1e-9 * (1 + Math.abs(dual))));
        assertThat(apart.primal())
                .isCloseTo(
                        v.valueAndGradientInto(Matrix.zeros(TASKS, D), move) + LAMBDA * move.dot(move),
                        within(1e-9 * apart.primal()));
        if (v.solvable()) {
            Matrix solved = wt.copy();
            v.ridge(0.7).solveInto(solved);
            Matrix back = Matrix.zeros(TASKS, D);
            v.applyInto(back, solved);
            assertThat(back.plus(0.7, solved).plus(-1, wt).maxAbs()).isLessThan(1e-9);
        }
        assertThat(v.solvable()).isEqualTo(p.rows.dense());
        assertThat(v.tasks()).isEqualTo(TASKS);
        assertThat(v.dim()).isEqualTo(D);
    }

    /** The average diagonal, from Gram matrices, from eigenvalues, or from sparse rows. */
    @ParameterizedTest
    @ValueSource(strings = {"complete", "uneven", "sparse"})
    void theAverageIsThatOfTheTasksGrams(String kind) {
        Problem p = Problem.onFeatures(data(kind, 1), Training.defaults());
        Matrix mean = Matrix.zeros(D, D);
        for (int t = 0; t < TASKS; t++) {
            Matrix rows = p.weightedRows(t);
            mean = mean.plus(1.0 / TASKS, LinearAlgebra.best().multiplyTransposeA(rows, rows));
        }
        Quadratic rotated = new Quadratic(p);
        double[] expected = p.rows.dense()
                ? LinearAlgebra.best().eigen(mean.symmetrized()).values().row(0)
                : mean.diagonal();
        assertThat(rotated.average).containsExactly(expected, within(1e-10));
        assertThat(Quadratic.unrotated(p).hasSharedGram()).isEqualTo(p.complete);
        if (p.complete) {
            assertThat(Quadratic.unrotated(p).sharedGram().plus(-1, mean).maxAbs())
                    .isLessThan(1e-12);
        }
    }

    /** The optimum, in about as many iterations as when this was written; columns differ in scale. */
    @ParameterizedTest
    @CsvSource({"complete, 1, 35", "complete, 2, 60", "uneven, 1, 30", "uneven, 2, 70"})
    void splittingTakesFewIterations(String kind, double spread, int most) {
        Training training = Training.defaults().withStopping(1e-9, 5000);
        Problem p = Problem.onFeatures(data(kind, spread), training);
        Quadratic v = new Quadratic(p);
        for (boolean clustered : new boolean[] {false, true}) {
            StructurePenalty penalty = (clustered ? Relations.clustered(2, 1, 1, 10) : Relations.schatten(1))
                    .penalty(Names.numbered("t", TASKS), LAMBDA);
            Regularizer.Proximal r = (Regularizer.Proximal) Regularizer.of(penalty, LAMBDA, TASKS, D);
            Monitor monitor = new Monitor(training, step -> {});
            Minimum found = new QuadraticSplitting(v).solve(r, monitor);
            assertThat(monitor.status()).isEqualTo(FitReport.Status.CONVERGED);
            double[] z = new double[p.size()];
            p.predictInto(z, v.toBasis(found.wt()));
            double objective = lossAt(p, z, v.intercepts(found.wt())) + r.value(found.wt());
            assertThat(found.certificate().primal()).isCloseTo(objective, within(1e-8 * objective));
            assertThat(found.iterations()).isLessThanOrEqualTo(most);
            assertThat(found.dual().wt().orElseThrow().plus(-1, found.wt()).maxAbs())
                    .isLessThan(1e-3);
        }
    }
}
