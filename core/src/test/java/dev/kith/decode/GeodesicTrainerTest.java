package dev.kith.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.constraint.ConstraintSet;
import dev.kith.constraint.ConstraintSets;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.file.ModelFile;
import dev.kith.kernel.Gaussian;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.model.ConstrainedModel;
import dev.kith.model.Training;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Outputs on curved sets, learned with squared geodesic distances. */
class GeodesicTrainerTest {
    private static final double LAMBDA = 1e-3;

    @TempDir
    private Path folder;

    private static Training plain() {
        return Training.defaults().withScaling(false, TargetScale.NONE);
    }

    private static Dataset data(Matrix x, double[][] labels) {
        return Dataset.ofWide(DenseInputs.of(x), Names.numbered("y", labels[0].length), Matrix.of(labels));
    }

    private static Matrix line(int n, double from, double to) {
        Matrix x = Matrix.zeros(n, 1);
        for (int i = 0; i < n; i++) {
            x.set(i, 0, from + (to - from) * i / (n - 1));
        }
        return x;
    }

    private static double[][] circle(Matrix x, double noise) {
        Random random = new Random(2);
        double[][] labels = new double[x.rows()][];
        for (int i = 0; i < labels.length; i++) {
            double a = x.get(i, 0) + noise * random.nextGaussian();
            labels[i] = new double[] {Math.cos(a), Math.sin(a)};
        }
        return labels;
    }

    /** The formula written out: alpha(x) by a linear system, then every angle of a fine grid. */
    @Test
    void isTheBestAngleUnderTheScores() {
        Matrix x = line(25, -3, 9);
        double[][] labels = circle(x, 0.2);
        ConstraintSet set = ConstraintSets.sphere(2, 1);
        ConstrainedModel model = new GeodesicTrainer(new Gaussian(0.8), LAMBDA, set, plain())
                .train(data(x, labels))
                .model();
        Matrix queries = line(40, -4, 10);
        ConstrainedModel.Decoded decoded = model.decode(new DenseInputs(queries, Names.numbered("x", 1)));
        Matrix gram = Matrix.zeros(25, 25);
        for (int i = 0; i < 25; i++) {
            for (int j = 0; j < 25; j++) {
                gram.set(i, j, kernel(x.get(i, 0), x.get(j, 0)) + (i == j ? 25 * LAMBDA : 0));
            }
        }
        for (int q = 0; q < 40; q++) {
            Matrix k = Matrix.zeros(25, 1);
            for (int i = 0; i < 25; i++) {
                k.set(i, 0, kernel(queries.get(q, 0), x.get(i, 0)));
            }
            double[] alpha = LinearAlgebra.best().cholesky(gram).solve(k).column(0);
            double reached = cost(
                    labels,
                    alpha,
                    Math.atan2(decoded.values().get(q, 1), decoded.values().get(q, 0)));
            double best = Double.POSITIVE_INFINITY;
            double worst = Double.NEGATIVE_INFINITY;
            for (int g = 0; g < 20_000; g++) {
                double value = cost(labels, alpha, 2 * Math.PI * g / 20_000);
                best = Math.min(best, value);
                worst = Math.max(worst, value);
            }
            assertThat(decoded.unproven().get(q, 0)).isZero();
            assertThat(reached).as("query %d", q).isLessThanOrEqualTo(best + 2e-6 * (worst - best));
            assertThat(Math.hypot(decoded.values().get(q, 0), decoded.values().get(q, 1)))
                    .isBetween(1 - 1e-12, 1 + 1e-12);
        }
    }

    private static double kernel(double a, double b) {
        return Math.exp(-(a - b) * (a - b) / (2 * 0.8 * 0.8));
    }

    private static double cost(double[][] labels, double[] alpha, double angle) {
        double sum = 0;
        for (int j = 0; j < alpha.length; j++) {
            double apart = Math.abs(Math.IEEEremainder(angle - Math.atan2(labels[j][1], labels[j][0]), 2 * Math.PI));
            sum += alpha[j] * apart * apart;
        }
        return sum;
    }

    @Test
    void learnsRotationsOfSpace() {
        Matrix x = line(40, -2, 2);
        double[][] labels = new double[40][];
        for (int i = 0; i < 40; i++) {
            labels[i] = rotation(x.get(i, 0));
        }
        ConstraintSet set = ConstraintSets.rotations(3);
        ConstrainedModel model = new GeodesicTrainer(new Gaussian(0.5), 1e-4, set, plain())
                .train(data(x, labels))
                .model();
        Matrix queries = line(9, -1.8, 1.8);
        Matrix found = model.predict(new DenseInputs(queries, Names.numbered("x", 1)));
        Matrix scores = model.base().predict(new DenseInputs(queries, Names.numbered("x", 1)));
        for (int q = 0; q < 9; q++) {
            assertThat(set.residual(found.row(q))).isLessThan(1e-12);
            double[] truth = rotation(queries.get(q, 0));
            assertThat(ConstraintSets.geodesicDistance(set, found.row(q), truth))
                    .isLessThan(0.1);
            double[] alpha = scores.row(q);
            assertThat(cost(set, labels, alpha, found.row(q))).isLessThanOrEqualTo(cost(set, labels, alpha, truth));
        }
    }

    private static double cost(ConstraintSet set, double[][] labels, double[] alpha, double[] c) {
        double sum = 0;
        for (int j = 0; j < alpha.length; j++) {
            double d = ConstraintSets.geodesicDistance(set, c, labels[j]);
            sum += alpha[j] * d * d;
        }
        return sum;
    }

    /** About the z axis by 2 a, after about the x axis by a. */
    private static double[] rotation(double a) {
        double c = Math.cos(2 * a);
        double s = Math.sin(2 * a);
        double u = Math.cos(a);
        double v = Math.sin(a);
        return new double[] {c, -s * u, s * v, s, c * u, -c * v, 0, v, u};
    }

    @Test
    void learnsSharesAndSavesThem() throws IOException {
        Matrix x = line(30, -2, 2);
        double[][] labels = new double[30][];
        for (int i = 0; i < 30; i++) {
            labels[i] = shares(x.get(i, 0));
        }
        ConstraintSet set = ConstraintSets.simplex(3, 1);
        ConstrainedModel model = new GeodesicTrainer(new Gaussian(0.7), 1e-4, set)
                .train(data(x, labels))
                .model();
        DenseInputs queries = new DenseInputs(line(15, -2.2, 2.2), Names.numbered("x", 1));
        Matrix found = model.predict(queries);
        for (int q = 2; q < 13; q++) {
            double[] truth = shares(queries.values().get(q, 0));
            assertThat(ConstraintSets.geodesicDistance(set, found.row(q), truth))
                    .isLessThan(0.05);
            assertThat(found.get(q, 0) + found.get(q, 1) + found.get(q, 2)).isBetween(1 - 1e-12, 1 + 1e-12);
            assertThat(Math.min(found.get(q, 0), Math.min(found.get(q, 1), found.get(q, 2))))
                    .isNotNegative();
        }
        Path file = folder.resolve("m.kith");
        ModelFile.write(model, file);
        assertThat(ModelFile.read(file).predict(queries)).isEqualTo(found);
        assertThat(ModelFile.read(file).info()).isEqualTo(model.info());
        assertThat(model.info().loss()).isEqualTo("geodesic");
    }

    private static double[] shares(double a) {
        double[] z = {Math.exp(a), Math.exp(-a), Math.exp(Math.cos(2 * a))};
        double sum = z[0] + z[1] + z[2];
        return new double[] {z[0] / sum, z[1] / sum, z[2] / sum};
    }

    @Test
    void rowsMustBeWholeAndSetsCurved() {
        Matrix x = line(3, 0, 1);
        double[][] labels = {{1, 0}, {0, Double.NaN}, {0, 1}};
        assertThatThrownBy(() ->
                        new GeodesicTrainer(new Gaussian(1), 1, ConstraintSets.sphere(2, 1)).train(data(x, labels)))
                .isInstanceOf(DataException.class)
                .hasMessage(
                        "geodesic distances are of whole output vectors: every row needs all labels, row 1 has none of"
                                + " 'y2'");
        assertThatThrownBy(() -> new GeodesicTrainer(new Gaussian(1), 1, ConstraintSets.box(2, 0, 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("geodesic distances are known of sphere, simplex and rotation, got 'box:0.0:1.0'");
    }
}
