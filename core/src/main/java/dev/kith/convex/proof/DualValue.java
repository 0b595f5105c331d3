package dev.kith.convex.proof;

import dev.kith.convex.solver.Regularizer;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.TwofoldSum;
import dev.kith.loss.Loss;
import java.util.List;

/**
 * The dual of the convex problem from below: for any multipliers theta, one per observation,
 *
 * <pre>  D(theta) = -sum_o w_o loss*(y_o, -theta_o / w_o) - sup_A { tr(A N)/(4 lambda) - F(A) },   N = Theta'K Theta  </pre>
 *
 * is no more than any objective, if each theta_o / w_o is in the domain of its conjugate and, with intercepts, theta sums to
 * zero in each task. Both are seen to by {@link DualPart}, in real numbers but for an error that is counted.
 */
public record DualValue(ProofData data, Expansion phi, Bounds bounds) {
    private static final double UNITS = Proof.UNITS;

    /** The value at theta = 0, which is always feasible. */
    public double atZero() {
        return atZero(data)
                - bounds.dualAbove(Matrix.zeros(data.groups(), 1), 0).sup();
    }

    /** What observations add to the value at theta = 0. */
    static double atZero(ProofData data) {
        double conjugate = 0;
        double absolute = 0;
        for (int o = 0; o < data.size(); o++) {
            Loss loss = data.loss(o);
            double value = data.weight(o) * loss.conjugate(data.label(o), loss.nearestDual(data.label(o), 0));
            conjugate += value;
            absolute += Math.abs(value);
        }
        return -conjugate - (data.size() + 8) * UNITS * absolute;
    }

    /** No more than the dual value at a multiple of the multipliers nearest to {@code theta} that are feasible. */
    public double below(double[] theta) {
        DualPart.Made made = DualPart.of(data, phi, theta);
        return below(List.of(made.part()), made.half(), phi.reach(), bounds);
    }

    /**
     * No more than the dual value at a multiple of the multipliers of all parts.
     *
     * @param half Phi'Theta / 2, groups x any number; changed where there are several parts
     * @param reach no phi of a row is longer
     */
    static double below(List<DualPart> parts, Matrix half, double reach, Bounds bounds) {
        double squares = 0;
        double unbalanced = 0;
        for (DualPart part : parts) {
            squares += part.error() * part.error();
            unbalanced += part.unbalanced();
        }
        double apart = parts.size() == 1 ? parts.get(0).error() : Math.sqrt(squares) * (1 + UNITS * parts.size());
        double error = apart + unbalanced * reach;
        if (!(error < Double.POSITIVE_INFINITY)) {
            return Double.NEGATIVE_INFINITY;
        }
        Conjugates conjugates = Conjugates.of(parts);
        Regularizer.DualTerm term = bounds.dualAbove(half, error);
        double value = conjugates.below(term.c()) - term.sup();
        // Along the ray of multiples the dual is close to linear - quadratic: where its top is elsewhere, look there.
        double top = conjugates.linear / (2 * (conjugates.quadratic + term.sup()));
        if (conjugates.squaredOnly && top > 0 && top < Double.POSITIVE_INFINITY) {
            Matrix multiple = parts.size() == 1 ? half.scale(top) : scaledInPlace(half, top);
            Regularizer.DualTerm there = bounds.dualAbove(multiple, error * top * (1 + UNITS));
            value = Math.max(value, conjugates.below(there.c() * top * (1 - UNITS)) - there.sup());
        }
        return value;
    }

    /** Many parts are many tasks: no second matrix of their size. */
    private static Matrix scaledInPlace(Matrix x, double factor) {
        double[] data = x.data();
        for (int i = 0; i < data.length; i++) {
            data[i] *= factor;
        }
        return x;
    }

    /**
     * -sum w loss*(y, -c theta / w) for multiples c of a dual point: c linear - c^2 quadratic for squared losses.
     *
     * @param off bounds the error of both sums
     */
    private record Conjugates(List<DualPart> parts, boolean squaredOnly, double linear, double quadratic, double off) {
        static Conjugates of(List<DualPart> parts) {
            TwofoldSum linear = new TwofoldSum();
            TwofoldSum quadratic = new TwofoldSum();
            double off = 0;
            boolean squaredOnly = true;
            for (DualPart part : parts) {
                linear.add(part.linear());
                quadratic.add(part.quadratic());
                off += part.off();
                squaredOnly &= part.kept() == null;
            }
            double square = quadratic.value().hi();
            off = (off + linear.error() + quadratic.error()) * (1 + UNITS * parts.size()) + UNITS * square;
            return new Conjugates(parts, squaredOnly, linear.value().hi(), square, off);
        }

        /** No more than the value at c in [0, 1], or any c where all losses are squared. */
        double below(double c) {
            double squares = c * linear - c * c * quadratic;
            double size = Math.abs(c * linear) + c * c * quadratic;
            double rest = 0;
            for (DualPart part : parts) {
                rest += part.others(c);
            }
            return squares - rest - c * (1 + c) * off - 8 * UNITS * size;
        }
    }
}
