package dev.kith.adapt;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import java.util.Arrays;

/**
 * Learns a new task from its rows, predictor and place together:
 *
 * <pre>  min over b, v, c, s of  sum_i w_i loss(y_i, b + f_c(x_i) + v(x_i)) + lambda ||v||^2 / s + G(c, s)  </pre>
 *
 * with f_c the combination c of trained tasks. The squared loss is one step; other smooth losses are a few, each with the
 * loss replaced by a parabola: Newton's, or where that does not descend one that lies above the loss.
 */
record Joiner(Place place, Loss loss) {
    private static final int MOST_STEPS = 500;
    private static final double PRECISE = 1e-10;
    /** Parabolas are bent at least so much. */
    private static final double FLAT = 1e-12;
    /** A mean of counts is taken to be so much at least, where a first step begins. */
    private static final double LEAST_MEAN = 1e-3;
    /** Slopes below this share of the labels count as rounding. */
    private static final double ROUNDING = 1e-6;

    Joined join(NewRows rows) {
        double[] w = rows.objectiveWeights();
        Step step = loss.quadratic() ? step(rows, rows.y(), w) : descend(rows, w);
        double residual = Math.max(step.found.residual(), violation(rows, w, step));
        return new Joined(step.found.g(), step.found.s(), step.beta, step.b, residual);
    }

    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    private record Step(Place.Found found, double[] beta, double b, double[] z) {}

    /** Minimises with the loss w (target - z)^2. */
    private Step step(NewRows rows, double[] target, double[] w) {
        Rotation rotation = Rotation.of(rows, w);
        Matrix h = rotation.apply(rows.values());
        double[] t =
                rotation.apply(Arrays.stream(target).map(y -> y - rows.offset()).toArray());
        Place.Found found = place.find(rotation, h, t);
        double[] beta = rotation.coefficients(Place.own(rotation, h, t, found, place.lambda()));
        double[] z = rows.predict(new Joined(found.g(), found.s(), beta, 0, 0));
        double b = rows.intercept() ? meanDifference(target, z, w) : 0;
        Arrays.setAll(z, i -> z[i] + b);
        return new Step(found, beta, b, z);
    }

    private static double meanDifference(double[] target, double[] z, double[] w) {
        double sum = 0;
        double total = 0;
        for (int i = 0; i < w.length; i++) {
            sum += w[i] * (target[i] - z[i]);
            total += w[i];
        }
        return total > 0 ? sum / total : 0;
    }

    private Step descend(NewRows rows, double[] w) {
        Step now = first(rows, w);
        double value = objective(rows, w, now);
        for (int k = 0; k < MOST_STEPS; k++) {
            Step next = parabola(rows, w, now.z, true);
            double then = objective(rows, w, next);
            if (!(then < value)) {
                next = parabola(rows, w, now.z, false);
                then = objective(rows, w, next);
            }
            double moved = distance(next.z, now.z);
            if (!(then <= value)) {
                return now;
            }
            now = next;
            value = then;
            if (moved <= PRECISE * (1 + Matrix.of(now.z).maxAbs())) {
                break;
            }
        }
        return now;
    }

    /** By the labels, or where those are no values of the function (counts) from the constant of their mean. */
    private Step first(NewRows rows, double[] w) {
        if (loss.scalable() || loss.classification()) {
            return step(rows, rows.y(), w);
        }
        double mean = Arrays.stream(rows.y()).average().orElse(1);
        double[] constant = new double[w.length];
        Arrays.fill(constant, loss.score(Math.max(mean, LEAST_MEAN)));
        return parabola(rows, w, constant, true);
    }

    /** The step with the parabola through the loss at z: of its own curvature, or of one that keeps it above the loss. */
    private Step parabola(NewRows rows, double[] w, double[] z, boolean newton) {
        double[] weight = new double[z.length];
        double[] target = new double[z.length];
        for (int i = 0; i < z.length; i++) {
            double y = rows.y()[i];
            double slope = loss.slope(y, z[i]);
            double curvature = newton ? Math.max(loss.bend(y, z[i]), FLAT) : loss.majorant(y, z[i]);
            weight[i] = w[i] * curvature / 2;
            target[i] = z[i] - slope / curvature;
        }
        return step(rows, target, weight);
    }

    private double objective(NewRows rows, double[] w, Step step) {
        double sum = step.found.cost();
        for (int i = 0; i < w.length; i++) {
            sum += w[i] * loss.value(rows.y()[i], step.z[i]);
        }
        double norm = Matrix.wrap(w.length, 1, step.beta).dot(rows.own(step.beta));
        return step.found.s() > 0 ? sum + place.lambda() * norm / step.found.s() : sum;
    }

    private static double distance(double[] a, double[] b) {
        double most = 0;
        for (int i = 0; i < a.length; i++) {
            most = Math.max(most, Math.abs(a[i] - b[i]));
        }
        return most;
    }

    /** How far the own part and the intercept are from optimal, relative to what the loss asks of a constant predictor. */
    private double violation(NewRows rows, double[] w, Step step) {
        double[] slopes = slopes(rows, w, step.z);
        double[] uneven = slopes.clone();
        for (int i = 0; i < w.length; i++) {
            uneven[i] += step.found.s() > 0 ? 2 * place.lambda() * step.beta[i] / step.found.s() : 0;
        }
        double[] constant = new double[w.length];
        Arrays.fill(constant, step.b + rows.offset());
        double[] first = slopes(rows, w, constant);
        double asked = side(rows, first);
        double own = step.found.s() > 0 && asked > 0 ? side(rows, uneven) / asked : 0;
        // A single label is met exactly by its intercept: what is left then is rounding, and no share of itself.
        double size = Arrays.stream(first).map(Math::abs).sum();
        for (int i = 0; i < w.length; i++) {
            size += ROUNDING * w[i] * (Math.abs(rows.y()[i]) + Math.abs(step.z[i]));
        }
        double middle =
                rows.intercept() && size > 0 ? Math.abs(Arrays.stream(slopes).sum()) / size : 0;
        return Math.max(own, middle);
    }

    private double[] slopes(NewRows rows, double[] w, double[] z) {
        double[] slopes = new double[w.length];
        Arrays.setAll(slopes, i -> w[i] * loss.slope(rows.y()[i], z[i]));
        return slopes;
    }

    /** The size of sum_i u_i phi(x_i), up to the geometry of the kernel. */
    private static double side(NewRows rows, double[] u) {
        return LinearAlgebra.best()
                .multiplyTransposeA(rows.side(), Matrix.wrap(u.length, 1, u))
                .frobeniusNorm();
    }
}
