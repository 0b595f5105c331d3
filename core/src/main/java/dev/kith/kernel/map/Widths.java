package dev.kith.kernel.map;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.Standardizer;
import dev.kith.data.prepare.Preparation;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Widths of kernels that suit the data. */
public final class Widths {
    /** Distances are looked at between so many inputs, evenly picked. */
    private static final int PICKED = 200;

    private Widths() {}

    /**
     * The median distance between inputs; 1 where they are not dense, or half of all pairs are equal.
     *
     * @param standardize whether the kernel will see standardised features
     */
    public static double median(Dataset rows, boolean standardize) {
        Dataset data = Preparation.prepared(rows);
        Inputs inputs = standardize
                ? Standardizer.fit(data, Standardizer.TargetScale.NONE, true).apply(data.inputs())
                : data.inputs();
        return inputs instanceof DenseInputs ? median(inputs) : 1;
    }

    /**
     * The kernel with what follows the data known, {@link Kernel#on}.
     *
     * @param standardize whether the kernel will see standardised features
     * @param seed of the inputs that are looked at
     */
    public static Kernel known(Kernel kernel, Dataset rows, boolean standardize, long seed) {
        if (!kernel.open()) {
            return kernel;
        }
        Dataset data = Preparation.prepared(rows);
        boolean scaled = standardize && kernel.scalable();
        return kernel.on(
                scaled
                        ? Standardizer.fit(data, Standardizer.TargetScale.NONE, true)
                                .apply(data.inputs())
                        : data.inputs(),
                seed);
    }

    private static double median(Inputs inputs) {
        int n = Math.min(PICKED, inputs.rows());
        int[] picked = new int[n];
        Arrays.setAll(picked, i -> (int) ((long) i * inputs.rows() / n));
        Matrix products = new Linear().gram(inputs.select(picked));
        double[] distances = new double[n * (n - 1) / 2];
        int count = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                double squared = products.get(i, i) + products.get(j, j) - 2 * products.get(i, j);
                distances[count++] = Math.sqrt(Math.max(0, squared));
            }
        }
        Arrays.sort(distances);
        double median = count == 0 ? 1 : distances[count / 2];
        return median > 0 ? median : 1;
    }

    /** Gaussian kernels of widths 1/8, 1/4, ..., 4 times the median distance. */
    public static List<Kernel> around(Dataset data, boolean standardize) {
        double median = median(data, standardize);
        return IntStream.rangeClosed(-3, 2)
                .<Kernel>mapToObj(k -> new Gaussian(median * Math.pow(2, k)))
                .toList();
    }
}
