package dev.kith.convex.basis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.Names;
import dev.kith.data.SparseInputs;
import dev.kith.kernel.Approximation;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Kernels;
import dev.kith.kernel.Linear;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import dev.kith.model.Training;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The parts solvers stand on, beside the sums they stand for, written out. */
class BasisPartsTest {
    private static Matrix random(Random random, int rows, int cols) {
        return Matrix.zeros(rows, cols).map(zero -> random.nextGaussian());
    }

    private static SparseRows sparse(Matrix m) {
        int[] starts = new int[m.rows() + 1];
        List<Integer> at = new ArrayList<>();
        List<Double> value = new ArrayList<>();
        for (int i = 0; i < m.rows(); i++) {
            for (int j = 0; j < m.cols(); j++) {
                if (m.get(i, j) != 0) {
                    at.add(j);
                    value.add(m.get(i, j));
                }
            }
            starts[i + 1] = at.size();
        }
        return new SparseRows(
                m.cols(),
                starts,
                at.stream().mapToInt(Integer::intValue).toArray(),
                value.stream().mapToDouble(Double::doubleValue).toArray());
    }

    /** Seven inputs; tasks have 5, 0 and 4 observations, in no order, with weights; inputs are used more than once. */
    private static Dataset uneven(Matrix x, boolean sparse) {
        Inputs inputs = sparse ? new SparseInputs(sparse(x), Names.numbered("x", x.cols())) : DenseInputs.of(x);
        return Dataset.of(
                inputs,
                Names.numbered("t", 3),
                new int[] {6, 0, 3, 2, 2, 5, 1, 0, 4},
                new int[] {2, 0, 0, 2, 0, 0, 2, 2, 0},
                new double[] {1, -2, 3, 0.5, 4, -1, 2, 6, 7},
                new double[] {1, 2, 0.5, 3, 1, 1, 4, 0.25, 2},
                null);
    }

    @Test
    void observationsAreSortedByTaskWithTheirWeights() {
        Dataset data = uneven(random(new Random(1), 7, 2), false);
        Observations own = new Observations(data, Training.Weighting.OBSERVATION);
        assertThat(own.start).containsExactly(0, 5, 5, 9);
        assertThat(own.row).containsExactly(0, 3, 2, 5, 4, 6, 2, 1, 0);
        assertThat(own.y).containsExactly(-2, 3, 4, -1, 7, 1, 0.5, 2, 6);
        assertThat(own.w).containsExactly(2, 0.5, 1, 1, 2, 1, 3, 4, 0.25);
        assertThat(own.places()).containsExactly(5, 0, 1, 6, 2, 3, 7, 8, 4);
        assertThat(own.size()).isEqualTo(9);
        Observations byTask = new Observations(data, Training.Weighting.TASK);
        assertThat(byTask.w[0]).isCloseTo(2 / 6.5, within(1e-15));
        assertThat(byTask.w[8]).isCloseTo(0.25 / 8.25, within(1e-15));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4, 5, 8, 11})
    void rowsMultiplyAndAddWhateverTheirLength(int d) {
        Random random = new Random(2);
        Matrix x = random(random, 4, d).map(v -> v > 0.8 ? 0 : v);
        double[] w = random(random, 1, d + 5).data();
        for (FeatureRows rows : List.of(new FeatureRows.Dense(x), new FeatureRows.Sparse(sparse(x)))) {
            assertThat(rows.dim()).isEqualTo(d);
            assertThat(rows.dense()).isEqualTo(rows instanceof FeatureRows.Dense);
            for (int i = 0; i < 4; i++) {
                double expected = 0;
                double[] sum = w.clone();
                double[] added = w.clone();
                for (int j = 0; j < d; j++) {
                    expected += x.get(i, j) * w[3 + j];
                    sum[3 + j] += 0.7 * x.get(i, j);
                }
                assertThat(rows.dot(i, w, 3)).isCloseTo(expected, within(1e-13));
                rows.addInto(added, 3, 0.7, i);
                assertThat(added).containsExactly(sum, within(1e-15));
            }
        }
    }

    private static Dataset complete(Matrix x, int tasks) {
        return Dataset.ofWide(DenseInputs.of(x), Names.numbered("t", tasks), random(new Random(5), x.rows(), tasks));
    }

    /** z_o = (phi_o - mean_t)'w_t, its transpose, and sqrt(w_o) (phi_o - mean_t), for all three kinds of rows. */
    @Test
    void problemsPredictAndGatherCentredFeatures() {
        Random random = new Random(3);
        Matrix x = random(random, 7, 3).map(v -> v + 2);
        for (Dataset data : List.of(uneven(x, false), uneven(x, true), complete(x, 2))) {
            for (boolean intercept : new boolean[] {true, false}) {
                for (Training.Weighting weighting : Training.Weighting.values()) {
                    Training training =
                            Training.defaults().withIntercept(intercept).withWeighting(weighting);
                    checkProblem(Problem.onFeatures(data, training), random);
                }
            }
        }
    }

    private static void checkProblem(Problem p, Random random) {
        int n = p.size();
        Matrix wt = random(random, p.tasks, p.dim);
        double[] u = random(random, 1, n).data();
        double[] z = new double[n];
        p.predictInto(z, wt);
        Matrix out = random(random, p.tasks, p.dim);
        p.gatherInto(out, u);
        Matrix gathered = Matrix.zeros(p.tasks, p.dim);
        for (int t = 0; t < p.tasks; t++) {
            double total = 0;
            double[] mean = new double[p.dim];
            for (int o = p.start[t]; o < p.start[t + 1]; o++) {
                total += p.w[o];
                p.rows.addInto(mean, 0, p.w[o], p.row[o]);
            }
            assertThat(p.taskWeight[t]).isCloseTo(total, within(1e-14));
            Matrix weighted = p.weightedRows(t);
            assertThat(weighted.rows()).isEqualTo(p.start[t + 1] - p.start[t]);
            for (int o = p.start[t]; o < p.start[t + 1]; o++) {
                double[] phi = new double[p.dim];
                p.rows.addInto(phi, 0, 1, p.row[o]);
                double expected = 0;
                for (int j = 0; j < p.dim; j++) {
                    phi[j] -= p.intercept ? mean[j] / total : 0;
                    expected += phi[j] * wt.get(t, j);
                    gathered.add(t, j, u[o] * phi[j]);
                    assertThat(weighted.get(o - p.start[t], j)).isCloseTo(Math.sqrt(p.w[o]) * phi[j], within(1e-13));
                }
                assertThat(z[o]).isCloseTo(expected, within(1e-13));
            }
        }
        assertThat(out.plus(-1, gathered).maxAbs()).isLessThan(1e-12);
    }

    @Test
    void completeMeansOneObservationOfEveryTaskPerInputOfOneWeight() {
        Matrix x = random(new Random(6), 3, 2);
        int[] row = {0, 1, 2, 0, 1, 2};
        int[] task = {0, 0, 0, 1, 1, 1};
        double[] one = {1, 1, 1, 1, 1, 1};
        double[] y = new double[6];
        List<String> names = Names.numbered("t", 2);
        assertThat(Problem.complete(Dataset.of(DenseInputs.of(x), names, row, task, y, one, null)))
                .isTrue();
        double[] other = {1, 1, 1, 1, 1, 2};
        assertThat(Problem.complete(Dataset.of(DenseInputs.of(x), names, row, task, y, other, null)))
                .isFalse();
        int[] twice = {0, 1, 1, 0, 1, 2};
        assertThat(Problem.complete(Dataset.of(DenseInputs.of(x), names, twice, task, y, one, null)))
                .isFalse();
        assertThat(Problem.complete(uneven(random(new Random(6), 7, 2), false))).isFalse();
    }

    /** Gram matrices or rows: the same products, means, turns and solutions. */
    @Test
    void gramsOfTasksActAsTheirRowsDo() {
        Random random = new Random(7);
        for (Dataset data : List.of(uneven(random(random, 7, 6), false), complete(random(random, 5, 6), 3))) {
            Problem p = Problem.onFeatures(data, Training.defaults());
            Matrix turn = random(random, 6, 6);
            Matrix wt = random(random, p.tasks, 6);
            for (int most : new int[] {0, 4, 5}) {
                TaskGrams grams = TaskGrams.of(p, most);
                assertThat(grams.shared()).isEqualTo(p.complete);
                checkGrams(p, grams, Matrix.identity(6), wt);
                checkGrams(p, grams.turned(turn), turn, wt);
            }
            assertThat(TaskGrams.of(p, 5).blocks()[0].rows()).isEqualTo(5);
            assertThat(TaskGrams.of(p, 4).blocks()[0].rows()).isEqualTo(6);
        }
    }

    private static void checkGrams(Problem p, TaskGrams grams, Matrix turn, Matrix wt) {
        LinearAlgebra algebra = LinearAlgebra.best();
        Matrix out = wt.copy();
        grams.applyInto(out, wt);
        Matrix solved = wt.copy();
        grams.ridge(0.3).solveInto(solved);
        Matrix mean = Matrix.zeros(6, 6);
        for (int t = 0; t < p.tasks; t++) {
            Matrix x = algebra.multiply(p.weightedRows(t), turn);
            Matrix gram = algebra.multiplyTransposeA(x, x);
            mean = mean.plus(1.0 / p.tasks, gram);
            Matrix w = Matrix.of(wt.row(t)).transpose();
            assertThat(algebra.multiply(gram, w)
                            .plus(-1, Matrix.of(out.row(t)).transpose())
                            .maxAbs())
                    .isLessThan(1e-11);
            Matrix back = algebra.multiply(
                    gram.plusDiagonal(0.3), Matrix.of(solved.row(t)).transpose());
            assertThat(back.plus(-1, w).maxAbs()).isLessThan(1e-9);
        }
        assertThat(grams.average().plus(-1, mean).maxAbs()).isLessThan(1e-11);
    }

    /** A ridge below the rounding of a singular Gram matrix still gives a solution, not an exception. */
    @Test
    void singularGramsAreSolvedWithTheRidgeOfTheirRounding() {
        Matrix flat = Matrix.of(new double[] {1, 1}, new double[] {1, 1});
        TaskGrams grams = new TaskGrams(new Matrix[] {flat.scale(1e8)}, false, 2);
        Matrix right = Matrix.of(new double[] {1e8, 1e8});
        grams.ridge(1e-20).solveInto(right);
        assertThat(right.get(0, 0) + right.get(0, 1)).isCloseTo(1, within(1e-6));
    }

    @Test
    void pivotedFactorsGiveBackTheMatrixAndItsCoefficients() {
        Random random = new Random(8);
        LinearAlgebra algebra = LinearAlgebra.best();
        Matrix root = random(random, 9, 4);
        Matrix k = algebra.multiplyTransposeB(root, root);
        PivotedCholesky full = PivotedCholesky.of(k.copy(), 1e-12);
        assertThat(full.pivots()).hasSize(4).doesNotHaveDuplicates();
        assertThat(algebra.multiplyTransposeB(full.factor(), full.factor())
                        .plus(-1, k)
                        .maxAbs())
                .isLessThan(1e-12);
        int largest = 0;
        for (int i = 1; i < 9; i++) {
            largest = k.get(i, i) > k.get(largest, largest) ? i : largest;
        }
        assertThat(full.pivots()[0]).isEqualTo(largest);
        for (int c = 0; c < 4; c++) {
            for (int below = 0; below < c; below++) {
                assertThat(full.factor().get(full.pivots()[below], c)).isZero();
            }
        }
        assertThat(PivotedCholesky.of(k.copy(), 1e-12, 2).pivots()).containsExactly(full.pivots()[0], full.pivots()[1]);
        Matrix wt = random(random, 3, 4);
        Matrix b = full.coefficients(wt);
        assertThat(algebra.multiplyTransposeA(full.factor(), b)
                        .plus(-1, wt.transpose())
                        .maxAbs())
                .isLessThan(1e-11);
        for (int i = 0; i < 9; i++) {
            int row = i;
            boolean pivot = Arrays.stream(full.pivots()).anyMatch(p -> p == row);
            assertThat(b.get(i, 0) != 0).isEqualTo(pivot);
        }
        assertThat(PivotedCholesky.of(Matrix.zeros(3, 3), 1e-12).pivots()).isEmpty();
        double left = k.trace()
                - PivotedCholesky.of(k.copy(), 0.3)
                        .factor()
                        .dot(PivotedCholesky.of(k.copy(), 0.3).factor());
        assertThat(left).isLessThanOrEqualTo(0.3 * k.trace());
    }

    /** Eigenvectors for complete data and a pivoted factor for others make the same functions, of a singular K too. */
    @Test
    void bothFactorsOfAGramMatrixMakeTheSameFunctions() {
        Random random = new Random(21);
        LinearAlgebra algebra = LinearAlgebra.best();
        Matrix few = random(random, 60, 2);
        int[] twentySix = new int[1560];
        Arrays.setAll(twentySix, i -> i % 60);
        Matrix x = few.selectRows(twentySix);
        Kernel kernel = new Gaussian(1);
        Matrix gram = kernel.gram(DenseInputs.of(x));
        double[] even = new double[1560];
        Arrays.fill(even, 0.01);
        Matrix wt = random(random, 2, 60);
        for (boolean complete : new boolean[] {true, false}) {
            Basis basis = Basis.of(DenseInputs.of(x), kernel, even, false, complete);
            assertThat(basis.orthogonal().isPresent()).isEqualTo(complete);
            Matrix phi = ((FeatureRows.Dense) basis.rows()).values();
            assertThat(phi.cols()).isLessThanOrEqualTo(60);
            assertThat(algebra.multiplyTransposeB(phi, phi).plus(-1, gram).maxAbs())
                    .isLessThan(1e-9);
            Matrix weights = Matrix.zeros(2, phi.cols());
            for (int t = 0; t < 2; t++) {
                System.arraycopy(wt.data(), t * 60, weights.data(), t * phi.cols(), phi.cols());
            }
            Matrix kept = basis.decoder().apply(weights).coefficients();
            assertThat(algebra.multiply(gram, kept)
                            .plus(-1, algebra.multiplyTransposeB(phi, weights))
                            .maxAbs())
                    .isLessThan(1e-6);
        }
    }

    /** Residuals of every task become functions with values at all inputs; what is there already is not taken up again. */
    @Test
    void taskSpacesHoldTheFunctionsOfTheirResiduals() {
        Random random = new Random(22);
        LinearAlgebra algebra = LinearAlgebra.best();
        Matrix x = random(random, 7, 3);
        Matrix k = algebra.multiplyTransposeB(x, x).plusDiagonal(0.1);
        Observations seen = new Observations(uneven(x, false), Training.Weighting.TASK);
        TaskKrylov space = new TaskKrylov(k, seen, false);
        for (int round = 1; round <= 6; round++) {
            double[] theta = random.doubles(seen.size()).toArray();
            Matrix values = space.extend(theta);
            assertThat(space.size()).isEqualTo(Math.min(5, round) + Math.min(4, round));
            for (int t = 0; t < 3; t++) {
                for (int i = 0; i < 7; i++) {
                    double sum = 0;
                    for (int o = seen.start[t]; o < seen.start[t + 1]; o++) {
                        sum += theta[o] * k.get(i, seen.row[o]);
                    }
                    assertThat(values.get(t, i)).isCloseTo(sum, within(1e-10));
                }
            }
            TaskKrylov.Space made = space.space();
            Matrix images = algebra.multiply(k, made.coefficients());
            assertThat(images.plus(-1, made.values()).maxAbs()).isLessThan(1e-6);
            assertThat(algebra.multiplyTransposeA(made.coefficients(), images)
                            .plus(-1, Matrix.identity(images.cols()))
                            .maxAbs())
                    .isLessThan(1e-6);
        }
        assertThat(space.space().values().cols()).isEqualTo(7);
    }

    /** Span {Y, KY, K^2 Y, ...}, orthonormal, with images; closed when K maps it into itself. */
    @Test
    void krylovSpacesAreOrthonormalAndClose() {
        Random random = new Random(9);
        LinearAlgebra algebra = LinearAlgebra.best();
        Matrix root = random(random, 12, 12);
        Matrix k = algebra.multiplyTransposeB(root, root).symmetrized();
        Matrix y = random(random, 12, 2);
        Krylov space = new Krylov(k, y);
        assertThat(space.size()).isEqualTo(2);
        assertThat(space.inner()).isZero();
        for (int blocks = 2; blocks <= 6; blocks++) {
            assertThat(space.closed()).isFalse();
            space.extend();
            assertThat(space.size()).isEqualTo(2 * blocks);
            Matrix v = space.vectors();
            assertThat(algebra.multiplyTransposeB(v, v)
                            .plus(-1, Matrix.identity(2 * blocks))
                            .maxAbs())
                    .isLessThan(1e-12);
            assertThat(algebra.multiply(v, k).plus(-1, space.images()).maxAbs()).isLessThan(1e-10);
            assertThat(outside(v, y.transpose())).isLessThan(1e-10);
            // the images of the inner part are in the span
            int[] inner = java.util.stream.IntStream.range(0, space.inner()).toArray();
            assertThat(outside(v, space.images().selectRows(inner))).isLessThan(1e-9);
        }
        assertThat(space.closed()).isTrue();
        assertThat(space.inner()).isEqualTo(12);
        Matrix twice = Matrix.zeros(12, 2);
        for (int i = 0; i < 12; i++) {
            twice.set(i, 0, y.get(i, 0));
            twice.set(i, 1, -3 * y.get(i, 0));
        }
        assertThat(new Krylov(k, twice).size()).as("a direction that repeats").isEqualTo(1);
        assertThat(new Krylov(Matrix.identity(12), y).closed()).isTrue();
    }

    /** The largest part of a row that is not in the span of orthonormal rows v. */
    private static double outside(Matrix v, Matrix rows) {
        LinearAlgebra algebra = LinearAlgebra.best();
        Matrix along = algebra.multiply(algebra.multiplyTransposeB(rows, v), v);
        return rows.plus(-1, along).maxAbs();
    }

    @Test
    void samplesHaveNoRepetitionAndReachEverything() {
        int[] count = new int[6];
        for (int seed = 0; seed < 300; seed++) {
            int[] sample = Landmarks.sample(6, 3, new Random(seed));
            assertThat(sample).hasSize(3).doesNotHaveDuplicates();
            for (int i : sample) {
                count[i]++;
            }
        }
        assertThat(Arrays.stream(count).boxed()).allSatisfy(c -> assertThat(c).isBetween(115, 185));
        assertThat(Landmarks.sample(5, 5, new Random(1))).containsExactlyInAnyOrder(0, 1, 2, 3, 4);
    }

    /** Frequencies of a Gaussian kernel of width 2 have deviation 1/2; cosines of differences average to the kernel. */
    @Test
    void frequenciesFollowTheSpectralDensity() {
        Inputs x = DenseInputs.of(Matrix.of(new double[] {0, 0}, new double[] {0.8, -0.3}));
        for (Kernel kernel : List.of(new Gaussian(2), Kernels.laplace(2))) {
            Matrix omega = Frequencies.draw(kernel, x, 40_000, 7);
            assertThat(omega.rows()).isEqualTo(2);
            double mean = 0;
            for (int k = 0; k < omega.cols(); k++) {
                mean += Math.cos(0.8 * omega.get(0, k) - 0.3 * omega.get(1, k)) / omega.cols();
            }
            assertThat(mean).isCloseTo(kernel.gram(x).get(0, 1), within(0.01));
        }
        assertThatThrownBy(() -> Frequencies.draw(new Linear(), x, 4, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("random Fourier features need kernel gaussian or laplace, got 'linear'; use landmarks");
    }

    /** 1/sqrt(m) 2^-52 (4 + (d + 2) longest input x longest frequency). */
    @Test
    void theErrorOfFourierFeaturesGrowsWithTheirAngles() {
        Matrix omega = Matrix.of(new double[] {3, 0, 1, 0}, new double[] {4, 1, 0, 2});
        Matrix x = Matrix.of(new double[] {1, 0}, new double[] {5, 12});
        double expected = 0.5 * 0x1p-52 * (4 + 4 * 13 * 5);
        KernelMap.Fourier map = new KernelMap.Fourier(omega);
        assertThat(map.error(DenseInputs.of(x))).isCloseTo(expected, within(1e-6 * expected));
        assertThat(map.error(new SparseInputs(sparse(x), Names.numbered("x", 2))))
                .isCloseTo(expected, within(1e-6 * expected));
        assertThat(map.coefficients(Matrix.of(new double[] {1, 2, 3})).rows()).isEqualTo(3);
    }

    /** phi(x)'phi(z) = k(x, z) on landmarks; coefficients give the same predictions; spanned landmarks are left out. */
    @Test
    void landmarksReproduceTheKernelOnThemselves() {
        Random random = new Random(10);
        Matrix x = random(random, 10, 2);
        for (int j = 0; j < 2; j++) {
            x.set(9, j, x.get(0, j)); // twice the same
        }
        Inputs inputs = DenseInputs.of(x);
        Kernel kernel = new Gaussian(1.5);
        LinearAlgebra algebra = LinearAlgebra.best();
        for (String kind : List.of("landmarks:10", "uniform:10", "leverage:10")) {
            KernelMap map = KernelMap.of(inputs, kernel, Approximation.parse(kind), 3);
            Matrix phi = map.features(inputs);
            assertThat(phi.cols()).isBetween(6, 9);
            assertThat(algebra.multiplyTransposeB(phi, phi)
                            .plus(-1, kernel.gram(inputs))
                            .maxAbs())
                    .isLessThan(1e-4);
            Matrix wt = random(random, 2, phi.cols());
            Matrix byFeatures = algebra.multiplyTransposeB(phi, wt);
            Matrix byValues = algebra.multiply(map.values(inputs), map.coefficients(wt));
            assertThat(byFeatures.plus(-1, byValues).maxAbs()).isLessThan(1e-6);
            Basis basis = map.basis(inputs);
            assertThat(basis.map()).contains(map);
            assertThat(basis.decoder()
                            .apply(wt)
                            .coefficients()
                            .plus(-1, map.coefficients(wt))
                            .maxAbs())
                    .isZero();
            assertThat(basis.decoder().apply(wt).offset()).containsExactly(0, 0);
        }
        KernelMap few = KernelMap.of(inputs, kernel, Approximation.parse("landmarks:4"), 3);
        int[] chosen = ((KernelMap.Nystrom) few).chosen();
        assertThat(chosen).hasSize(4).isSorted().doesNotHaveDuplicates();
        assertThat(((KernelMap.Fourier) KernelMap.of(inputs, kernel, Approximation.parse("fourier:5"), 3))
                        .frequencies()
                        .cols())
                .isEqualTo(3);
    }

    /** Pivots take the inputs that the others explain least: of two clusters, one each before a second of the first. */
    @Test
    void pivotsSpreadOverTheInputs() {
        Matrix x = Matrix.of(
                new double[] {0}, new double[] {0.01}, new double[] {0.02}, new double[] {9}, new double[] {9.01});
        int[] chosen = Landmarks.choose(DenseInputs.of(x), new Gaussian(1), Approximation.parse("landmarks:2"), 1);
        assertThat(chosen[0]).isLessThan(3);
        assertThat(chosen[1]).isGreaterThanOrEqualTo(3);
        int both = 0;
        for (int seed = 0; seed < 40; seed++) {
            int[] drawn = Landmarks.choose(DenseInputs.of(x), new Gaussian(1), Approximation.parse("leverage:2"), seed);
            both += drawn[0] < 3 && drawn[1] >= 3 ? 1 : 0;
        }
        assertThat(both).as("leverage, unless the first two are of one cluster").isGreaterThan(20);
    }
}
