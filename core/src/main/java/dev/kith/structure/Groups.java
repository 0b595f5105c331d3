package dev.kith.structure;

import dev.kith.data.DataException;
import dev.kith.data.read.Texts;
import dev.kith.data.shape.Checks;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.Twofold;
import dev.kith.structure.penalty.Definition;
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

    /** The group of every task, by number. */
    private int[] numbered(List<String> tasks) {
        Map<String, Integer> positions = Checks.positions(tasks);
        for (String task : new TreeSet<>(groupOf.keySet())) {
            Checks.position(positions, task, "groups");
        }
        Map<String, Integer> numbers = new HashMap<>();
        int[] group = new int[tasks.size()];
        for (int t = 0; t < group.length; t++) {
            String name = groupOf.get(tasks.get(t));
            if (name == null) {
                throw new DataException("groups: task '" + tasks.get(t) + "' has no group");
            }
            Integer known = numbers.putIfAbsent(name, numbers.size());
            group[t] = known == null ? numbers.size() - 1 : known;
        }
        return group;
    }

    /** How many tasks are in the group of each. */
    private static int[] sizes(int[] group) {
        int[] count = new int[group.length];
        for (int g : group) {
            count[g]++;
        }
        int[] sizes = new int[group.length];
        Arrays.setAll(sizes, t -> count[group[t]]);
        return sizes;
    }

    /** The definition for tasks with these groups, numbered from 0. */
    static Definition alike(int[] group, double gamma) {
        Twofold all = Twofold.sum(1, gamma);
        Twofold own = Twofold.ONE.dividedBy(all);
        int[] sizes = sizes(group);
        Twofold[][] a = new Twofold[group.length][group.length];
        for (int t = 0; t < group.length; t++) {
            Twofold share = Twofold.of(gamma).dividedBy(all).dividedBy(sizes[t]);
            for (int s = 0; s < group.length; s++) {
                a[t][s] = group[s] != group[t] ? Twofold.ZERO : s == t ? share.plus(own) : share;
            }
        }
        return Definition.of(a, 4, Math.nextDown(own.hi()), false);
    }

    @Override
    public Definition definition(List<String> tasks) {
        return alike(numbered(tasks), gamma);
    }

    @Override
    public Matrix matrix(List<String> tasks) {
        int[] group = numbered(tasks);
        int[] sizes = sizes(group);
        Matrix a = Matrix.zeros(group.length, group.length);
        for (int t = 0; t < group.length; t++) {
            for (int s = 0; s < group.length; s++) {
                if (group[s] == group[t]) {
                    a.set(t, s, gamma / (1 + gamma) / sizes[t]);
                }
            }
            a.add(t, t, 1 / (1 + gamma));
        }
        return a;
    }
}
