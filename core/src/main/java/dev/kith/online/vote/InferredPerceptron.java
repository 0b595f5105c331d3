package dev.kith.online.vote;

import dev.kith.linalg.Matrix;
import dev.kith.online.OnlineLearner;
import dev.kith.online.Row;
import dev.kith.online.Snapshot;
import dev.kith.online.TaskRelations;
import dev.kith.online.Weights;
import dev.kith.online.state.FeatureRows;

/**
 * The multitask Perceptron whose relation between tasks may be replaced while it runs: W = V R, V the sums of y x over the mistakes of
 * each task, so that a new R counts for all mistakes made before. Until one is given tasks stand alone.
 */
final class InferredPerceptron implements OnlineLearner {
    static final String SNAPSHOT = "inferred perceptron";

    private TaskRelations relations;
    private final FeatureRows sums;
    private FeatureRows weights = new FeatureRows();

    private InferredPerceptron(TaskRelations relations, FeatureRows sums) {
        this.sums = sums;
        this.relations = relations;
        relate(relations);
    }

    InferredPerceptron() {
        this(TaskRelations.of(Matrix.zeros(0, 0)), new FeatureRows());
    }

    TaskRelations relations() {
        return relations;
    }

    /** From now on tasks share by these relations. */
    void relate(TaskRelations given) {
        relations = given;
        weights = new FeatureRows();
        weights.grow(sums.tasks());
        for (int f = 0, width = sums.width(); f < width; f++) {
            double[] sum = sums.row(f);
            if (sum.length > 0) {
                relations.mixInto(weights.touch(f), sum, sum.length);
            }
        }
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
        weights.grow(count);
    }

    @Override
    public double predict(int task, Row x) {
        announce(task + 1);
        return weights.dot(task, x);
    }

    @Override
    public void update(int task, Row x, double y, double margin) {
        announce(task + 1);
        if (!OnlineLearner.mistaken(y, margin)) {
            return;
        }
        for (int k = x.start(); k < x.end(); k++) {
            double step = y * x.values()[k];
            double[] row = weights.touch(x.indices()[k]);
            sums.touch(x.indices()[k])[task] += step;
            if (task >= relations.size()) {
                row[task] += step;
            } else {
                for (int j : relations.neighbours(task)) {
                    row[j] += step * relations.between(j, task, row.length);
                }
            }
        }
    }

    /** The weights too: computed afresh they would differ in their last digits. */
    @Override
    public Snapshot snapshot() {
        Snapshot.Builder to = Snapshot.builder().text("learner", SNAPSHOT);
        relations.save(to);
        sums.save(to, "sums");
        weights.save(to, "weights");
        return to.build();
    }

    static InferredPerceptron restore(Snapshot from) {
        InferredPerceptron restored =
                new InferredPerceptron(TaskRelations.restore(from), FeatureRows.restore(from, "sums"));
        restored.weights = FeatureRows.restore(from, "weights");
        return restored;
    }

    @Override
    public Weights weights(int features) {
        return new Weights.Linear(weights.toMatrix(features));
    }
}
