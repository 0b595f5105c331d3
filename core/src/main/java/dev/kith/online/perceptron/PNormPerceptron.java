package dev.kith.online.perceptron;

import dev.kith.kernel.Linear;
import dev.kith.online.Interaction;
import dev.kith.online.MistakeBound;
import dev.kith.online.OnlineLearner;
import dev.kith.online.Row;
import dev.kith.online.Snapshot;
import dev.kith.online.Weights;
import dev.kith.online.bound.Comparators;
import dev.kith.online.bound.PNormBound;
import dev.kith.online.state.FeatureRows;
import java.util.Arrays;
import java.util.Optional;

/**
 * The p-norm multitask Perceptron: after a mistake on (x, y) of task i,
 *
 * <pre>
 *   v += y (R (x) I) phi,   w = grad 1/2 ||v||_p^2 = sign(v) |v|^(p-1) / ||v||_p^(p-2),   margin = w'(R (x) I) phi
 * </pre>
 *
 * with phi the input placed in its task's block. Large p suits comparators that use few features. With R^1/2 in place of R
 * (remark 7 of the paper) p = 2 is the multitask Perceptron.
 */
public final class PNormPerceptron implements OnlineLearner {
    /*
     * Kept per feature: the plain sums of y x by task (so that R, and with it K, may change), and the weights R w that a
     * prediction needs, without the common factor. A prediction reads one number per non-zero; an update recomputes the
     * rows of the features it touched; a new task recomputes all rows. ||v||_p^p is kept by differences: rounding in it
     * changes the size of margins, never their sign.
     *
     * |v|^63 spans all doubles while |v| spans five decimal places, so powers are taken of v in units of a power of two
     * near the largest |v| of the first update. When some |v| has grown so far that powers come near 2^600, the unit
     * moves up and all rows are recomputed. Where even so all powers of a row of inputs vanish, its margin is taken in
     * the unit of its own largest |v|, for the sign.
     */
    private static final double LARGEST_P = 64;
    private static final double ROOM = 600;

    private final Interaction given;
    private final boolean root;
    private Interaction interaction;
    private final double p;
    private final FeatureRows sums;
    private final FeatureRows mixed;
    private double[] rowPowers = new double[0];
    private double powers;
    private double unit;
    private double[] v;
    private double[] w;

    private PNormPerceptron(Interaction given, boolean root, double p, FeatureRows sums, double unit, double powers) {
        if (!(p >= 2 && p <= LARGEST_P)) {
            throw new IllegalArgumentException("p must be a number from 2 to " + LARGEST_P + ", got " + p);
        }
        this.given = given;
        this.root = root;
        this.interaction = root ? given.root(Math.max(1, sums.tasks())) : given;
        this.p = p;
        this.sums = sums;
        this.unit = unit;
        this.mixed = new FeatureRows();
        this.mixed.grow(sums.tasks());
        this.v = new double[sums.tasks()];
        this.w = new double[sums.tasks()];
        refreshAll();
        this.powers = powers;
    }

    /** @param p from 2 to 64 */
    public PNormPerceptron(Interaction interaction, double p) {
        this(interaction, false, p, new FeatureRows(), 0, 0);
    }

    /** Instances R^1/2 phi in place of R phi. */
    public static PNormPerceptron ofRoot(Interaction interaction, double p) {
        return new PNormPerceptron(interaction, true, p, new FeatureRows(), 0, 0);
    }

    /** p = 2 ln max(tasks, features), at least 2: the choice of theorem 6. */
    public static double defaultP(int tasks, int features) {
        return Math.max(2, 2 * Math.log(Math.max(tasks, features)));
    }

    @Override
    public String name() {
        return "pnorm";
    }

    @Override
    public int tasks() {
        return sums.tasks();
    }

    @Override
    public void announce(int count) {
        if (count <= tasks()) {
            return;
        }
        sums.grow(count);
        mixed.grow(count);
        v = new double[count];
        w = new double[count];
        interaction = root && !given.fixed() ? given.root(count) : interaction;
        refreshAll();
    }

    @Override
    public double predict(int task, Row x) {
        announce(task + 1);
        double product = mixed.dot(task, x);
        return product == 0 ? ownUnitSign(task, x) : product * factor();
    }

    /** unit ||v / unit||_p^(2-p): what the products lack. */
    private double factor() {
        return powers > 0 ? unit * Math.pow(powers, (2 - p) / p) : unit;
    }

    /** A margin of the right sign and next to no size for a row whose powers all vanish in the common unit. */
    private double ownUnitSign(int task, Row x) {
        double largest = 0;
        for (int k = x.start(); k < x.end(); k++) {
            double[] sum = sums.row(x.indices()[k]);
            interaction.mixInto(v, sum, sum.length);
            largest = Math.max(largest, largest(sum.length));
        }
        double margin = 0;
        for (int k = x.start(); largest > 0 && k < x.end(); k++) {
            double[] sum = sums.row(x.indices()[k]);
            interaction.mixInto(v, sum, sum.length);
            for (int j = 0; j < sum.length; j++) {
                double power = Math.pow(Math.abs(v[j]) / largest, p - 1);
                margin += x.values()[k] * interaction.between(task, j, tasks()) * Math.copySign(power, v[j]);
            }
        }
        return margin == 0 ? 0 : Math.copySign(Double.MIN_NORMAL, margin);
    }

    private double largest(int count) {
        double largest = 0;
        for (int j = 0; j < count; j++) {
            largest = Math.max(largest, Math.abs(v[j]));
        }
        return largest;
    }

    @Override
    public void update(int task, Row x, double y, double margin) {
        announce(task + 1);
        if (OnlineLearner.mistaken(y, margin)) {
            double largest = 0;
            for (int k = x.start(); k < x.end(); k++) {
                double[] sum = sums.touch(x.indices()[k]);
                sum[task] += y * x.values()[k];
                interaction.mixInto(v, sum, sum.length);
                largest = Math.max(largest, largest(sum.length));
            }
            if (unit == 0 || largest / unit > Math.pow(2, ROOM / p)) {
                unit = largest > 0 ? Math.scalb(1.0, Math.getExponent(largest)) : 0;
                refreshAll();
            } else {
                for (int k = x.start(); k < x.end(); k++) {
                    refresh(x.indices()[k]);
                }
            }
            powers = Math.max(0, powers);
        }
    }

    private void refreshAll() {
        powers = 0;
        Arrays.fill(rowPowers, 0);
        for (int f = 0, width = unit > 0 ? sums.width() : 0; f < width; f++) {
            if (sums.row(f).length > 0) {
                refresh(f);
            }
        }
    }

    /** Recomputes the weights and powers of one feature from its sums. */
    private void refresh(int feature) {
        double[] sum = sums.row(feature);
        interaction.mixInto(v, sum, sum.length);
        double total = 0;
        double of = Double.NaN;
        double power = 0;
        for (int j = 0; j < sum.length; j++) {
            double a = Math.abs(v[j]) / unit;
            // Under uniform sharing all tasks without an own sum have the same v.
            if (a != of) {
                of = a;
                power = Math.pow(a, p - 1);
            }
            total += power * a;
            w[j] = Math.copySign(power, v[j]);
        }
        if (feature >= rowPowers.length) {
            rowPowers = Arrays.copyOf(rowPowers, Math.max(feature + 1, 2 * rowPowers.length));
        }
        powers += total - rowPowers[feature];
        rowPowers[feature] = total;
        interaction.mixInto(mixed.touch(feature), w, sum.length);
    }

    @Override
    public Snapshot snapshot() {
        Snapshot.Builder to =
                Snapshot.builder().text("learner", "pnorm").numbers("p", p).numbers("scale", unit, powers);
        if (root) {
            to.text("instances", "root");
        }
        given.save(to);
        sums.save(to, "sums");
        return to.build();
    }

    public static PNormPerceptron restore(Snapshot from) {
        double[] scale = from.numbers("scale");
        return new PNormPerceptron(
                Interaction.restore(from),
                from.has("instances"),
                from.number("p"),
                FeatureRows.restore(from, "sums"),
                scale[0],
                scale[1]);
    }

    @Override
    public Optional<MistakeBound> bound(Weights comparators) {
        return Comparators.of(comparators, new Linear()).map(all -> new PNormBound(interaction, p, all));
    }

    @Override
    public Weights weights(int features) {
        return new Weights.Linear(mixed.toMatrix(features).scale(factor()));
    }
}
