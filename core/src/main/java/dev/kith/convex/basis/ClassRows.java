package dev.kith.convex.basis;

import dev.kith.data.DataException;
import java.util.Arrays;

/**
 * Observations of several classes by row: every row has one per class, of which one is its own.
 */
public final class ClassRows {
    private final int classes;
    private final int[] at;
    private final int[] own;
    private final double[] weight;

    /**
     * @param start where the observations of each class begin, and where the last end
     * @param row of each observation
     * @param y label of each observation, above 0 for the row's own class
     * @param w weight of each observation
     * @param loss its name, for messages
     */
    public ClassRows(int[] start, int[] row, double[] y, double[] w, String loss) {
        classes = start.length - 1;
        int rows = row.length / Math.max(1, classes);
        int[] place = new int[Arrays.stream(row).max().orElse(-1) + 1];
        Arrays.fill(place, -1);
        at = new int[rows * classes];
        own = new int[rows];
        weight = new double[rows];
        Arrays.fill(own, -1);
        int seen = 0;
        for (int t = 0; t < classes; t++) {
            require(start[t + 1] - start[t] == rows, loss);
            for (int o = start[t]; o < start[t + 1]; o++) {
                if (t == 0) {
                    require(place[row[o]] < 0, loss);
                    place[row[o]] = seen++;
                    weight[place[row[o]]] = w[o];
                }
                int i = place[row[o]];
                require(i >= 0 && weight[i] == w[o] && (y[o] <= 0 || own[i] < 0), loss);
                at[i * classes + t] = o;
                own[i] = y[o] > 0 ? t : own[i];
            }
        }
        require(Arrays.stream(own).allMatch(t -> t >= 0), loss);
    }

    private static void require(boolean complete, String loss) {
        if (!complete) {
            throw new DataException(
                    "loss '" + loss + "' judges all classes of a row together: every row must say its one class,"
                            + " and every class be a task; name the column of classes (--classes), or use logistic or hinge");
        }
    }

    public int rows() {
        return own.length;
    }

    public int classes() {
        return classes;
    }

    /** The class of a row. */
    public int own(int i) {
        return own[i];
    }

    public double weight(int i) {
        return weight[i];
    }

    /** The observation of a row and class. */
    public int at(int i, int t) {
        return at[i * classes + t];
    }

    /** out = the entries of a row, by class. */
    public void gather(double[] out, int i, double[] values) {
        for (int t = 0; t < classes; t++) {
            out[t] = values[at[i * classes + t]];
        }
    }

    /** Writes the entries of a row back. */
    public void scatter(double[] values, int i, double[] of) {
        for (int t = 0; t < classes; t++) {
            values[at[i * classes + t]] = of[t];
        }
    }
}
