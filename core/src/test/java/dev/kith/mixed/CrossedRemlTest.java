package dev.kith.mixed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.MixedInputs;
import dev.kith.data.Names;
import dev.kith.data.StringInputs;
import dev.kith.linalg.Cholesky;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.model.Training;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The criterion from the sparse factor is that of the whole N x N covariance, and its gradient is its gradient; where D is singular, too. */
class CrossedRemlTest {
    private static final int ROWS = 40;
    private static final int[] LEVELS = {7, 5, 3};

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void theCriterionIsThatOfTheWholeCovariance(long seed) {
        Random random = new Random(seed);
        CrossedFactors factors = factors(random);
        List<Matrix> lambda = lambda(random, 2);
        double found = new CrossedReml(factors).at(lambda).value();
        assertThat(found).isCloseTo(dense(factors, lambda), within(1e-9 * Math.abs(found)));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void theGradientIsThatOfTheCriterion(long seed) {
        Random random = new Random(seed);
        CrossedFactors factors = factors(random);
        CrossedReml reml = new CrossedReml(factors);
        List<Matrix> lambda = lambda(random, seed % 2 == 0 ? 1 : 2);
        CrossedReml.Point point = reml.at(lambda);
        double h = 1e-5;
        for (int g = 0; g < lambda.size(); g++) {
            for (int i = 0; i < lambda.get(g).rows(); i++) {
                for (int j = 0; j < lambda.get(g).cols(); j++) {
                    double difference =
                            (dense(factors, moved(lambda, g, i, j, h)) - dense(factors, moved(lambda, g, i, j, -h)))
                                    / (2 * h);
                    assertThat(2 * point.slopes().get(g).get(i, j))
                            .isCloseTo(difference, within(1e-6 * (1 + Math.abs(difference))));
                }
            }
        }
    }

    private static List<Matrix> moved(List<Matrix> lambda, int g, int i, int j, double by) {
        List<Matrix> moved = new ArrayList<>(lambda);
        Matrix own = lambda.get(g).copy();
        own.add(i, j, by);
        moved.set(g, own);
        return moved;
    }

    /** Tasks and the second grouping vary in intercept and slope, the third in its intercept. */
    private static List<Matrix> lambda(Random random, int rank) {
        return List.of(gaussians(random, 2, rank), gaussians(random, 2, 2), gaussians(random, 1, 1));
    }

    /** log det V + log det F'V^-1F + (N - p)(1 + log(2 pi s)) with V as it is written. */
    private static double dense(CrossedFactors factors, List<Matrix> lambda) {
        int p = factors.columns.length;
        Matrix f = Matrix.zeros(ROWS, p);
        Matrix y = Matrix.zeros(ROWS, 1);
        Matrix z = Matrix.zeros(ROWS, factors.variables());
        for (int i = 0; i < ROWS; i++) {
            double root = Math.sqrt(factors.design.weight(i));
            for (int c = 0; c < p; c++) {
                f.set(i, c, root * factors.entry(i, c));
            }
            y.set(i, 0, root * factors.entry(i, p));
            for (int g = 0; g < lambda.size(); g++) {
                for (int a = 0; a < lambda.get(g).rows(); a++) {
                    for (int b = 0; b < lambda.get(g).cols(); b++) {
                        z.add(
                                i,
                                factors.at(g, factors.groupings.level()[g][i], b),
                                root
                                        * factors.entry(i, factors.varying[g][a])
                                        * lambda.get(g).get(a, b));
                    }
                }
            }
        }
        LinearAlgebra algebra = LinearAlgebra.pureJava();
        Cholesky v = algebra.cholesky(algebra.multiplyTransposeB(z, z).plusDiagonal(1));
        Cholesky s = algebra.cholesky(algebra.multiplyTransposeA(f, v.solve(f)));
        Matrix beta = s.solve(algebra.multiplyTransposeA(f, v.solve(y)));
        Matrix e = y.plus(-1, algebra.multiply(f, beta));
        double squares = algebra.multiplyTransposeA(e, v.solve(e)).get(0, 0);
        double free = factors.design.weight - p;
        return v.logDet() + s.logDet() + free * (1 + Math.log(2 * Math.PI * squares / free));
    }

    private static CrossedFactors factors(Random random) {
        Matrix x = gaussians(random, ROWS, 2);
        int[][] level = new int[3][ROWS];
        double[] labels = new double[ROWS];
        double[] weights = new double[ROWS];
        for (int i = 0; i < ROWS; i++) {
            for (int g = 0; g < 3; g++) {
                level[g][i] = random.nextInt(LEVELS[g]);
            }
            labels[i] = level[0][i] - level[1][i] * x.get(i, 0) + random.nextGaussian();
            weights[i] = 1 + random.nextInt(2);
        }
        MixedInputs inputs = new MixedInputs(DenseInputs.of(x), List.of(texts("b", level[1]), texts("c", level[2])));
        Dataset data = Dataset.of(inputs, Names.numbered("t", LEVELS[0]), null, level[0], labels, weights, null);
        Design design = Design.of(data.withInputs(inputs.numbers()), Training.defaults(), true);
        int[] columns = design.columns(List.of(1));
        return new CrossedFactors(
                design, Groupings.of(data, inputs, design), columns, new int[][] {{0, 1}, {0, 1}, {0}});
    }

    private static StringInputs texts(String name, int[] level) {
        return new StringInputs(IntStream.of(level).mapToObj(l -> name + l).toList(), name);
    }

    private static Matrix gaussians(Random random, int rows, int cols) {
        return Matrix.zeros(rows, cols).map(v -> random.nextGaussian());
    }
}
