package dev.kith.convex.basis;

import dev.kith.data.DataException;
import java.util.Arrays;

/**
 * Observations of several classes by row: every row has one per class, of which one is its own. Classes of different parts of the data
 * (of each country) are judged apart: a row has an observation of every class of one part, which is a run of tasks.
 */
public final class ClassRows {
    private final int classes;
    private final int[] at;
    private final int[] own;
    private final int[] part;
    private final double[] weight;

    /**
     * @param classes of each part: task p classes + c is class c of part p
     * @param start where the observations of each task begin, and where the last end
     * @param row of each observation
     * @param y label of each observation, above 0 for the row's own class
     * @param w weight of each observation
     * @param loss its name, for messages
     */
    public ClassRows(int classes, int[] start, int[] row, double[] y, double[] w, String loss) {
        this.classes = classes;
        int rows = row.length / Math.max(1, classes);
        int[] place = new int[Arrays.stream(row).max().orElse(-1) + 1];
        Arrays.fill(place, -1);
        at = new int[rows * classes];
        own = new int[rows];
        part = new int[rows];
        weight = new double[rows];
        Arrays.fill(own, -1);
        require((start.length - 1) % classes == 0 && rows * classes == row.length, loss);
        int seen = 0;
        for (int t = 0; t < start.length - 1; t++) {
            int first = t - t % classes;
            require(start[t + 1] - start[t] == start[first + 1] - start[first], loss);
            for (int o = start[t]; o < start[t + 1]; o++) {
                if (t == first) {
                    require(place[row[o]] < 0, loss);
                    part[seen] = t / classes;
                    place[row[o]] = seen++;
                    weight[place[row[o]]] = w[o];
                }
                int i = place[row[o]];
                require(i >= 0 && part[i] == t / classes && weight[i] == w[o] && (y[o] <= 0 || own[i] < 0), loss);
                at[i * classes + t % classes] = o;
                own[i] = y[o] > 0 ? t % classes : own[i];
            }
        }
        require(Arrays.stream(own).allMatch(t -> t >= 0), loss);
    }

    private static void require(boolean complete, String loss) {
        if (!complete) {
            throw new DataException(
                    "loss '" + loss + "' judges all classes of a row together: every row must say its one class,"
                            + " and every class be a task; name the column of classes (--classes) without an order, or use logistic or hinge");
        }
    }

    public int rows() {
        return own.length;
    }

    public int classes() {
        return classes;
    }

    /** The part whose classes a row has. */
    public int part(int i) {
        return part[i];
    }

    /** The task that class t is for a row. */
    public int task(int i, int t) {
        return part[i] * classes + t;
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
