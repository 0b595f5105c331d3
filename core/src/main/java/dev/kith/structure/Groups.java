package dev.kith.structure;

import dev.kith.data.DataException;
import dev.kith.data.read.Texts;
import dev.kith.data.shape.Checks;
import dev.kith.linalg.Matrix;
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
        Map<String, Integer> positions = Checks.positions(tasks);
        for (String task : new TreeSet<>(groupOf.keySet())) {
            Checks.position(positions, task, "groups");
        }
        String[] group = new String[tasks.size()];
        for (int t = 0; t < group.length; t++) {
            String name = groupOf.get(tasks.get(t));
            if (name == null) {
                throw new DataException("groups: task '" + tasks.get(t) + "' has no group");
            }
            group[t] = name;
        }
        Matrix a = Matrix.zeros(group.length, group.length);
        for (int t = 0; t < group.length; t++) {
            int size = 0;
            for (String other : group) {
                size += other.equals(group[t]) ? 1 : 0;
            }
            for (int s = 0; s < group.length; s++) {
                if (group[s].equals(group[t])) {
                    a.set(t, s, gamma / (1 + gamma) / size);
                }
            }
            a.add(t, t, 1 / (1 + gamma));
        }
        return a;
    }
}
