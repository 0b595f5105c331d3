package dev.kith.mixed;

import dev.kith.data.DataException;
import dev.kith.linalg.Matrix;
import dev.kith.numeric.SparseLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What the criterion needs of rows that belong to levels of several groupings: Z'Z as blocks of pairs of levels, Z'F and F'F of the columns and the label, all
 * with weights, and where the factor of I + Lambda'Z'Z Lambda has entries. Variable {@code at(g, l, a)} is column a of level l of grouping g.
 */
final class CrossedFactors {
    /** Bytes per entry of the factor while the criterion is evaluated. */
    private static final long BYTES = 64;

    final Design design;
    final Groupings groupings;
    /** All columns; the label comes after them. */
    final int[] columns;
    /** By grouping, positions among the columns of those that vary. */
    final int[][] varying;

    final int[] q;
    final List<Crossing> crossings = new ArrayList<>();
    final SparseLayout layout;
    /** Slots of the layout by crossing, for each entry of its blocks. */
    final List<int[]> slots = new ArrayList<>();
    /** Z'(F, y): variables x (p + 1). */
    final Matrix zf;
    /** (F, y)'(F, y). */
    final Matrix ff;

    private final int[] offset;

    CrossedFactors(Design design, Groupings groupings, int[] columns, int[][] varying) {
        this.design = design;
        this.groupings = groupings;
        this.columns = columns;
        this.varying = varying;
        this.q = Arrays.stream(varying).mapToInt(own -> own.length).toArray();
        this.offset = new int[q.length + 1];
        for (int g = 0; g < q.length; g++) {
            offset[g + 1] =
                    Math.addExact(offset[g], Math.multiplyExact(groupings.counts()[g], q[g]));
        }
        cross();
        this.layout = layout();
        for (Crossing crossing : crossings) {
            slots.add(slots(crossing));
        }
        this.zf = Matrix.zeros(variables(), width());
        this.ff = Matrix.zeros(width(), width());
        addRows();
    }

    int variables() {
        return offset[q.length];
    }

    int at(int g, int level, int a) {
        return offset[g] + level * q[g] + a;
    }

    /** Columns and the label. */
    int width() {
        return columns.length + 1;
    }

    /** The entry of a column, or of the label, in a row. */
    double entry(int row, int c) {
        return c < columns.length ? design.value(row, columns[c]) : design.label(row);
    }

    private double varies(int g, int row, int a) {
        return design.value(row, columns[varying[g][a]]);
    }

    private void cross() {
        Crossing.Rows rows = new Crossing.Rows() {
            @Override
            public double value(int g, int row, int a) {
                return varies(g, row, a);
            }

            @Override
            public double weight(int row) {
                return design.weight(row);
            }
        };
        for (int g = 0; g < q.length; g++) {
            for (int h = 0; h <= g; h++) {
                crossings.add(Crossing.of(groupings, g, h, q, rows));
            }
        }
    }

    /** The sum of Z_l'Z_l over the levels of a grouping. */
    Matrix squares(int g) {
        Crossing own = crossings.get(g * (g + 1) / 2 + g);
        return own.sum(q[g], q[g]);
    }

    private SparseLayout layout() {
        long most = Math.min(Integer.MAX_VALUE / 4, Runtime.getRuntime().maxMemory() / BYTES);
        SparseLayout found = SparseLayout.of(neighbours(), most);
        if (found == null) {
            throw new DataException("the levels of the task columns have too many rows in common: the factor of their "
                    + variables() + " effects would have more than " + most
                    + " numbers; leave a column out, or start Java with a larger -Xmx");
        }
        return found;
    }

    private int[][] neighbours() {
        int[] count = new int[variables()];
        int[][] neighbours = new int[variables()][];
        for (Crossing crossing : crossings) {
            visit(crossing, (i, j) -> count[i]++);
        }
        for (int i = 0; i < count.length; i++) {
            neighbours[i] = new int[count[i]];
        }
        Arrays.fill(count, 0);
        for (Crossing crossing : crossings) {
            visit(crossing, (i, j) -> neighbours[i][count[i]++] = j);
        }
        return neighbours;
    }

    private interface Edge {
        void of(int i, int j);
    }

    /** Every pair of different variables that have rows in common, both ways. */
    private void visit(Crossing crossing, Edge edge) {
        int g = crossing.g();
        int h = crossing.h();
        for (int k = 0; k < crossing.pairs(); k++) {
            for (int a = 0; a < q[g]; a++) {
                for (int b = 0; b < q[h]; b++) {
                    int i = at(g, crossing.left()[k], a);
                    int j = at(h, crossing.right()[k], b);
                    if (i != j) {
                        edge.of(i, j);
                        if (g != h) {
                            edge.of(j, i);
                        }
                    }
                }
            }
        }
    }

    private int[] slots(Crossing crossing) {
        int g = crossing.g();
        int h = crossing.h();
        int[] found = new int[crossing.values().length];
        int next = 0;
        for (int k = 0; k < crossing.pairs(); k++) {
            for (int a = 0; a < q[g]; a++) {
                for (int b = 0; b < q[h]; b++) {
                    found[next++] = layout.slot(at(g, crossing.left()[k], a), at(h, crossing.right()[k], b));
                }
            }
        }
        return found;
    }

    private void addRows() {
        int width = width();
        double[] row = new double[width];
        for (int i = 0; i < design.size(); i++) {
            for (int c = 0; c < width; c++) {
                row[c] = entry(i, c);
            }
            for (int c = 0; c < width; c++) {
                double factor = design.weight(i) * row[c];
                for (int b = 0; b < width; b++) {
                    ff.data()[c * width + b] += factor * row[b];
                }
            }
            for (int g = 0; g < q.length; g++) {
                for (int a = 0; a < q[g]; a++) {
                    double factor = design.weight(i) * row[varying[g][a]];
                    int to = at(g, groupings.level()[g][i], a) * width;
                    for (int c = 0; c < width; c++) {
                        zf.data()[to + c] += factor * row[c];
                    }
                }
            }
        }
    }

    /** The weighted sum of squares of y - F beta - Z u. */
    double squares(double[] beta, double[] u) {
        double sum = 0;
        for (int i = 0; i < design.size(); i++) {
            double e = design.label(i);
            for (int c = 0; c < beta.length; c++) {
                e -= beta[c] * design.value(i, columns[c]);
            }
            for (int g = 0; g < q.length; g++) {
                int from = at(g, groupings.level()[g][i], 0);
                for (int a = 0; a < q[g]; a++) {
                    e -= u[from + a] * varies(g, i, a);
                }
            }
            sum += design.weight(i) * e * e;
        }
        return sum;
    }
}
