package dev.kith.model.grouping;

import dev.kith.data.Names;
import dev.kith.data.StringInputs;
import dev.kith.data.shape.Shapes;
import dev.kith.linalg.Matrix;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A column that groups rows beside the tasks (products, where tasks are shops) and what each of its levels adds to a row:
 *
 * <pre>  z'u_l,   u_l ~ N(0, covariance),   z = the row's 1 and features that vary  </pre>
 *
 * @param name of the column
 * @param levels that rows may name
 * @param varying what varies by level: 0 for the intercept, 1 + j for the slope of feature j
 * @param own the mean of u_l given the data, a column per level
 * @param covariance of what varies, in that order
 * @param between the variance of z'u_l, on average over the rows
 */
public record Grouping(
        String name, List<String> levels, List<Integer> varying, Matrix own, Matrix covariance, double between) {
    public Grouping {
        levels = Names.distinct("level", levels);
        varying = List.copyOf(varying);
        Shapes.require("own effects of '" + name + "'", own, varying.size(), levels.size());
        Shapes.require("covariance of '" + name + "'", covariance, varying.size(), varying.size());
        if (varying.stream().anyMatch(column -> column < 0)) {
            throw new IllegalArgumentException("what varies must be numbers >= 0, got " + varying);
        }
        if (!(between >= 0 && between < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("between must be a finite number >= 0, got " + between);
        }
        own = own.frozen();
        covariance = covariance.frozen();
    }

    /** Refuses slopes of features that there are not. */
    public void requireFeatures(int features) {
        for (int column : varying) {
            if (column > features) {
                throw new IllegalArgumentException(
                        "what varies by '" + name + "' must be numbers from 0 to " + features + ", got " + column);
            }
        }
    }

    /** The level of each row, -1 of levels that are not there. */
    public int[] of(StringInputs column) {
        Map<String, Integer> known = new HashMap<>();
        for (int l = 0; l < levels.size(); l++) {
            known.put(levels.get(l), l);
        }
        return column.values().stream()
                .mapToInt(value -> known.getOrDefault(value, -1))
                .toArray();
    }

    /** Marks rows of levels that are not there. */
    public void markUnknown(StringInputs column, BitSet rows) {
        int[] level = of(column);
        for (int i = 0; i < level.length; i++) {
            if (level[i] < 0) {
                rows.set(i);
            }
        }
    }

    /** What each row gets of its level; 0 of levels that are not there, which is the mean over levels. */
    public double[] effects(StringInputs column, Matrix x) {
        int[] level = of(column);
        double[] sums = new double[level.length];
        for (int i = 0; i < level.length; i++) {
            for (int a = 0; a < varying.size() && level[i] >= 0; a++) {
                int feature = varying.get(a) - 1;
                sums[i] += own.get(a, level[i]) * (feature < 0 ? 1 : x.get(i, feature));
            }
        }
        return sums;
    }
}
