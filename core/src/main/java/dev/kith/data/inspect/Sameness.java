package dev.kith.data.inspect;

import dev.kith.data.inspect.words.NameHints;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Columns that say what another one says already. */
final class Sameness {
    /** Of what a number is in other units, to rounding. */
    private static final double SAME = 1 - 1e-9;

    private static final int MOST_NUMERIC = 200;

    private Sameness() {}

    /** A column and the earlier one that it repeats: value for value, one of them a text, or in other units. */
    static Map<Sampled, Sampled> of(List<Sampled> columns) {
        Map<Sampled, Sampled> repeats = new LinkedHashMap<>();
        Map<Integer, List<Sampled>> seen = new LinkedHashMap<>();
        for (Sampled column : columns) {
            // Two columns without a value that comes back agree whatever they say.
            if (column.levels() > 1 && 2 * column.levels() <= column.present()) {
                List<Sampled> alike = seen.computeIfAbsent(Arrays.hashCode(column.codes()), hash -> new ArrayList<>());
                alike.stream()
                        .filter(other -> !(other.numeric() && column.numeric()))
                        .filter(other -> Arrays.equals(other.codes(), column.codes()))
                        .findFirst()
                        .ifPresentOrElse(other -> repeats.put(column, other), () -> alike.add(column));
            }
        }
        List<Sampled> numeric = columns.stream()
                .filter(Sampled::numeric)
                .filter(column -> column.levels() > 2 && !repeats.containsKey(column))
                .limit(MOST_NUMERIC)
                .toList();
        for (int b = 0; b < numeric.size(); b++) {
            for (int a = 0; a < b && !repeats.containsKey(numeric.get(b)); a++) {
                if (units(numeric.get(a), numeric.get(b))) {
                    repeats.put(numeric.get(b), numeric.get(a));
                }
            }
        }
        return repeats;
    }

    /** Whether a column has another name for each task, rather than a number that tasks happen not to share. */
    static boolean renamed(Sampled column, Sampled task) {
        boolean name = !column.numeric() || NameHints.key(column.name());
        return name && column.levels() > 1 && Arrays.equals(column.codes(), task.codes());
    }

    private static boolean units(Sampled a, Sampled b) {
        int[] rows = Ranks.both(a.numbers(), b.numbers());
        return rows.length == a.present()
                && rows.length == b.present()
                && rows.length > 10
                && Math.abs(Ranks.correlation(Ranks.of(a.numbers(), rows), Ranks.of(b.numbers(), rows))) > SAME;
    }
}
