package dev.kith.online.state;

import dev.kith.online.Snapshot;
import java.util.Arrays;

/** One adaptive vector per task, and their saved form. */
public final class AdaptiveVectors {
    private AdaptiveVector[] vectors = new AdaptiveVector[0];

    public int size() {
        return vectors.length;
    }

    public void grow(int tasks) {
        int old = vectors.length;
        if (tasks > old) {
            vectors = Arrays.copyOf(vectors, tasks);
            for (int t = old; t < tasks; t++) {
                vectors[t] = new AdaptiveVector();
            }
        }
    }

    public AdaptiveVector of(int task) {
        return vectors[task];
    }

    /** Saves what is not zero of all vectors, task after task. */
    public void save(Snapshot.Builder to, String name) {
        int[][] features = new int[vectors.length][];
        int[] starts = new int[vectors.length + 1];
        for (int t = 0; t < vectors.length; t++) {
            features[t] = vectors[t].features();
            starts[t + 1] = Math.addExact(starts[t], features[t].length);
        }
        int[] indices = new int[starts[vectors.length]];
        double[] weights = new double[indices.length];
        double[] sums = new double[indices.length];
        for (int t = 0; t < vectors.length; t++) {
            System.arraycopy(features[t], 0, indices, starts[t], features[t].length);
            for (int k = starts[t]; k < starts[t + 1]; k++) {
                weights[k] = vectors[t].weight(indices[k]);
                sums[k] = vectors[t].sum(indices[k]);
            }
        }
        to.indices(name + " starts", starts)
                .indices(name + " features", indices)
                .numbers(name + " weights", weights)
                .numbers(name + " sums", sums);
    }

    /** The vectors that were saved. */
    public static AdaptiveVectors restore(Snapshot from, String name) {
        int[] starts = from.indices(name + " starts");
        int[] features = from.indices(name + " features");
        AdaptiveVectors restored = new AdaptiveVectors();
        restored.grow(starts.length - 1);
        for (int t = 0; t < restored.size(); t++) {
            restored.of(t)
                    .fill(
                            features,
                            from.numbers(name + " weights"),
                            from.numbers(name + " sums"),
                            starts[t],
                            starts[t + 1]);
        }
        return restored;
    }
}
