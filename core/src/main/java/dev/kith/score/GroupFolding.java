package dev.kith.score;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.text.Words;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Groups of rows dealt at random, each as a whole. */
record GroupFolding(String column, List<String> values) implements Folding {
    GroupFolding {
        values = List.copyOf(values);
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i).isBlank()) {
                throw new DataException(
                        "column '" + column + "', row " + (i + 1) + ": must name the group of the row, got a blank");
            }
        }
    }

    @Override
    public List<Split> folds(Dataset data, int k, long seed) {
        data.requireRows("a division by groups");
        int[] groups = groups(data);
        int testable = testable(data, groups);
        if (testable < k) {
            throw new DataException("rows cannot be held out by '" + column + "' in " + k + " folds: "
                    + (testable == 0 ? "none" : "only " + testable) + " of its "
                    + Arrays.stream(groups).distinct().count()
                    + " values can be, since the others are the only ones of a task, which would be held out whole");
        }
        return Split.folds(data, k, seed, o -> groups[o]);
    }

    @Override
    public List<Split> inner(Dataset data, int k, long seed) {
        int[] groups = groups(data);
        int folds = Math.min(k, testable(data, groups));
        if (folds < 2) {
            throw new DataException("settings are chosen on whole values of '" + column
                    + "', and the rows to learn from have fewer than two that are not the only ones of a task; give"
                    + " lambda, or more folds");
        }
        return Split.folds(data, folds, seed, o -> groups[o]);
    }

    /** The group of each observation, numbered as they come. */
    private int[] groups(Dataset data) {
        Map<String, Integer> number = new HashMap<>();
        return IntStream.range(0, data.size())
                .map(o -> {
                    int row = data.sourceRow(data.row(o));
                    if (row >= values.size()) {
                        throw new DataException("column '" + column + "' must have a group for each row, got "
                                + values.size() + " and no row " + (row + 1));
                    }
                    return number.computeIfAbsent(values.get(row), value -> number.size());
                })
                .toArray();
    }

    /** How many groups can be held out without a whole task. */
    private static int testable(Dataset data, int[] groups) {
        int count = Arrays.stream(groups).max().orElse(-1) + 1;
        int[] only = new int[data.taskCount()];
        Arrays.fill(only, -1);
        for (int o = 0; o < groups.length; o++) {
            int t = data.task(o);
            only[t] = only[t] == -1 || only[t] == groups[o] ? groups[o] : count;
        }
        return count
                - (int) Arrays.stream(only)
                        .filter(g -> g >= 0 && g < count)
                        .distinct()
                        .count();
    }

    @Override
    public int[] units(Dataset judged, List<Split> splits) {
        return groups(judged);
    }

    @Override
    public String name(int k) {
        return k + "-fold cross-validation by whole '" + column + "'";
    }

    @Override
    public Optional<String> note() {
        return Optional.of("Tested on values of '" + column + "' that nothing was learned from.");
    }

    @Override
    public List<String> sentences(Dataset data, List<Split> splits) {
        int[] groups = groups(data);
        long all = Arrays.stream(groups).distinct().count();
        long tested = splits.stream()
                .flatMapToInt(split -> Arrays.stream(split.testObservations()))
                .map(o -> groups[o])
                .distinct()
                .count();
        return List.of("Rows were held out by whole values of '" + column + "': " + tested + " of "
                + Words.count(all, "value") + " in " + Words.count(splits.size(), "fold")
                + (tested < all ? ", the others being the only ones of a task" : "")
                + "; settings were chosen so too, and intervals leave out whole values.");
    }
}
