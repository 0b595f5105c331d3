package dev.kith.ascent;

import dev.kith.linalg.Twofold;
import dev.kith.linalg.TwofoldSum;
import dev.kith.loss.Loss;

/**
 * No more than sum_i -c_i loss*(y_i, -s_i / c_i), for dual variables inside their bounds:
 *
 * <pre>
 *   hinge, absolute   sum s y
 *   squared           sum s y - s^2 / (4c)
 *   others            as {@link Loss#roundedConjugate} says
 * </pre>
 *
 * One sum per object, for one thread.
 */
public final class DualGain {
    /** Rounding of a few operations and of the costs, relative. */
    private static final double UNITS = 0x1p-48;

    /** No logarithm of a double is farther from 0. */
    private static final double STEEPEST = 1024;

    /** Errors are summed in doubles. */
    public static final double MORE = 1.000001;

    private final Loss loss;
    private final double labels;
    private final TwofoldSum sum = new TwofoldSum();
    private double off;
    private double farthest;

    /** @param labels relative error of a label */
    public DualGain(Loss loss, double labels) {
        this.loss = loss;
        this.labels = labels;
    }

    public void add(double y, double c, Twofold s) {
        if (!loss.quadratic() && !loss.wedge()) {
            Loss.Rounded conjugate = loss.roundedConjugate(y, -s.hi() / c);
            sum.add(-c * conjugate.value());
            off += UNITS * c * conjugate.units() + labels * Math.abs(s.hi() * y);
            return;
        }
        sum.add(s.times(y));
        off += labels * Math.abs(s.hi() * y);
        farthest = Math.max(farthest, Math.abs(y));
        if (loss.quadratic()) {
            Twofold square = s.times(s).dividedBy(4 * c);
            sum.add(square.negated());
            off += UNITS * square.hi();
            farthest = Math.max(farthest, Math.abs(s.hi() / c));
        }
    }

    /** Lowers the bound by what the variables added may have to be moved by, in sum, to be feasible. */
    public void move(double missing) {
        off += missing > 0 ? missing * (farthest + STEEPEST) : 0;
    }

    public double below() {
        double value = sum.value().hi();
        return value - MORE * (off + sum.error()) - UNITS * Math.abs(value);
    }
}
