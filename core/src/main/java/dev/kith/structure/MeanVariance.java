package dev.kith.structure;

import dev.kith.data.Columns.ClassChoice;
import dev.kith.data.read.Texts;
import dev.kith.data.shape.Checks;
import dev.kith.linalg.Matrix;
import dev.kith.structure.matrix.TaskForest;
import dev.kith.structure.matrix.TaskMatrix;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All tasks are alike, {@code mean}: A^-1 = I + gamma (I - 11'/T), which charges gamma for the variance of the tasks
 * around their mean. gamma = 0 is single-task learning, gamma large is one model for all.
 */
record MeanVariance(double gamma) implements Structure {
    public MeanVariance {
        Checks.requireNonNegative("gamma", gamma);
    }

    @Override
    public String name() {
        return "mean";
    }

    @Override
    public Map<String, String> parameters() {
        return Map.of("gamma", Texts.number(gamma));
    }

    /** Of classes without an order each has its own mean; being above one or another class of an order is much the same question. */
    @Override
    public Relation among(ClassChoice choice, List<String> tasks) {
        if (choice.ordered()) {
            return this;
        }
        Map<String, String> groupOf = new HashMap<>();
        for (int t = 0; t < tasks.size(); t++) {
            groupOf.put(tasks.get(t), choice.name(choice.question(t)));
        }
        return new Groups(groupOf, gamma);
    }

    @Override
    public Matrix matrix(List<String> tasks) {
        return taskMatrix(tasks).dense();
    }

    /** (I + gamma Pi)^-1 = (I - Pi) + Pi / (1 + gamma). */
    @Override
    public TaskMatrix taskMatrix(List<String> tasks) {
        return TaskForest.groups(1 / (1 + gamma), new int[tasks.size()], gamma / (1 + gamma) / tasks.size());
    }
}
