package dev.kith.online;

import dev.kith.linalg.Matrix;
import java.util.Optional;

/**
 * The p-norm multitask Perceptron: after a mistake on (x, y) of task i,
 *
 * <pre>
 *   v += y (R (x) I) phi,   w = grad 1/2 ||v||_p^2 = sign(v) |v|^(p-1) / ||v||_p^(p-2),   margin = w'(R (x) I) phi
 * </pre>
 *
 * with phi the input placed in its task's block. Large p suits comparators that use few features.
 */
public final class PNormPerceptron implements OnlineLearner {
    /*
     * Kept per feature: the plain sums of y x by task (so that R, and with it K, may change), and the weights R w that a
     * prediction needs, without the common factor. A prediction reads one number per non-zero; an update recomputes the
     * rows of the features it touched; a new task recomputes all rows. ||v||_p^p is kept by differences: rounding in it
     * changes the size of margins, never their sign.
     */
    private static final double LARGEST_P = 64;

    private final Interaction interaction;
    private final double p;
    private final FeatureRows sums;
    private final FeatureRows mixed;
    private double powers;
    private double[] v;
    private double[] w;

    private PNormPerceptron(Interaction interaction, double p, FeatureRows sums, FeatureRows mixed, double powers) {
        if (!(p >= 2 && p <= LARGEST_P)) {
            throw new IllegalArgumentException("p must be a number from 2 to " + LARGEST_P + ", got " + p);
        }
        this.interaction = interaction;
        this.p = p;
        this.sums = sums;
        this.mixed = mixed;
        this.powers = powers;
        this.v = new double[sums.tasks()];
        this.w = new double[sums.tasks()];
    }

    /** @param p from 2 to 64, beyond which powers of small weights vanish */
    public PNormPerceptron(Interaction interaction, double p) {
        this(interaction, p, new FeatureRows(), new FeatureRows(), 0);
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
        powers = 0;
        for (int f = 0, width = sums.width(); f < width; f++) {
            if (sums.row(f).length > 0) {
                refresh(f);
            }
        }
    }

    @Override
    public double predict(int task, Row x) {
        announce(task + 1);
        return mixed.dot(task, x) * factor();
    }

    /** ||v||_p^(2-p). */
    private double factor() {
        return powers > 0 ? Math.pow(powers, (2 - p) / p) : 1;
    }

    @Override
    public void update(int task, Row x, double y, double margin) {
        announce(task + 1);
        if (OnlineLearner.mistaken(y, margin)) {
            for (int k = x.start(); k < x.end(); k++) {
                int f = x.indices()[k];
                double[] sum = sums.touch(f);
                powers -= power(sum);
                sum[task] += y * x.values()[k];
                refresh(f);
            }
            powers = Math.max(0, powers);
        }
    }

    /** sum_j |v_fj|^p. */
    private double power(double[] sum) {
        interaction.mixInto(v, sum, sum.length);
        double total = 0;
        for (int j = 0; j < sum.length; j++) {
            total += Math.pow(Math.abs(v[j]), p);
        }
        return total;
    }

    /** Recomputes the weights of one feature from its sums and adds its powers. */
    private void refresh(int feature) {
        double[] sum = sums.touch(feature);
        powers += power(sum);
        for (int j = 0; j < sum.length; j++) {
            w[j] = Math.copySign(Math.pow(Math.abs(v[j]), p - 1), v[j]);
        }
        interaction.mixInto(mixed.touch(feature), w, sum.length);
    }

    @Override
    public Snapshot snapshot() {
        Snapshot.Builder to =
                Snapshot.builder().text("learner", "pnorm").numbers("p", p).numbers("powers", powers);
        interaction.save(to);
        sums.save(to, "sums");
        mixed.save(to, "mixed");
        return to.build();
    }

    static PNormPerceptron restore(Snapshot from) {
        return new PNormPerceptron(
                Interaction.restore(from),
                from.number("p"),
                FeatureRows.restore(from, "sums"),
                FeatureRows.restore(from, "mixed"),
                from.number("powers"));
    }

    @Override
    public Optional<MistakeBound> bound(Matrix comparators) {
        return Optional.of(new PNormBound(interaction, p, comparators));
    }

    @Override
    public Weights weights(int features) {
        return new Weights.Linear(mixed.toMatrix(features).scale(factor()));
    }
}
