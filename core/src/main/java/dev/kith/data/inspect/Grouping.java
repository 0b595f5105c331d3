package dev.kith.data.inspect;

/** How much of some numbers the levels of a column explain. Rows without number or level do not count. */
final class Grouping {
    private Grouping() {}

    /**
     * The share of variance that belongs to the levels, corrected for their number (omega squared):
     *
     * <pre>  (SS_between - (k - 1) MS_within) / (SS_total + MS_within)</pre>
     *
     * 0 where there are too few rows to tell, never below 0.
     */
    static double share(double[] values, int[] codes, int levels) {
        double[] means = means(values, codes, levels);
        double total = 0;
        double within = 0;
        double mean = 0;
        int n = 0;
        int[] counts = new int[levels];
        for (int i = 0; i < values.length; i++) {
            if (codes[i] >= 0 && !Double.isNaN(values[i])) {
                mean += values[i];
                n++;
                counts[codes[i]]++;
            }
        }
        mean /= Math.max(1, n);
        int used = 0;
        for (int count : counts) {
            used += count > 0 ? 1 : 0;
        }
        for (int i = 0; i < values.length; i++) {
            if (codes[i] >= 0 && !Double.isNaN(values[i])) {
                total += square(values[i] - mean);
                within += square(values[i] - means[codes[i]]);
            }
        }
        if (n <= used || used < 2 || !(total > 0)) {
            return 0;
        }
        double noise = within / (n - used);
        return Math.max(0, (total - within - (used - 1) * noise) / (total + noise));
    }

    /** The mean of each level; 0 for a level without rows. */
    static double[] means(double[] values, int[] codes, int levels) {
        double[] sums = new double[levels];
        int[] counts = new int[levels];
        for (int i = 0; i < values.length; i++) {
            if (codes[i] >= 0 && !Double.isNaN(values[i])) {
                sums[codes[i]] += values[i];
                counts[codes[i]]++;
            }
        }
        for (int k = 0; k < levels; k++) {
            sums[k] /= Math.max(1, counts[k]);
        }
        return sums;
    }

    /** What is left of the values when the means of the levels are taken away; NaN where there is no level. */
    static double[] residuals(double[] values, int[] codes, int levels) {
        double[] means = means(values, codes, levels);
        double[] left = new double[values.length];
        for (int i = 0; i < left.length; i++) {
            left[i] = codes[i] < 0 ? Double.NaN : values[i] - means[codes[i]];
        }
        return left;
    }

    /** Whether {@code inner} is the same in all rows of each of the groups, and some group has two rows. */
    static boolean constantWithin(int[] inner, int[] groups, int levels) {
        int[] first = new int[levels];
        java.util.Arrays.fill(first, -2);
        boolean repeated = false;
        for (int i = 0; i < inner.length; i++) {
            int group = groups[i];
            if (group >= 0) {
                if (first[group] == -2) {
                    first[group] = inner[i];
                } else if (first[group] != inner[i]) {
                    return false;
                } else {
                    repeated = true;
                }
            }
        }
        return repeated;
    }

    private static double square(double x) {
        return x * x;
    }
}
