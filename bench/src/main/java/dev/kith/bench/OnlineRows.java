package dev.kith.bench;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;

/**
 * Sparse rows of several linear tasks that are alike: 70 of 50,000 features, drawn uniformly, with values 1 to 9 scaled
 * to length 1; tasks drawn uniformly.
 */
@SuppressWarnings("ArrayRecordComponent") // buffers of one benchmark
record OnlineRows(int[] indices, double[] values, int[] tasks, double[] labels) {
    static final int FEATURES = 50_000;
    static final int NON_ZEROS = 70;
    private static final double OWN_PART = 0.3;

    static OnlineRows draw(int rows, int taskCount, long seed) {
        Random random = new Random(seed);
        OnlineRows drawn = new OnlineRows(
                new int[rows * NON_ZEROS], new double[rows * NON_ZEROS], new int[rows], new double[rows]);
        double[] common = random.doubles(FEATURES, -1, 1).toArray();
        boolean[] taken = new boolean[FEATURES];
        for (int n = 0; n < rows; n++) {
            drawn.tasks[n] = random.nextInt(taskCount);
            drawn.drawRow(n, random, taken);
            double margin = 0;
            for (int k = n * NON_ZEROS; k < (n + 1) * NON_ZEROS; k++) {
                margin += drawn.values[k]
                        * (common[drawn.indices[k]] + OWN_PART * ownWeight(drawn.tasks[n], drawn.indices[k]));
            }
            drawn.labels[n] = margin >= 0 ? 1 : -1;
        }
        return drawn;
    }

    private void drawRow(int n, Random random, boolean[] taken) {
        int from = n * NON_ZEROS;
        double norm = 0;
        for (int k = from; k < from + NON_ZEROS; k++) {
            int feature = random.nextInt(FEATURES);
            while (taken[feature]) {
                feature = random.nextInt(FEATURES);
            }
            taken[feature] = true;
            indices[k] = feature;
            values[k] = 1 + random.nextInt(9);
            norm += values[k] * values[k];
        }
        Arrays.sort(indices, from, from + NON_ZEROS);
        for (int k = from; k < from + NON_ZEROS; k++) {
            taken[indices[k]] = false;
            values[k] /= Math.sqrt(norm);
        }
    }

    /** A number in [-1, 1) that depends on task and feature only, so that 10,000 tasks need no memory. */
    private static double ownWeight(int task, int feature) {
        long h = (task * 0x9E3779B97F4A7C15L) ^ (feature * 0xC2B2AE3D27D4EB4FL);
        h ^= h >>> 31;
        h *= 0x94D049BB133111EBL;
        return (h >> 11) * 0x1p-52;
    }

    int size() {
        return tasks.length;
    }

    /** Writes the rows in the LIBSVM layout, values as whole numbers. */
    void write(Path file) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (int n = 0; n < size(); n++) {
                out.write(labels[n] > 0 ? "1" : "-1");
                out.write(" qid:t" + tasks[n]);
                int from = n * NON_ZEROS;
                double least =
                        Arrays.stream(values, from, from + NON_ZEROS).min().orElse(1);
                for (int k = from; k < from + NON_ZEROS; k++) {
                    out.write(" " + (indices[k] + 1) + ":" + Math.round(values[k] / least));
                }
                out.write('\n');
            }
        }
    }
}
