package dev.kith.mixed;

import dev.kith.data.Standardizer;
import dev.kith.linalg.Cholesky;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.model.LinearModel;
import dev.kith.model.ModelInfo;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What was found, in the user's units. A column (x - mean) / scale with coefficient c is the slope c / scale and -c mean / scale of the intercept: matrix
 * {@code back}, (1 + d) x p.
 */
final class Estimate {
    private final Design design;
    private final int[] columns;
    private final double[] beta;
    private final double variance;
    private final Cholesky precision;
    private final Matrix back;

    /**
     * What varies by the levels of one grouping.
     *
     * @param positions among the columns
     * @param d its covariance for residuals of variance 1
     * @param squares the sum of the levels' Z'Z
     * @param own what each level has, q x levels
     */
    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    record Varying(int[] positions, Matrix d, Matrix squares, Matrix own) {}

    /**
     * The common effects.
     *
     * @param precision of beta for residuals of variance 1, factored
     */
    Estimate(Design design, int[] columns, double[] beta, double variance, Cholesky precision) {
        this.design = design;
        this.columns = columns;
        this.beta = beta;
        this.variance = variance;
        this.precision = precision;
        this.back = back();
    }

    /** Of tasks alone, in which the first columns vary. */
    static LinearModel model(Design design, int[] columns, Reml reml, Reml.Point point, ModelInfo info) {
        Estimate estimate = new Estimate(design, columns, point.beta(), point.variance(), point.fixed());
        int[] first = IntStream.range(0, reml.factors().q).toArray();
        return estimate.model(
                info,
                new Varying(first, Factor.product(point.lambda()), reml.factors().squares, reml.ownEffects(point)));
    }

    private Matrix back() {
        Matrix units = Matrix.zeros(1 + design.features(), columns.length);
        for (int c = 0; c < columns.length; c++) {
            if (columns[c] == 0) {
                units.set(0, c, 1);
            } else {
                int j = columns[c] - 1;
                double scale = design.scaling.featureScale().get(0, j);
                units.set(1 + j, c, 1 / scale);
                units.set(0, c, -design.scaling.featureMean().get(0, j) / scale);
            }
        }
        return units;
    }

    /** The model of the tasks, whose own effects these are. */
    LinearModel model(ModelInfo info, Varying tasks) {
        Matrix fixed = fixed();
        Matrix own = LinearAlgebra.best().multiply(back(tasks), tasks.own);
        int d = design.features();
        Matrix weights = Matrix.zeros(d, design.tasks());
        Matrix intercept = Matrix.zeros(1, design.tasks());
        Standardizer scaling = design.scaling;
        for (int t = 0; t < design.tasks(); t++) {
            double scale = scaling.labelScale().get(0, t);
            for (int j = 0; j < d; j++) {
                weights.set(j, t, scale * (fixed.get(0, 1 + j) + own.get(1 + j, t)));
            }
            intercept.set(0, t, scaling.labelMean().get(0, t) + scale * (fixed.get(0, 0) + own.get(0, t)));
        }
        return new LinearModel(
                info, weights, intercept, Optional.empty(), Optional.of(scaling), Optional.of(effects(fixed, tasks)));
    }

    /** Common effects for scaled labels and the user's features, 1 x (1 + d). */
    private Matrix fixed() {
        Matrix fixed = Matrix.zeros(1, 1 + design.features());
        for (int c = 0; c < columns.length; c++) {
            double coefficient = beta[c] + design.pooled(columns[c]);
            for (int i = 0; i < fixed.cols(); i++) {
                fixed.add(0, i, coefficient * back.get(i, c));
            }
        }
        return fixed;
    }

    /** The columns of {@code back} that vary. */
    private Matrix back(Varying varying) {
        Matrix chosen = Matrix.zeros(back.rows(), varying.positions.length);
        for (int i = 0; i < chosen.rows(); i++) {
            for (int c = 0; c < chosen.cols(); c++) {
                chosen.set(i, c, back.get(i, varying.positions[c]));
            }
        }
        return chosen;
    }

    private LinearModel.Effects effects(Matrix fixed, Varying tasks) {
        double unit = design.unit();
        Matrix scaled = fixed.scale(unit);
        scaled.add(0, 0, design.zero());
        Matrix errors = Matrix.zeros(1, fixed.cols());
        Matrix half = precision.solve(back.transpose());
        for (int i = 0; i < fixed.cols(); i++) {
            double squared = 0;
            for (int c = 0; c < columns.length; c++) {
                squared += back.get(i, c) * half.get(c, i);
            }
            errors.set(0, i, unit * Math.sqrt(Math.max(0, squared * variance)));
        }
        return new LinearModel.Effects(scaled, errors, numbers(tasks), covariance(tasks), residual(), between(tasks));
    }

    private double residual() {
        return design.unit() * design.unit() * variance;
    }

    /** The variance of what varies, on average over the rows. */
    double between(Varying varying) {
        return residual() * Math.max(0, varying.d.dot(varying.squares)) / design.weight;
    }

    /** What varies, as {@link LinearModel.Effects} has it: 0 for the intercept, 1 + j for feature j. */
    List<Integer> numbers(Varying varying) {
        return Arrays.stream(varying.positions).mapToObj(c -> columns[c]).toList();
    }

    /** The covariance of the user's intercept and slopes. */
    Matrix covariance(Varying varying) {
        LinearAlgebra algebra = LinearAlgebra.best();
        Matrix turn = turn(varying);
        return algebra.multiply(turn, algebra.multiplyTransposeB(varying.d, turn))
                .symmetrized()
                .scale(residual());
    }

    /** What each level has of its own in the user's units, in the order of {@link #numbers}. */
    Matrix own(Varying varying) {
        return LinearAlgebra.best().multiply(turn(varying), varying.own).scale(design.unit());
    }

    private Matrix turn(Varying varying) {
        int q = varying.positions.length;
        Matrix turn = Matrix.zeros(q, q);
        for (int a = 0; a < q; a++) {
            for (int c = 0; c < q; c++) {
                turn.set(a, c, back.get(columns[varying.positions[a]], varying.positions[c]));
            }
        }
        return turn;
    }
}
