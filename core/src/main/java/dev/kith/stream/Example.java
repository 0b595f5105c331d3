package dev.kith.stream;

import dev.kith.data.DataException;
import java.util.Map;

/**
 * One row to learn from: {@code new Example("ann", "spam", Map.of("offer", 2.0, "free", 1.0))}.
 *
 * @param label the name of its class
 * @param features finite numbers by name; those left out are 0
 */
public record Example(String task, String label, Map<String, Double> features) {
    public Example {
        features = checked(task, features);
    }

    /** A copy; refuses numbers that are not finite. */
    static Map<String, Double> checked(String task, Map<String, Double> features) {
        features.forEach((name, value) -> {
            if (!Double.isFinite(value)) {
                throw new DataException(
                        "feature '" + name + "' must be a finite number, got " + value + " (task '" + task + "')");
            }
        });
        return Map.copyOf(features);
    }
}
