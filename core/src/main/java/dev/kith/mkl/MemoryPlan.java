package dev.kith.mkl;

import java.util.Locale;

/**
 * What a fit will take beside the data it is given, in bytes, known before it starts.
 *
 * @param rows the rows, sorted by task, with their dual variables
 * @param nodes the weights of every node
 */
public record MemoryPlan(long rows, long nodes) {
    public long total() {
        return rows + nodes;
    }

    /** Refuses a fit that would take more than {@code limit} bytes. */
    void requireWithin(long limit) {
        if (total() > limit) {
            throw new IllegalArgumentException("memory must be at least " + size(total()) + " for this fit (rows "
                    + size(rows) + ", node weights " + size(nodes) + "), got " + size(limit)
                    + "; allow more, hash to fewer columns, or use fewer task nodes");
        }
    }

    private static String size(long bytes) {
        String[] units = {"bytes", "KB", "MB", "GB", "TB"};
        double value = bytes;
        int unit = 0;
        while (value >= 1024 && unit < units.length - 1) {
            value /= 1024;
            unit++;
        }
        return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.1f %s", value, units[unit]);
    }

    @Override
    public String toString() {
        return size(total()) + " (rows " + size(rows) + ", node weights " + size(nodes) + ")";
    }
}
