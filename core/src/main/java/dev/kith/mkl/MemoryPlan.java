package dev.kith.mkl;

import java.util.Locale;

/**
 * What a fit will take in bytes, known before it starts.
 *
 * @param rows what is known of every row and of the columns of every task, with the dual variables
 * @param nodes the weights of every node
 * @param model the model made of them in the end, at most
 * @param data the rows themselves where this fit holds them in memory; they are let go before the model is made
 * @param disk the rows themselves where they are kept on disk
 * @param block the largest piece of the rows on disk that is in memory at a time
 * @param whole whether the data are counted; otherwise all this is beside the data the fit was given
 */
public record MemoryPlan(long rows, long nodes, long model, long data, long disk, long block, boolean whole) {
    /** Memory at its peak. */
    public long total() {
        return rows + nodes + Math.max(model, data);
    }

    /** Beside data that are in memory already. */
    static MemoryPlan beside(long rows, long nodes, long model) {
        return new MemoryPlan(rows, nodes, model, 0, 0, 0, false);
    }

    boolean within(long limit) {
        return total() <= limit;
    }

    /** Refuses a fit that would take more than {@code limit} bytes. */
    void requireWithin(long limit) {
        if (!within(limit)) {
            throw new IllegalArgumentException("memory must be at least " + size(total()) + " for this fit"
                    + (whole ? ", even with the data on disk" : "") + " (" + parts() + "), got " + size(limit)
                    + "; allow more, hash to fewer columns, or use fewer task nodes");
        }
    }

    static String size(long bytes) {
        String[] units = {"bytes", "KB", "MB", "GB", "TB"};
        double value = bytes;
        int unit = 0;
        while (value >= 1024 && unit < units.length - 1) {
            value /= 1024;
            unit++;
        }
        return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.1f %s", value, units[unit]);
    }

    private String parts() {
        return (data > 0 ? "data " + size(data) + ", " : "") + "rows " + size(rows) + ", node weights " + size(nodes)
                + (data > model ? "" : ", model " + size(model));
    }

    /** Such as {@code Memory: 1.1 GB (rows 700.0 MB, ...); data kept on disk: 2.3 GB in blocks of 64.0 MB}. */
    @Override
    public String toString() {
        return (whole ? "Memory: " : "Memory beside the data: ") + size(total()) + " (" + parts() + ")"
                + (disk > 0 ? "; data kept on disk: " + size(disk) + " in blocks of at most " + size(block) : "");
    }
}
