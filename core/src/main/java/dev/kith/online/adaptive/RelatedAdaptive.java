package dev.kith.online.adaptive;

import dev.kith.online.OnlineLearner;
import dev.kith.online.Row;
import dev.kith.online.Snapshot;
import dev.kith.online.TaskRelations;
import dev.kith.online.Weights;
import dev.kith.online.state.FeatureRows;
import dev.kith.online.state.StepLoss;

/**
 * Gradient descent with a step of its own for every weight, for a given relation between tasks: a row of task i moves
 * every task j by r_j = R_ji / R_ii of what it moves task i,
 *
 * <pre>
 *   G_jf += r_j^2 h s^2 x_f^2,   w_jf += r_j y m x_f / (q sqrt(G_if)),   q = sum_f x_f^2 / sqrt(G_if)
 * </pre>
 *
 * with slope s, weight h and way m as in {@link AdaptiveLearner}. R = I learns every task alone, R of ones one vector for
 * all. O(non-zeros of x) per prediction and that times the non-zeros of row i of R per update.
 */
public final class RelatedAdaptive implements OnlineLearner {
    /** What its snapshots call it. */
    public static final String SNAPSHOT = "related adaptive";

    private final TaskRelations relations;
    private final StepLoss loss;
    private final double rate;
    private final FeatureRows weights;
    private final FeatureRows sums;
    private double[] rates = new double[0];

    private RelatedAdaptive(
            TaskRelations relations, StepLoss loss, double rate, FeatureRows weights, FeatureRows sums) {
        this.relations = relations;
        this.loss = loss;
        this.rate = AdaptiveLearner.rateOf(rate);
        this.weights = weights;
        this.sums = sums;
        announce(relations.size());
    }

    /** @param rate the first step of every weight, &gt; 0 */
    public RelatedAdaptive(TaskRelations relations, StepLoss loss, double rate) {
        this(relations, loss, rate, new FeatureRows(), new FeatureRows());
    }

    @Override
    public String name() {
        return "adaptive";
    }

    @Override
    public int tasks() {
        return weights.tasks();
    }

    @Override
    public void announce(int count) {
        weights.grow(count);
        sums.grow(count);
    }

    @Override
    public double predict(int task, Row x) {
        announce(task + 1);
        return weights.dot(task, x);
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
        double reach = gather(task, x, weight * slope * slope);
        if (reach > 0) {
            move(task, x, y * loss.distance(z, rate * weight * reach) / reach);
        }
    }

    /** Adds to the sums, notes the rates, returns q. */
    private double gather(int task, Row x, double square) {
        rates = rates.length < x.size() ? new double[Math.max(x.size(), 2 * rates.length)] : rates;
        double reach = 0;
        for (int k = x.start(), at = 0; k < x.end(); k++, at++) {
            double value = x.values()[k];
            double[] row = sums.touch(x.indices()[k]);
            addRelated(row, task, square * (value * value), true);
            rates[at] = row[task] > 0 ? value / Math.sqrt(row[task]) : 0;
            reach += value * rates[at];
        }
        return reach;
    }

    private void move(int task, Row x, double factor) {
        for (int k = x.start(), at = 0; k < x.end(); k++, at++) {
            addRelated(weights.touch(x.indices()[k]), task, factor * rates[at], false);
        }
    }

    /** row_j += amount times r_j or its square. */
    private void addRelated(double[] row, int task, double amount, boolean squared) {
        if (task >= relations.size()) {
            row[task] += amount;
            return;
        }
        double self = relations.between(task, task, row.length);
        for (int j : relations.neighbours(task)) {
            double r = relations.between(j, task, row.length) / self;
            row[j] += (squared ? r * r : r) * amount;
        }
    }

    @Override
    public Snapshot snapshot() {
        Snapshot.Builder to = Snapshot.builder().text("learner", SNAPSHOT).numbers("rate", rate);
        relations.save(to);
        loss.save(to);
        weights.save(to, "weights");
        sums.save(to, "sums");
        return to.build();
    }

    /** The learner that was saved. */
    public static RelatedAdaptive restore(Snapshot from) {
        return new RelatedAdaptive(
                TaskRelations.restore(from),
                StepLoss.restore(from),
                from.number("rate"),
                FeatureRows.restore(from, "weights"),
                FeatureRows.restore(from, "sums"));
    }

    @Override
    public Weights weights(int features) {
        return new Weights.Linear(weights.toMatrix(features));
    }
}
