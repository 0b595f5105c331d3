package dev.kith.convex.proof;

import dev.kith.convex.solver.Certificate;
import dev.kith.convex.solver.Scaled;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.NumericalException;
import dev.kith.linalg.Twofold;
import dev.kith.linalg.TwofoldSum;
import dev.kith.loss.Loss;
import dev.kith.numeric.Concurrent;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The certificate of a model as it is saved: its objective, and a value no model can be below,
 *
 * <pre>
 *   P = sum_o w_o loss(y_o, f(x_o)) + R(W)               at the saved weights, from the rows as they were read
 *   D = -sum_o w_o loss*(y_o, -theta_o / w_o) - sup_A { tr(A N)/(4 lambda) - F(A) },   N = Theta'K Theta
 * </pre>
 *
 * both in the units of the fit. P is rounded up and D down by a bound of all rounding errors on the way, so that P - D is no
 * less than what the saved model could be improved by, whatever the solver believed. Any theta will do for D; see {@link
 * DualValue}.
 *
 * @param phi the functions the model is a sum of, on the training rows
 * @param bounds of the penalty
 */
public record Proof(ProofData.Parts parts, Expansion phi, Bounds bounds) {
    /* Sums over observations and features run in twice the precision (Twofold), because there large numbers cancel: with
     * features of mean 1e7 and deviation 1 the sums of a Gram matrix in doubles keep two digits. What has few terms and no
     * cancellation (losses of single observations, the penalty of T x d numbers) is done in doubles with an error bound.
     * Gram matrices of the solver are not used at all. */
    static final double UNITS = 0x1p-50;

    public Proof(ProofData data, Expansion phi, Bounds bounds) {
        this(ProofData.Parts.whole(data), phi, bounds);
    }

    /** (y - f(x)) / scale of every observation, each off by no more than its error. */
    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    private record Residuals(double[] hi, double[] lo, double[] error) {
        Twofold at(int o) {
            return new Twofold(hi[o], lo[o]);
        }

        void set(int o, Twofold value) {
            hi[o] = value.hi();
            lo[o] = value.lo();
        }
    }

    /**
     * What the observations of a part say.
     *
     * @param loss their loss, without what rounding may hide of it
     * @param off that
     * @param atZero what they add to the dual at multipliers of 0
     * @param smallest what they add to the least objective that means anything
     */
    private record Piece(TwofoldSum loss, double off, double atZero, double smallest, DualPart dual) {}

    /**
     * The certificate; intercepts of squared losses are moved to where they are best for the other weights, to the last digit.
     *
     * @param model as saved
     * @param dual the weights whose residuals make the dual point; null for the model's own
     * @param multipliers a dual point that needs no residuals, sorted by task; null where there is none
     */
    public Certificate certify(Scaled.Saved model, Scaled.@Nullable Saved dual, double @Nullable [] multipliers) {
        boolean single = parts.count() == 1;
        Matrix rows = single ? Matrix.zeros(0, 0) : Matrix.zeros(parts.firstTask(parts.count()), phi.width());
        double penalty = single ? penalty(model) : penaltyByPart(model, rows);
        Piece[] pieces = new Piece[parts.count()];
        Matrix half = rows;
        if (single) {
            Made only = piece(0, model, dual, multipliers);
            pieces[0] = only.piece;
            half = only.half;
        } else {
            Concurrent.forEach(pieces.length, k -> {
                Made made = piece(k, model, dual, multipliers);
                pieces[k] = made.piece;
                putRows(rows, parts.firstTask(k), made.half);
            });
        }
        return certificate(Arrays.asList(pieces), penalty, half);
    }

    private static void putRows(Matrix to, int first, Matrix from) {
        System.arraycopy(from.data(), 0, to.data(), first * to.cols(), from.data().length);
    }

    private Certificate certificate(List<Piece> pieces, double penalty, Matrix half) {
        TwofoldSum loss = new TwofoldSum();
        double off = 0;
        double smallest = 0;
        double zero = 0;
        for (Piece piece : pieces) {
            loss.add(piece.loss);
            off += piece.off;
            smallest += piece.smallest;
            zero += piece.atZero;
        }
        double value = loss.value().hi();
        double rounding = UNITS * pieces.size();
        double primal = value + off * (1 + rounding) + loss.error() + UNITS * Math.abs(value) + penalty;
        if (!(primal < Double.POSITIVE_INFINITY)) {
            throw new NumericalException("the objective of the fitted model must be a finite number, got " + primal
                    + "; try a larger lambda, or standardised features and labels");
        }
        List<DualPart> duals = pieces.stream().map(Piece::dual).toList();
        double lower = DualValue.below(duals, half, phi.reach(), bounds);
        double trivial = zero
                - (pieces.size() == 1 ? 0 : rounding * Math.abs(zero))
                - bounds.dualAbove(Matrix.zeros(half.rows(), 1), 0).sup();
        Certificate certificate = new Certificate(primal, lower > trivial ? lower : trivial, smallest);
        if (certificate.dual() > certificate.primal()) {
            throw new NumericalException("the lower bound " + certificate.dual() + " lies above the objective "
                    + certificate.primal() + " it bounds: a mistake in the certificate, please report it");
        }
        return certificate;
    }

    /** A piece, and its rows of the dual. */
    private record Made(Piece piece, Matrix half) {}

    private Made piece(int k, Scaled.Saved model, Scaled.@Nullable Saved dual, double @Nullable [] multipliers) {
        ProofData data = parts.part(k);
        Expansion.Coefficients own = coefficients(k, model);
        Residuals residuals = residuals(data, own);
        for (int g = 0; g < data.groups() && data.intercept; g++) {
            settle(data, g, own, residuals);
        }
        System.arraycopy(own.intercept(), 0, model.intercept().data(), parts.firstTask(k), own.intercept().length);
        double[] theta = multipliers != null
                ? Arrays.copyOfRange(multipliers, parts.firstObservation(k), parts.firstObservation(k + 1))
                : slopes(data, dual == null ? residuals : residuals(data, coefficients(k, dual)));
        DualPart.Made made = DualPart.of(data, phi, theta);
        TwofoldSum loss = new TwofoldSum();
        double off = addLoss(loss, data, residuals) + collapsed(data, own, residuals);
        return new Made(new Piece(loss, off, DualValue.atZero(data), data.smallest(), made.part()), made.half());
    }

    private Expansion.Coefficients coefficients(int k, Scaled.Saved model) {
        return Expansion.Coefficients.of(
                model.coefficients(), model.intercept().data(), parts.firstTask(k), parts.firstTask(k + 1));
    }

    private Residuals residuals(ProofData data, Expansion.Coefficients model) {
        Residuals all = new Residuals(new double[data.size()], new double[data.size()], new double[data.size()]);
        phi.predictInto(all.hi, all.lo, all.error, data, model);
        for (int o = 0; o < all.hi.length; o++) {
            if (phi.plain()) {
                all.hi[o] = (data.seen.y[o] - all.hi[o]) / data.scale(o);
            } else {
                all.set(o, Twofold.of(data.seen.y[o]).minus(all.at(o)).dividedBy(data.scale(o)));
            }
            double rounding = phi.plain() ? UNITS : Twofold.ROUNDING;
            all.error[o] = all.error[o] / data.scale(o) + Math.abs(all.hi[o]) * rounding;
        }
        return all;
    }

    /** An intercept of the squared loss is best at the mean residual: adds what that is still away from 0. */
    private static void settle(ProofData data, int group, Expansion.Coefficients model, Residuals residual) {
        TwofoldSum sum = new TwofoldSum();
        TwofoldSum weight = new TwofoldSum();
        for (int o = data.start(group); o < data.end(group); o++) {
            if (!data.loss(o).quadratic()) {
                return;
            }
            sum.add(residual.at(o).times(data.weight(o)));
            weight.add(data.weight(o));
        }
        if (!(weight.value().hi() > 0)) {
            return;
        }
        Twofold mean = sum.value().dividedBy(weight.value());
        int first = data.pooled ? 0 : group;
        double[] before = java.util.Arrays.copyOfRange(
                model.intercept(), first, data.pooled ? model.intercept().length : group + 1);
        for (int k = 0; k < before.length; k++) {
            model.intercept()[first + k] =
                    mean.times(data.labelScale[first + k]).plus(before[k]).hi();
        }
        for (int o = data.start(group); o < data.end(group); o++) {
            int t = data.task[o];
            Twofold moved =
                    Twofold.sum(model.intercept()[t], -before[t - first]).dividedBy(data.scale(o));
            residual.set(o, residual.at(o).minus(moved));
        }
    }

    /** Adds the loss, and returns how much more it may be; weights are right to a unit in the last place themselves. */
    private double addLoss(TwofoldSum sum, ProofData data, Residuals residual) {
        if (data.joint() != null) {
            return addJointLoss(sum, data.joint(), data, residual);
        }
        double off = 0;
        for (int o = 0; o < data.size(); o++) {
            double w = data.weight(o);
            double error = residual.error[o];
            Loss loss = data.loss(o);
            if (loss.quadratic()) {
                Twofold r = residual.at(o);
                sum.add(r.times(r).times(w));
                off += w * error * (2 * Math.abs(r.hi()) * (1 + UNITS) + error);
            } else {
                double y = data.label(o);
                double z = prediction(y, residual.at(o));
                double reach = error + data.labelError(o) * Math.abs(y) + UNITS * Math.abs(z);
                double slope = slope(loss, y, z, reach);
                double value = loss.value(y, z);
                sum.add(w * value);
                off += w * (slope * reach + 8 * UNITS * value);
            }
        }
        return off;
    }

    private static double addJointLoss(TwofoldSum sum, JointValues values, ProofData data, Residuals residual) {
        double[] z = new double[data.size()];
        double[] reach = new double[data.size()];
        for (int o = 0; o < z.length; o++) {
            z[o] = prediction(data.label(o), residual.at(o));
            reach[o] = residual.error[o] + UNITS * Math.abs(z[o]);
        }
        return values.addTo(sum, z, reach);
    }

    /** No chord around z is steeper. Where sums are doubles, errors are small: the steepest slope of all will do. */
    private double slope(Loss loss, double y, double z, double reach) {
        double steepest = phi.plain() && loss.smooth() ? Math.max(-loss.lowestDual(y), loss.highestDual(y)) : 0;
        return steepest > 0 && steepest < Double.POSITIVE_INFINITY
                ? steepest
                : Math.max(Math.abs(loss.slope(y, z - reach)), Math.abs(loss.slope(y, z + reach)));
    }

    /** What the loss on the rows may be above that on the few that stand for them. */
    private static double collapsed(ProofData data, Expansion.Coefficients model, Residuals residual) {
        CollapseError error = data.collapse();
        if (error == null) {
            return 0;
        }
        double[] values = new double[data.seen.tasks];
        for (int o = 0; o < data.size(); o++) {
            double r = Math.abs(residual.hi[o]) + residual.error[o];
            values[data.task[o]] += data.weight(o) * r * r;
        }
        double sum = 0;
        for (int t = 0; t < values.length; t++) {
            sum += error.loss(t, model.c(), data.labelScale[t], values[t]);
        }
        return sum;
    }

    /** The penalty of all tasks, their rows put together in {@code rows}. */
    private double penaltyByPart(Scaled.Saved model, Matrix rows) {
        double[] errors = new double[parts.count()];
        Concurrent.forEach(errors.length, k -> {
            Factor factor = phi.penalty(coefficients(k, model).c(), parts.labelScale(k));
            putRows(rows, parts.firstTask(k), factor.values());
            errors[k] = factor.error();
        });
        double squares = 0;
        for (double error : errors) {
            squares += error * error;
        }
        return bounds.above(rows, Math.sqrt(squares) * (1 + UNITS * errors.length));
    }

    private double penalty(Scaled.Saved model) {
        ProofData data = parts.part(0);
        Factor all = phi.penalty(coefficients(0, model).c(), data.labelScale);
        if (!data.pooled) {
            return bounds.above(all.values(), all.error());
        }
        // One predictor, saved once per task: they differ by rounding.
        double apart = all.error();
        for (int t = 1; t < all.values().rows(); t++) {
            double squares = 0;
            for (int k = 0; k < all.values().cols(); k++) {
                double difference = all.values().get(t, k) - all.values().get(0, k);
                squares += difference * difference;
            }
            apart = Math.max(apart, all.error() + Math.sqrt(squares));
        }
        return bounds.above(all.values().selectRows(0), apart);
    }

    /** Logarithms of large counts are small beside them: the difference needs twice the precision. */
    private static double prediction(double y, Twofold residual) {
        return Twofold.of(y).minus(residual).hi();
    }

    /** -w slope of the loss at the predictions with these residuals. */
    private static double[] slopes(ProofData data, Residuals residual) {
        double[] theta = new double[data.size()];
        for (int o = 0; o < theta.length; o++) {
            Loss loss = data.loss(o);
            double y = data.label(o);
            Twofold r = residual.at(o);
            theta[o] = data.weight(o) * (loss.quadratic() ? 2 * r.hi() : -loss.slope(y, prediction(y, r)));
        }
        return theta;
    }
}
