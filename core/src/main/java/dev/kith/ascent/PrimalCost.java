package dev.kith.ascent;

import dev.kith.linalg.Twofold;
import dev.kith.linalg.TwofoldSum;
import dev.kith.loss.Loss;

/** No less than sum_i c_i loss(y_i, z_i), from predictions in twice the precision. One sum per object, for one thread. */
public final class PrimalCost {
    /** Rounding of a few operations and of the costs, relative. */
    private static final double UNITS = 0x1p-49;

    /** What is smaller is lost. */
    private static final double LEAST = Double.MIN_NORMAL;

    private final Loss loss;
    private final double labels;
    private final TwofoldSum sum = new TwofoldSum();
    private double off;

    /** @param labels relative error of a label */
    public PrimalCost(Loss loss, double labels) {
        this.loss = loss;
        this.labels = labels;
    }

    /** Adds the loss of a prediction that may be as far as {@code error} from z. */
    public void add(double y, double c, Twofold z, double error) {
        Twofold r = Twofold.of(y).minus(z);
        // The difference of two doubles is exact.
        double rounding = z.lo() == 0 ? 0 : 4 * Twofold.ROUNDING * (Math.abs(y) + Math.abs(z.hi()));
        double reach = error + labels * Math.abs(y) + rounding;
        if (r.hi() == 0 && reach == 0 && loss.value(y, y) == 0) {
            return; // no loss at all, which must not be taken for next to nothing
        }
        if (loss.quadratic()) {
            Twofold square = r.times(r).times(c);
            sum.add(square);
            off += c * reach * (2 * Math.abs(r.hi()) + reach) + UNITS * square.hi() + LEAST;
        } else if (loss.wedge()) {
            addWedge(y, c, r.hi(), reach);
        } else {
            addCurve(y, c, z.hi(), reach + UNITS * Math.abs(z.hi()));
        }
    }

    /** Two lines through 0, of the residual r. */
    private void addWedge(double y, double c, double r, double reach) {
        double value = c * Math.max(line(-loss.lowestDual(y), r, reach), line(-loss.highestDual(y), r, reach));
        sum.add(value);
        off += UNITS * value;
    }

    private static double line(double slope, double r, double reach) {
        double steep = Math.abs(slope);
        return slope * r + steep * reach + steep * UNITS * Math.abs(r);
    }

    /** No chord of a convex function is steeper than the function at the end of it. */
    private void addCurve(double y, double c, double z, double reach) {
        double slope = Math.max(Math.abs(loss.slope(y, z - reach)), Math.abs(loss.slope(y, z + reach)));
        double value = c * loss.value(y, z);
        sum.add(value);
        off += c * slope * reach + UNITS * value + LEAST;
    }

    public double above() {
        double value = sum.value().hi();
        double error = off == 0 && value == 0 ? 0 : DualGain.MORE * (off + sum.error());
        return value + error + UNITS * Math.abs(value);
    }
}
