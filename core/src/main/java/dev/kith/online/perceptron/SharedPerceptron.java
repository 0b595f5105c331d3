package dev.kith.online.perceptron;

import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.online.MistakeBound;
import dev.kith.online.OnlineLearner;
import dev.kith.online.Row;
import dev.kith.online.SharingSearch;
import dev.kith.online.Snapshot;
import dev.kith.online.UniformSharing;
import dev.kith.online.Update;
import dev.kith.online.Weights;
import dev.kith.online.bound.Comparators;
import dev.kith.online.bound.PerceptronBound;
import dev.kith.online.state.OwnAndShared;
import java.util.Optional;

/**
 * The multitask Perceptron under uniform sharing: after a mistake on (x, y) of task i,
 *
 * <pre>
 *   w_j += y R_ji x for every task j,   R_ii = (b + K) / ((1 + b) K),  R_ij = b / ((1 + b) K)
 * </pre>
 *
 * at a cost of O(non-zeros of x) per prediction and per update, whatever the number of tasks.
 */
public final class SharedPerceptron implements OnlineLearner {
    /*
     * w_j is never formed. With v_j the sum of y x over the updates of task j and u the sum over all updates,
     * w_j = (v_j + (b/K) u) / (1 + b): an update touches v_i and u only, and neither b nor K is frozen into the sums, so
     * that both may change while the stream runs.
     *
     * Averaging keeps a second pair of sums of n tau y x, n the number of the step: the mean of the weights after each of
     * n steps is ((n + 1) sums - sums of n) / n [Freund and Schapire 1999; the trick is Daume's].
     */
    private final Sharing sharing;
    private final Update rule;
    private final OwnAndShared sums;
    private final Optional<OwnAndShared> dated;
    private final double[] products = new double[2];
    private final double[] datedProducts = new double[2];
    private long steps;

    private SharedPerceptron(
            Sharing sharing, Update rule, OwnAndShared sums, Optional<OwnAndShared> dated, long steps) {
        this.sharing = sharing;
        this.rule = rule;
        this.sums = sums;
        this.dated = dated;
        this.steps = steps;
    }

    /** @param averaged whether to predict by the mean of all weights so far; updates always follow the latest weights */
    SharedPerceptron(Sharing sharing, Update rule, boolean averaged) {
        this(sharing, rule, new OwnAndShared(), averaged ? Optional.of(new OwnAndShared()) : Optional.empty(), 0);
    }

    /** The plain Perceptron of the paper. */
    public SharedPerceptron(UniformSharing sharing) {
        this(sharing, new Update.Mistake(), false);
    }

    /** @param averaged whether to predict by the mean of all weights so far; updates always follow the latest weights */
    public SharedPerceptron(UniformSharing sharing, Update rule, boolean averaged) {
        this(new Sharing.Fixed(sharing), rule, averaged);
    }

    /** Finds b while running: a weighted mean over a grid from 0 to infinity that shares the sums. */
    public static SharedPerceptron auto(Update rule, boolean averaged) {
        return new SharedPerceptron(new AutoSharing(), rule, averaged);
    }

    @Override
    public String name() {
        return "perceptron";
    }

    @Override
    public int tasks() {
        return sums.tasks();
    }

    @Override
    public void announce(int count) {
        sums.grow(count);
        dated.ifPresent(d -> d.grow(count));
    }

    @Override
    public double predict(int task, Row x) {
        if (task >= sums.tasks()) {
            announce(task + 1);
        }
        double latest = margin(sums, products, task, x);
        if (dated.isEmpty()) {
            return latest;
        }
        double dates = margin(dated.get(), datedProducts, task, x);
        return steps == 0 ? 0 : ((steps + 1) * latest - dates) / steps;
    }

    /** The margin by one pair of sums, whose inner products it leaves in {@code into}. */
    private double margin(OwnAndShared of, double[] into, int task, Row x) {
        if (sharing.shares()) {
            of.productsInto(into, task, x);
        } else {
            into[0] = of.own(task, x);
        }
        return sharing.margin(into[0], into[1], sums.tasks());
    }

    @Override
    public void update(int task, Row x, double y, double margin) {
        announce(task + 1);
        if (dated.isPresent() || sharing instanceof AutoSharing) {
            double latest = margin(sums, products, task, x);
            learnFromProducts(task, x, y, dated.isPresent() ? latest : margin);
        } else {
            move(task, x, y, margin);
        }
    }

    @Override
    public double learn(int task, Row x, double y) {
        double margin = predict(task, x);
        double latest = dated.isPresent() ? sharing.margin(products[0], products[1], sums.tasks()) : margin;
        learnFromProducts(task, x, y, latest);
        return margin;
    }

    private void learnFromProducts(int task, Row x, double y, double latest) {
        move(task, x, y, latest);
        sharing.observe(products[0], products[1], sums.tasks(), y);
    }

    private void move(int task, Row x, double y, double margin) {
        steps++;
        double norm = rule instanceof Update.Mistake ? 1 : sharing.diagonal(sums.tasks()) * x.squaredNorm();
        double size = rule.size(y, margin, norm);
        if (size > 0) {
            sums.add(task, y * size, x);
            if (dated.isPresent()) {
                dated.get().add(task, y * size * steps, x);
            }
        }
    }

    @Override
    public Snapshot snapshot() {
        Snapshot.Builder to =
                Snapshot.builder().text("learner", "shared perceptron").counts("steps", steps);
        sharing.save(to);
        rule.save(to);
        sums.save(to, "sums");
        dated.ifPresent(d -> d.save(to, "dated"));
        return to.build();
    }

    public static SharedPerceptron restore(Snapshot from) {
        return new SharedPerceptron(
                from.has("grid mistakes") ? AutoSharing.restore(from) : new Sharing.Fixed(UniformSharing.restore(from)),
                Update.restore(from),
                OwnAndShared.restore(from, "sums"),
                from.has("dated shared starts") ? Optional.of(OwnAndShared.restore(from, "dated")) : Optional.empty(),
                from.count("steps"));
    }

    @Override
    public Weights weights(int features) {
        Matrix weights = Matrix.zeros(features, tasks());
        for (int f = 0; f < features; f++) {
            for (int t = 0; t < tasks(); t++) {
                double latest = weight(sums, t, f);
                weights.set(
                        f,
                        t,
                        dated.isEmpty() || steps == 0
                                ? latest
                                : ((steps + 1) * latest - weight(dated.get(), t, f)) / steps);
            }
        }
        return new Weights.Linear(weights);
    }

    private double weight(OwnAndShared of, int task, int feature) {
        return sharing.ownPart(tasks()) * of.ownWeight(task, feature)
                + sharing.sharedPart(tasks()) * of.sharedWeight(feature);
    }

    /** What {@link #auto} has found so far: empty for a fixed b. */
    @Override
    public Optional<SharingSearch> search() {
        return sharing instanceof AutoSharing auto ? Optional.of(auto.search(tasks())) : Optional.empty();
    }

    @Override
    public Optional<MistakeBound> bound(Weights comparators) {
        if (sharing instanceof Sharing.Fixed fixed && rule instanceof Update.Mistake && dated.isEmpty()) {
            return Comparators.of(comparators, new Linear()).map(all -> new PerceptronBound(fixed.uniform(), all));
        }
        return Optional.empty();
    }
}
