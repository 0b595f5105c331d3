package dev.kith.online.perceptron;

import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.online.MistakeBound;
import dev.kith.online.OnlineLearner;
import dev.kith.online.Row;
import dev.kith.online.Snapshot;
import dev.kith.online.TaskRelations;
import dev.kith.online.Update;
import dev.kith.online.Weights;
import dev.kith.online.bound.Comparators;
import dev.kith.online.bound.PerceptronBound;
import dev.kith.online.state.FeatureRows;
import java.util.Optional;

/**
 * The multitask Perceptron with a given relation between tasks: after a mistake on (x, y) of task i,
 *
 * <pre>
 *   w_j += y R_ji x for every task j with R_ji not 0,   R = A^-1
 * </pre>
 *
 * O(non-zeros of x) per prediction and that times the non-zeros of row i of R per update; memory one number per task for
 * every feature seen.
 */
public final class RelatedPerceptron implements OnlineLearner {
    private final TaskRelations relations;
    private final Update rule;
    private final FeatureRows weights;
    private final Optional<FeatureRows> dated;
    private long steps;

    private RelatedPerceptron(
            TaskRelations relations, Update rule, FeatureRows weights, Optional<FeatureRows> dated, long steps) {
        this.relations = relations;
        this.rule = rule;
        this.weights = weights;
        this.dated = dated;
        this.steps = steps;
        announce(relations.size());
    }

    /** @param averaged whether to predict by the mean of all weights so far; updates always follow the latest weights */
    public RelatedPerceptron(TaskRelations relations, Update rule, boolean averaged) {
        this(relations, rule, new FeatureRows(), averaged ? Optional.of(new FeatureRows()) : Optional.empty(), 0);
    }

    /** The plain Perceptron of the paper. */
    public RelatedPerceptron(TaskRelations relations) {
        this(relations, new Update.Mistake(), false);
    }

    @Override
    public String name() {
        return "perceptron";
    }

    @Override
    public int tasks() {
        return weights.tasks();
    }

    @Override
    public void announce(int count) {
        weights.grow(count);
        dated.ifPresent(d -> d.grow(count));
    }

    @Override
    public double predict(int task, Row x) {
        if (task >= weights.tasks()) {
            announce(task + 1);
        }
        if (dated.isEmpty()) {
            return weights.dot(task, x);
        }
        return steps == 0
                ? 0
                : ((steps + 1) * weights.dot(task, x) - dated.get().dot(task, x)) / steps;
    }

    @Override
    public void update(int task, Row x, double y, double margin) {
        announce(task + 1);
        steps++;
        double latest = dated.isPresent() ? weights.dot(task, x) : margin;
        double size = rule.size(y, latest, relations.between(task, task, tasks()) * x.squaredNorm());
        if (size > 0) {
            add(weights, task, y * size, x);
            if (dated.isPresent()) {
                add(dated.get(), task, y * size * steps, x);
            }
        }
    }

    private void add(FeatureRows to, int task, double factor, Row x) {
        for (int k = x.start(); k < x.end(); k++) {
            double[] row = to.touch(x.indices()[k]);
            double step = factor * x.values()[k];
            if (task >= relations.size()) {
                row[task] += step;
            } else {
                for (int j : relations.neighbours(task)) {
                    row[j] += step * relations.between(j, task, row.length);
                }
            }
        }
    }

    @Override
    public Snapshot snapshot() {
        Snapshot.Builder to =
                Snapshot.builder().text("learner", "related perceptron").counts("steps", steps);
        relations.save(to);
        rule.save(to);
        weights.save(to, "weights");
        dated.ifPresent(d -> d.save(to, "dated"));
        return to.build();
    }

    public static RelatedPerceptron restore(Snapshot from) {
        return new RelatedPerceptron(
                TaskRelations.restore(from),
                Update.restore(from),
                FeatureRows.restore(from, "weights"),
                from.has("dated tasks") ? Optional.of(FeatureRows.restore(from, "dated")) : Optional.empty(),
                from.count("steps"));
    }

    @Override
    public Weights weights(int features) {
        Matrix latest = weights.toMatrix(features);
        if (dated.isEmpty() || steps == 0) {
            return new Weights.Linear(latest);
        }
        Matrix mean = latest.scale((steps + 1.0) / steps)
                .plus(-1.0 / steps, dated.get().toMatrix(features));
        return new Weights.Linear(mean);
    }

    @Override
    public Optional<MistakeBound> bound(Weights comparators) {
        return rule instanceof Update.Mistake && dated.isEmpty()
                ? Comparators.of(comparators, new Linear()).map(all -> new PerceptronBound(relations, all))
                : Optional.empty();
    }
}
