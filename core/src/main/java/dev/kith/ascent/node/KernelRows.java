package dev.kith.ascent.node;

import dev.kith.data.Inputs;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.PreciseRows;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.numeric.Concurrent;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a kernel matrix on demand, the most recently computed kept in memory: as many as fit, oldest replaced first.
 * Row i is over all rows of the run, in its order.
 */
public final class KernelRows {
    /** So many values are evaluated to twice the precision; more, in doubles with a bound of their error. */
    private static final long MOST_PRECISE = 4_000_000;

    /** Rows that one thread computes at a time; what only the inputs decide is worked out once for them. */
    private static final int BLOCK = 64;

    private final Kernel kernel;
    private final Inputs inputs;
    private final double[] @Nullable [] rows;
    private final int[] slots;
    private final double[] diagonal;
    private final Function<Inputs, Matrix> against;
    private int next;

    /** @param bytes memory for rows; at least one row is kept */
    public KernelRows(Kernel kernel, Inputs inputs, long bytes) {
        this.kernel = kernel;
        this.inputs = inputs;
        int n = inputs.rows();
        rows = new double[n] @Nullable [];
        slots = new int[(int) Math.max(1, Math.min(n, bytes / (8L * Math.max(n, 1))))];
        java.util.Arrays.fill(slots, -1);
        diagonal = kernel.diagonal(inputs);
        against = kernel.against(inputs);
    }

    /**
     * Computes all rows where all are kept, on as many threads as {@link LinearAlgebra#threads} allows: the same
     * numbers as one by one.
     */
    public void fill() {
        if (slots.length < rows.length) {
            return;
        }
        Concurrent.blocks(rows.length, BLOCK, (from, to) -> {
            Function<Inputs, Matrix> own = kernel.against(inputs);
            for (int i = from; i < to; i++) {
                Inputs x = inputs.select(i);
                rows[i] = LinearAlgebra.withThreads(1, () -> own.apply(x)).data();
            }
        });
        java.util.Arrays.setAll(slots, i -> i);
    }

    /** The values again, to more digits where they are few enough for that. */
    PreciseRows precisely() {
        long values = (long) inputs.rows() * inputs.rows();
        return values <= MOST_PRECISE ? kernel.precisely(inputs, inputs) : kernel.plainly(inputs, inputs);
    }

    public double diagonal(int i) {
        return diagonal[i];
    }

    double[] row(int i) {
        double[] row = rows[i];
        if (row == null) {
            row = against.apply(inputs.select(i)).data();
            if (slots[next] >= 0) {
                rows[slots[next]] = null;
            }
            slots[next] = i;
            next = (next + 1) % slots.length;
            rows[i] = row;
        }
        return row;
    }
}
