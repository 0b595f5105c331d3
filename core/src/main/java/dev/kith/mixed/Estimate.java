package dev.kith.mixed;

import dev.kith.data.Standardizer;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.model.LinearModel;
import dev.kith.model.ModelInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What was found, in the user's units. A column (x - mean) / scale with coefficient c is the slope c / scale and -c mean / scale of the intercept: matrix
 * {@code back}, (1 + d) x p.
 */
final class Estimate {
    private final Design design;
    private final int[] columns;
    private final Reml reml;
    private final Reml.Point point;
    private final Matrix back;

    Estimate(Design design, int[] columns, Reml reml, Reml.Point point) {
        this.design = design;
        this.columns = columns;
        this.reml = reml;
        this.point = point;
        this.back = back();
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

    LinearModel model(ModelInfo info) {
        Matrix fixed = fixed();
        Matrix own = LinearAlgebra.best().multiply(firstColumns(), reml.ownEffects(point));
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
                info, weights, intercept, Optional.empty(), Optional.of(scaling), Optional.of(effects(fixed)));
    }

    /** Common effects for scaled labels and the user's features, 1 x (1 + d). */
    private Matrix fixed() {
        Matrix fixed = Matrix.zeros(1, 1 + design.features());
        for (int c = 0; c < columns.length; c++) {
            double coefficient = point.beta()[c] + design.pooled(columns[c]);
            for (int i = 0; i < fixed.cols(); i++) {
                fixed.add(0, i, coefficient * back.get(i, c));
            }
        }
        return fixed;
    }

    /** The columns of {@code back} that vary by task. */
    private Matrix firstColumns() {
        Matrix first = Matrix.zeros(back.rows(), reml.factors().q);
        for (int i = 0; i < first.rows(); i++) {
            for (int c = 0; c < first.cols(); c++) {
                first.set(i, c, back.get(i, c));
            }
        }
        return first;
    }

    private LinearModel.Effects effects(Matrix fixed) {
        LinearAlgebra algebra = LinearAlgebra.best();
        double unit = design.unit();
        Matrix scaled = fixed.scale(unit);
        scaled.add(0, 0, design.zero());
        Matrix errors = Matrix.zeros(1, fixed.cols());
        Matrix half = point.fixed().solve(back.transpose());
        for (int i = 0; i < fixed.cols(); i++) {
            double variance = 0;
            for (int c = 0; c < columns.length; c++) {
                variance += back.get(i, c) * half.get(c, i);
            }
            errors.set(0, i, unit * Math.sqrt(Math.max(0, variance * point.variance())));
        }
        double residual = unit * unit * point.variance();
        Matrix d = Factor.product(point.lambda());
        double between = residual * Math.max(0, d.dot(reml.factors().squares)) / design.weight;
        return new LinearModel.Effects(
                scaled, errors, varying(), covariance(algebra, d).scale(residual), residual, between);
    }

    private List<Integer> varying() {
        List<Integer> varying = new ArrayList<>();
        for (int c = 0; c < reml.factors().q; c++) {
            varying.add(columns[c]);
        }
        return varying;
    }

    /** The covariance of the user's intercept and slopes, for residuals of variance 1. */
    private Matrix covariance(LinearAlgebra algebra, Matrix d) {
        int q = reml.factors().q;
        Matrix turn = Matrix.zeros(q, q);
        for (int a = 0; a < q; a++) {
            for (int c = 0; c < q; c++) {
                turn.set(a, c, back.get(columns[a], c));
            }
        }
        return algebra.multiply(turn, algebra.multiplyTransposeB(d, turn)).symmetrized();
    }
}
