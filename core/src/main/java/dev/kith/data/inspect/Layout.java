package dev.kith.data.inspect;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** How the rows of a table are laid out: by which columns each is told from the others, and which values somebody chose. */
final class Layout {
    /** Of rows that two columns tell apart, so many must be; a few are entered twice. */
    private static final double NEARLY = 0.99;

    /** A value that was measured does not come back as often as every other. */
    private static final double EVEN = 1.25;

    private static final int FEWEST_LEVELS = 3;

    private Layout() {}

    /** Whether no two rows, or next to none, have both values in common, and values of both come back. */
    static boolean tellsApart(Sampled a, Sampled b) {
        if (a == b || 2 * a.levels() > a.rows() || 2 * b.levels() > b.rows()) {
            return false;
        }
        Set<Long> pairs = new HashSet<>();
        int rows = 0;
        for (int i = 0; i < a.rows(); i++) {
            if (a.code(i) >= 0 && b.code(i) >= 0) {
                pairs.add((long) a.code(i) * b.levels() + b.code(i));
                rows++;
            }
        }
        return 2 * rows > a.rows() && pairs.size() >= NEARLY * rows;
    }

    /** Whether numbers were chosen rather than measured: few, and each about as often as the others. */
    static boolean designed(Sampled column) {
        if (!column.numeric() || column.levels() < FEWEST_LEVELS || 3 * column.levels() > column.present()) {
            return false;
        }
        int[] counts = new int[column.levels()];
        for (int i = 0; i < column.rows(); i++) {
            if (column.code(i) >= 0) {
                counts[column.code(i)]++;
            }
        }
        int most = 0;
        int fewest = Integer.MAX_VALUE;
        for (int count : counts) {
            most = Math.max(most, count);
            fewest = Math.min(fewest, count);
        }
        return most <= EVEN * fewest;
    }

    /** Columns that are the same in all rows of each group and vary from group to group: what groups are like. */
    static long properties(Sampled group, List<Sampled> columns) {
        return columns.stream()
                .filter(c -> c != group && c.levels() > 1 && 2 * c.levels() <= c.rows())
                .filter(c -> Grouping.constantWithin(c.codes(), group.codes(), group.levels()))
                .filter(c -> !Grouping.constantWithin(group.codes(), c.codes(), c.levels()))
                .count();
    }

    /** Whole numbers one after the other, such as periods. */
    static boolean consecutive(Sampled column) {
        return column.numeric()
                && column.scan().high() - column.scan().low() == column.column().distinct() - 1
                && column.column().kind() == Inspection.Kind.INTEGER;
    }
}
