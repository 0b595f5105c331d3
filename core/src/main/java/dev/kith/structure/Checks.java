package dev.kith.structure;

import dev.kith.data.DataException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the structures check alike: parameter ranges, and names against the tasks there are. */
final class Checks {
    private Checks() {}

    static double requirePositive(String name, double value) {
        if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(name + " must be a finite number > 0, got " + value);
        }
        return value;
    }

    static double requireNonNegative(String name, double value) {
        if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(name + " must be a finite number >= 0, got " + value);
        }
        return value;
    }

    /** Position of every task by name. */
    static Map<String, Integer> positions(List<String> tasks) {
        Map<String, Integer> positions = new HashMap<>();
        for (String task : tasks) {
            positions.put(task, positions.size());
        }
        return positions;
    }

    static int position(Map<String, Integer> positions, String task, String where) {
        Integer position = positions.get(task);
        if (position == null) {
            throw new DataException(where + ": unknown task '" + task + "'" + " (known: "
                    + String.join(
                            ", ", positions.keySet().stream().sorted().limit(10).toList()) + ")");
        }
        return position;
    }
}
