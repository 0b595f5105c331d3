package dev.kith.mixed;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.MixedInputs;
import dev.kith.data.StringInputs;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which levels the rows of a design belong to: of the tasks first, then of each further column.
 *
 * @param names of the further columns
 * @param levels of each of them that have rows, in the order of the rows
 * @param level by grouping and position
 * @param counts how many levels each grouping has; those of the tasks may be without rows
 */
@SuppressWarnings("ArrayRecordComponent") // internal, never compared
record Groupings(List<String> names, List<List<String>> levels, int[][] level, int[] counts) {

    /** @param inputs of the data, whose text columns are the further groupings */
    static Groupings of(Dataset data, MixedInputs inputs, Design design) {
        int further = inputs.texts().size();
        List<List<String>> levels = new ArrayList<>();
        int[][] level = new int[1 + further][design.size()];
        int[] counts = new int[1 + further];
        counts[0] = design.tasks();
        for (int i = 0; i < design.size(); i++) {
            level[0][i] = data.task(design.observation(i));
        }
        for (int g = 1; g <= further; g++) {
            StringInputs column = inputs.texts().get(g - 1);
            Map<String, Integer> known = new LinkedHashMap<>();
            for (int i = 0; i < design.size(); i++) {
                String value = column.values().get(data.row(design.observation(i)));
                Integer at = known.putIfAbsent(value, known.size());
                level[g][i] = at == null ? known.size() - 1 : at;
            }
            levels.add(List.copyOf(known.keySet()));
            counts[g] = known.size();
        }
        Groupings all =
                new Groupings(inputs.texts().stream().map(StringInputs::name).toList(), levels, level, counts);
        all.requireRepeated(design.size());
        return all;
    }

    /** A level per row cannot be told from the residual. */
    private void requireRepeated(int rows) {
        for (int g = 1; g < counts.length; g++) {
            if (counts[g] >= rows) {
                throw new DataException("task column '" + names.get(g - 1) + "' must have rows that share a level, got "
                        + counts[g] + " levels in " + rows + " rows: its variance cannot be told from the residual's");
            }
        }
    }

    /** With the tasks. */
    int size() {
        return counts.length;
    }

    /** Levels of a grouping that have rows. */
    int present(int g) {
        boolean[] seen = new boolean[counts[g]];
        int count = 0;
        for (int l : level[g]) {
            count += seen[l] ? 0 : 1;
            seen[l] = true;
        }
        return count;
    }
}
