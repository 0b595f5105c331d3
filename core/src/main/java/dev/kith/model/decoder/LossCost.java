package dev.kith.model.decoder;

import dev.kith.constraint.ConstraintSet;
import dev.kith.constraint.Projection;
import dev.kith.constraint.search.Segments;
import dev.kith.constraint.search.Terms;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * cost(t, c) = sum_j score_j loss_t(label_j, c) over the scores of task t. Scores may be negative, so the sum need not be
 * bounded: outside the range of a task's labels it is continued by a square.
 */
final class LossCost implements Cost {
    /** Cells of an outline between kinks: its error falls with their square, and is to be well below 1e-6 of the range. */
    private static final int CELLS = 2048;

    /** The same where losses are straight between kinks, so that there is no error. */
    private static final int FEW = 64;

    private final Loss[] losses;
    private final double[] scores;
    private final double[] labels;
    private final int[] from;
    private final double[] low;
    private final double[] high;
    private final double[] weights;
    private final double[] start;
    private final boolean extrapolating;
    private final @Nullable Segments[] outlines;
    private final double[][] corners;

    /**
     * @param columns 2 x S: the task of each score, ascending, and its label
     * @param usual 1 x T: mean confidence on the training inputs
     */
    LossCost(List<Loss> losses, Matrix columns, Matrix usual, double[] scores) {
        int tasks = usual.cols();
        this.losses = losses.toArray(Loss[]::new);
        this.scores = scores;
        labels = columns.row(1);
        from = new int[tasks + 1];
        low = new double[tasks];
        high = new double[tasks];
        weights = new double[tasks];
        start = new double[tasks];
        Arrays.fill(low, Double.POSITIVE_INFINITY);
        Arrays.fill(high, Double.NEGATIVE_INFINITY);
        for (int j = 0; j < scores.length; j++) {
            int t = (int) columns.get(0, j);
            from[t + 1] = j + 1;
            low[t] = Math.min(low[t], labels[j]);
            high[t] = Math.max(high[t], labels[j]);
            weights[t] += scores[j];
            start[t] += scores[j] * labels[j];
        }
        boolean little = false;
        for (int t = 0; t < tasks; t++) {
            little |= !(weights[t] >= Decoder.EXTRAPOLATING * usual.get(0, t));
            weights[t] = Math.max(weights[t], Decoder.FLOOR * usual.get(0, t));
            start[t] = Math.max(low[t], Math.min(high[t], start[t] / weights[t]));
        }
        extrapolating = little;
        outlines = new Segments[tasks];
        corners = new double[tasks][];
        Arrays.setAll(corners, this::kinks);
    }

    /** Whether some task has hardly any data near the input. */
    boolean extrapolating() {
        return extrapolating;
    }

    @Override
    public double[] weights() {
        return weights;
    }

    /** The mean label of each task under its scores, within the range of its labels. */
    @Override
    public double[] start() {
        return start;
    }

    @Override
    public Projection over(ConstraintSet set) {
        return set.minimize(this, start, weights);
    }

    @Override
    public double[] near(ConstraintSet set, double[] from) {
        return set.minimize(new Plain(this), from, weights).point();
    }

    private double inside(int t, double c) {
        return Math.max(low[t], Math.min(high[t], c));
    }

    @Override
    public double value(int t, double c) {
        double inside = inside(t, c);
        double sum = weights[t] * (c - inside) * (c - inside);
        Loss loss = losses[t];
        for (int j = from[t]; j < from[t + 1]; j++) {
            sum += scores[j] * loss.value(labels[j], inside);
        }
        return sum;
    }

    @Override
    public double slope(int t, double c) {
        double inside = inside(t, c);
        if (c != inside) {
            return 2 * weights[t] * (c - inside);
        }
        double sum = 0;
        Loss loss = losses[t];
        for (int j = from[t]; j < from[t + 1]; j++) {
            sum += scores[j] * loss.slope(labels[j], c);
        }
        return sum;
    }

    /** The labels, and the kinks of their losses in between. */
    @Override
    public double[] corners(int t) {
        return corners[t];
    }

    private double[] kinks(int t) {
        Loss loss = losses[t];
        return Arrays.stream(labels, from[t], from[t + 1])
                .flatMap(y ->
                        DoubleStream.of(y, loss.kink(y, loss.highestDual(y) / 2), loss.kink(y, loss.lowestDual(y) / 2)))
                .filter(c -> c >= low[t] && c <= high[t])
                .sorted()
                .distinct()
                .toArray();
    }

    /** The losses of positive scores, and those of negative ones. */
    @Override
    public void partsInto(double[] parts, int t, double c) {
        double inside = inside(t, c);
        Loss loss = losses[t];
        Arrays.fill(parts, 0);
        for (int j = from[t]; j < from[t + 1]; j++) {
            double value = loss.value(labels[j], inside);
            if (scores[j] >= 0) {
                parts[0] += scores[j] * value;
                parts[1] += c == inside ? scores[j] * loss.slope(labels[j], c) : 0;
            } else {
                parts[2] -= scores[j] * value;
            }
        }
        parts[0] += weights[t] * (c - inside) * (c - inside);
        parts[1] += 2 * weights[t] * (c - inside);
    }

    @Override
    public ConstraintSet.Separable rounded(double share) {
        boolean kinks = Arrays.stream(losses).anyMatch(loss -> !loss.smooth() && !loss.classification());
        return kinks ? new Rounded(share) : this;
    }

    /** Every loss replaced by its Moreau envelope, the wider the share of the labels' range. */
    private final class Rounded implements ConstraintSet.Separable {
        private final double share;

        Rounded(double share) {
            this.share = share;
        }

        private double width(int t) {
            return share * Math.max(high[t] - low[t], Double.MIN_NORMAL);
        }

        @Override
        public double value(int t, double c) {
            double inside = inside(t, c);
            double sum = weights[t] * (c - inside) * (c - inside);
            Loss loss = losses[t];
            for (int j = from[t]; j < from[t + 1]; j++) {
                double near = loss.prox(labels[j], inside, width(t));
                sum += scores[j] * (loss.value(labels[j], near) + (inside - near) * (inside - near) / (2 * width(t)));
            }
            return sum;
        }

        @Override
        public double slope(int t, double c) {
            double inside = inside(t, c);
            if (c != inside) {
                return 2 * weights[t] * (c - inside);
            }
            double sum = 0;
            Loss loss = losses[t];
            for (int j = from[t]; j < from[t + 1]; j++) {
                sum += scores[j] * (c - loss.prox(labels[j], c, width(t))) / width(t);
            }
            return sum;
        }
    }

    /** A lower bound of a task's cost between its labels, fine enough to stand for it. */
    Segments outline(int t) {
        if (outlines[t] == null) {
            outlines[t] = Segments.of(terms(), t, low[t], high[t], losses[t].smooth() ? CELLS : FEW);
        }
        return outlines[t];
    }

    double low(int t) {
        return low[t];
    }

    double high(int t) {
        return high[t];
    }

    private Terms terms() {
        return new Terms() {
            @Override
            public double value(int t, double c) {
                return LossCost.this.value(t, c);
            }

            @Override
            public void partsInto(double[] parts, int t, double c) {
                LossCost.this.partsInto(parts, t, c);
            }

            @Override
            public double[] corners(int t) {
                return LossCost.this.corners(t);
            }
        };
    }

    @Override
    public Minimisable softened(double pull) {
        return new Softened(this, pull);
    }

    @Override
    public double[] behind(double[] z, double pull) {
        return new Softened(this, pull).points(z);
    }
}
