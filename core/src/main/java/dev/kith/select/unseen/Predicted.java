package dev.kith.select.unseen;

import dev.kith.data.Dataset;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What one way predicts with each number of known rows; filled by several threads, each for tasks of its own. */
final class Predicted {
    private final String name;
    private final double[][] values;
    private volatile @Nullable String refusal;

    Predicted(String name, Dataset data, int levels) {
        this.name = name;
        this.values = new double[levels][data.size()];
        Arrays.stream(values).forEach(level -> Arrays.fill(level, Double.NaN));
    }

    String name() {
        return name;
    }

    void write(int level, int[] observations, double... predictions) {
        for (int k = 0; k < observations.length; k++) {
            values[level][observations[k]] = predictions[k];
        }
    }

    /** One per observation, NaN where there is none. */
    double[] values(int level) {
        return values[level];
    }

    void refuse(String why) {
        refusal = why;
    }

    boolean refused() {
        return refusal != null;
    }

    Optional<String> refusal() {
        return Optional.ofNullable(refusal);
    }
}
