package dev.kith.structure;

import dev.kith.data.DataException;
import dev.kith.data.read.Texts;
import dev.kith.data.shape.Checks;
import dev.kith.linalg.Matrix;
import dev.kith.structure.matrix.TaskForest;
import dev.kith.structure.matrix.TaskMatrix;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Tasks of one group are alike, {@code groups}: A^-1 = I + gamma (I - M), M the projection on group means; the mean
 * structure inside every group and nothing between groups.
 */
record Groups(Map<String, String> groupOf, double gamma) implements Structure {
    public Groups {
        groupOf = Map.copyOf(groupOf);
        Checks.requireNonNegative("gamma", gamma);
    }

    @Override
    public String name() {
        return "groups";
    }

    @Override
    public Map<String, String> parameters() {
        return Map.of("groups", Texts.pairs(groupOf), "gamma", Texts.number(gamma));
    }

    @Override
    public boolean namesTasks() {
        return true;
    }

    @Override
    public Matrix matrix(List<String> tasks) {
        return taskMatrix(tasks).dense();
    }

    @Override
    public TaskMatrix taskMatrix(List<String> tasks) {
        Map<String, Integer> positions = Checks.positions(tasks);
        for (String task : new TreeSet<>(groupOf.keySet())) {
            Checks.position(positions, task, "groups");
        }
        Map<String, Integer> numbers = new HashMap<>();
        int[] group = new int[tasks.size()];
        double[] weights = new double[tasks.size()];
        for (int t = 0; t < group.length; t++) {
            String name = groupOf.get(tasks.get(t));
            if (name == null) {
                throw new DataException("groups: task '" + tasks.get(t) + "' has no group");
            }
            group[t] = numbers.computeIfAbsent(name, other -> numbers.size());
            weights[group[t]]++;
        }
        for (int g = 0; g < numbers.size(); g++) {
            weights[g] = gamma / (1 + gamma) / weights[g];
        }
        return TaskForest.groups(1 / (1 + gamma), group, Arrays.copyOf(weights, numbers.size()));
    }
}
