package dev.kith.online.adaptive;

import dev.kith.linalg.Matrix;
import dev.kith.online.OnlineLearner;
import dev.kith.online.Row;
import dev.kith.online.Snapshot;
import dev.kith.online.UniformSharing;
import dev.kith.online.Weights;
import dev.kith.online.state.AdaptiveVector;
import dev.kith.online.state.AdaptiveVectors;
import dev.kith.online.state.StepLoss;
import dev.kith.online.state.Steps;

/**
 * Gradient descent on the loss of w_i'x, w_i = c u + a v_i, with a step of its own for every coordinate of the shared
 * part u and of the part v_i of task i:
 *
 * <pre>
 *   G_f += h s^2 x_f^2          s = slope of the loss at z = y w_i'x, h = weight of the row     (for u: c x, for v_i: a x)
 *   u_f += y m x_f / (q sqrt(G_f))       q = sum_f x_f^2 / sqrt(G_f) over both parts
 *   m    = how far z moves under a pull of rate h q: {@link StepLoss}
 * </pre>
 *
 * u : v_i are weighed as in R = I + (b/K) 11': c^2 : a^2 = b : K, the larger of the two 1. b = 0 learns every task alone. A
 * common word soon moves little, a rare one still far: on text that is worth more than anything else here.
 * O(non-zeros of x) per step whatever the number of tasks.
 */
public final class AdaptiveLearner implements OnlineLearner {
    /*
     * The steps are those of AdaGrad [1], moved along by [2] so that no row needs a small rate. What else was tried is in
     * docs/TRIED.md.
     *
     * [1] Duchi, Hazan and Singer, Adaptive subgradient methods, JMLR 2011.
     * [2] Karampatziakis and Langford, Online importance weight aware updates, UAI 2011.
     */
    /** What its snapshots call it. */
    public static final String SNAPSHOT = "adaptive";

    /** b over K where nothing is said: the own part of a task steps half as far as the shared one. */
    private static final double USUAL_SHARING = 4;

    private final UniformSharing sharing;
    private final StepLoss loss;
    private final double rate;
    private final AdaptiveVectors shared;
    private final AdaptiveVectors own;
    private final Steps sharedSteps = new Steps();
    private final Steps ownSteps = new Steps();

    private AdaptiveLearner(
            UniformSharing sharing, StepLoss loss, double rate, AdaptiveVectors shared, AdaptiveVectors own) {
        this.sharing = sharing;
        this.loss = loss;
        this.rate = rateOf(rate);
        this.shared = shared;
        this.own = own;
        shared.grow(1);
    }

    /** @param rate the first step of every coordinate, &gt; 0 */
    public AdaptiveLearner(UniformSharing sharing, StepLoss loss, double rate) {
        this(sharing, loss, rate, new AdaptiveVectors(), new AdaptiveVectors());
    }

    /** How much tasks share unless somebody says otherwise: b = 4 K. */
    public static UniformSharing usualSharing() {
        return new UniformSharing(USUAL_SHARING, true);
    }

    static double rateOf(double rate) {
        if (!(rate > 0 && rate < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("rate must be a finite number > 0, got " + rate);
        }
        return rate;
    }

    /** c. */
    private double sharedPart() {
        return Math.sqrt(Math.min(1, sharing.b(tasks()) / tasks()));
    }

    /** a. */
    private double ownPart() {
        return Math.sqrt(Math.min(1, tasks() / sharing.b(tasks())));
    }

    @Override
    public String name() {
        return "adaptive";
    }

    @Override
    public int tasks() {
        return own.size();
    }

    @Override
    public void announce(int count) {
        own.grow(count);
    }

    @Override
    public double predict(int task, Row x) {
        announce(task + 1);
        double c = sharedPart();
        double alone = ownPart() * own.of(task).dot(x);
        return c == 0 ? alone : alone + c * shared.of(0).dot(x);
    }

    @Override
    public void update(int task, Row x, double y, double margin) {
        update(task, x, y, margin, 1);
    }

    @Override
    public void update(int task, Row x, double y, double margin, double weight) {
        announce(task + 1);
        double z = y * margin;
        double slope = loss.slope(z);
        if (!(weight * slope > 0)) {
            return;
        }
        double c = sharedPart();
        double a = ownPart();
        double square = weight * slope * slope;
        AdaptiveVector alone = own.of(task);
        AdaptiveVector common = shared.of(0);
        double reach = a * a * alone.gather(x, square * a * a, ownSteps);
        if (c > 0) {
            reach += c * c * common.gather(x, square * c * c, sharedSteps);
        }
        if (reach > 0) {
            double factor = y * loss.distance(z, rate * weight * reach) / reach;
            alone.move(factor * a, ownSteps);
            if (c > 0) {
                common.move(factor * c, sharedSteps);
            }
        }
    }

    @Override
    public Snapshot snapshot() {
        Snapshot.Builder to = Snapshot.builder().text("learner", SNAPSHOT).numbers("rate", rate);
        sharing.save(to);
        loss.save(to);
        shared.save(to, "shared");
        own.save(to, "own");
        return to.build();
    }

    /** The learner that was saved. */
    public static AdaptiveLearner restore(Snapshot from) {
        return new AdaptiveLearner(
                UniformSharing.restore(from),
                StepLoss.restore(from),
                from.number("rate"),
                AdaptiveVectors.restore(from, "shared"),
                AdaptiveVectors.restore(from, "own"));
    }

    @Override
    public Weights weights(int features) {
        Matrix weights = Matrix.zeros(features, tasks());
        double c = sharedPart();
        double a = ownPart();
        for (int f = 0; f < features; f++) {
            double common = c * shared.of(0).weight(f);
            for (int t = 0; t < tasks(); t++) {
                weights.set(f, t, common + a * own.of(t).weight(f));
            }
        }
        return new Weights.Linear(weights);
    }
}
