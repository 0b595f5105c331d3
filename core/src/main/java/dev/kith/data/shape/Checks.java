package dev.kith.data.shape;

import dev.kith.data.DataException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the structures check alike: parameter ranges, and names against the tasks there are. */
public final class Checks {
    private Checks() {}

    public static double requirePositive(String name, double value) {
        if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(name + " must be a finite number > 0, got " + value);
        }
        return value;
    }

    public static double requireNonNegative(String name, double value) {
        if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(name + " must be a finite number >= 0, got " + value);
        }
        return value;
    }

    /** Position of every task by name. */
    public static Map<String, Integer> positions(List<String> tasks) {
        Map<String, Integer> positions = new HashMap<>();
        for (String task : tasks) {
            positions.put(task, positions.size());
        }
        return positions;
    }

    public static int position(Map<String, Integer> positions, String task, String where) {
        Integer position = positions.get(task);
        if (position == null) {
            throw new DataException(where + ": unknown task '" + task + "'" + " (known: "
                    + String.join(
                            ", ", positions.keySet().stream().sorted().limit(10).toList()) + ")");
        }
        return position;
    }
}
