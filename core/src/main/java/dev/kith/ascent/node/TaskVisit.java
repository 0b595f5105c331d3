package dev.kith.ascent.node;

import dev.kith.ascent.ActiveRows;
import dev.kith.ascent.Duals;
import dev.kith.ascent.Intercepts;
import dev.kith.ascent.Units;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Coordinate ascent on the rows of one task, on a local copy of its weights w_t: s_i += d moves w_t by d rho x_i, rho =
 * sum_m theta_m R_m[t,t]. So a row costs its non-zeros, whatever the depth of the tree, and nodes cost the distinct columns
 * of the task, not its entries. One object serves one thread.
 */
public final class TaskVisit {
    /** Below this share of the largest rho the change is summed over rows, not recovered by dividing. */
    private static final double SMALL_RHO = 1e-6;

    private final TaskBlocks blocks;
    private final NodeWeights nodes;
    private final Duals duals;
    private final ActiveRows active;
    private final RowPieces.Reader pieces;
    private final double[] weights;
    private final double[] change;
    private final double[] sBefore;
    private final double[] rho;
    private SplittableRandom random = new SplittableRandom(0);
    private int t;

    TaskVisit(TaskBlocks blocks, NodeWeights nodes, Duals duals, ActiveRows active) {
        this.blocks = blocks;
        this.nodes = nodes;
        this.duals = duals;
        this.active = active;
        pieces = blocks.reader();
        weights = new double[blocks.widest()];
        change = new double[weights.length];
        sBefore = new double[active.largestTask()];
        rho = new double[blocks.views];
    }

    /** Prepares a visit to {@code task}; those under way at the same time have entered as well before any runs. */
    void enter(int task, SplittableRandom order) {
        t = task;
        random = order;
        nodes.enter(task);
    }

    /** Moves s of the task's active rows once, and with it the nodes that no other visit under way touches. */
    void run(double[] theta) {
        nodes.gatherInto(weights, t, theta);
        System.arraycopy(weights, 0, change, 0, blocks.columns[t].length);
        int from = duals.taskStart[t];
        System.arraycopy(duals.s, from, sBefore, 0, duals.taskStart[t + 1] - from);
        nodes.rhoInto(rho, t, theta);
        double sigma = duals.intercepts ? sigma() : 0;
        double sum = 0;
        active.shufflePieces(t, random);
        for (int k = blocks.taskPiece[t]; k < blocks.taskPiece[t + 1]; k++) {
            sum += movePiece(active.piece(k), sum, sigma);
        }
        if (duals.intercepts) {
            duals.bias[t] += sigma * sum;
            balance(sum);
        }
        takeChange();
        nodes.scatter(change, t, false);
    }

    /** One step on every active row of a piece, after changes of s that add up to {@code before}; returns theirs. */
    private double movePiece(int piece, double before, double sigma) {
        if (active.count(piece) == 0) {
            return 0;
        }
        TaskRows rows = pieces.read(piece);
        active.shuffle(piece, random);
        int from = blocks.pieceStart[piece];
        double sum = 0;
        for (int k = from; k < from + active.count(piece); k++) {
            sum += move(rows, active.row(k), from, duals.bias[t] + sigma * (before + sum), sigma);
        }
        return sum;
    }

    /** Moves the nodes that visits under way have in common; to be called for one visit after the other. */
    void leave() {
        nodes.scatter(change, t, true);
    }

    /** One coordinate step; returns the change of s_i. */
    private double move(TaskRows rows, int i, int from, double bias, double sigma) {
        double z = bias;
        double q = Math.max(sigma, Double.MIN_NORMAL);
        for (int v = 0; v < rho.length; v++) {
            z += rows.dot(i - from, v, weights);
            q += rho[v] * blocks.norms[i * rho.length + v];
        }
        double old = duals.s[i];
        double next = duals.loss.dualStep(duals.y[i], duals.c[i], old, z, q);
        double d = next - old;
        if (d != 0) {
            duals.s[i] = next;
            addRow(rows, i - from, d);
        }
        return d;
    }

    private void addRow(TaskRows rows, int i, double d) {
        for (int v = 0; v < rho.length; v++) {
            rows.addInto(weights, i, v, d * rho[v]);
        }
    }

    /** The strength of the intercept's constraint: as a constant feature as long as the task's average row. */
    private double sigma() {
        double sum = 0;
        int from = duals.taskStart[t];
        int to = duals.taskStart[t + 1];
        for (int i = from; i < to; i++) {
            for (int v = 0; v < rho.length; v++) {
                sum += rho[v] * blocks.norms[i * rho.length + v];
            }
        }
        return sum > 0 ? sum / (to - from) : 1;
    }

    private void balance(double excess) {
        if (excess == 0) {
            return;
        }
        double[] old = Arrays.copyOfRange(duals.s, duals.taskStart[t], duals.taskStart[t + 1]);
        Intercepts.balance(duals, t, excess);
        forEachChange(old, this::addRow);
    }

    /** What to do with row i of a piece, whose s has changed by d. */
    private interface Change {
        void apply(TaskRows rows, int i, double d);
    }

    /** Goes through the rows of the task whose s is not what it was; pieces without any are not read. */
    private void forEachChange(double[] before, Change change) {
        for (int piece = blocks.taskPiece[t]; piece < blocks.taskPiece[t + 1]; piece++) {
            int from = blocks.pieceStart[piece];
            for (int i = from; i < blocks.pieceStart[piece + 1]; i++) {
                double d = duals.s[i] - before[i - duals.taskStart[t]];
                if (d != 0) {
                    change.apply(pieces.read(piece), i - from, d);
                }
            }
        }
    }

    /** change = sum over rows of (change of s_i) x_i: the change of the weights by rho, where dividing is safe. */
    private void takeChange() {
        double largest = Arrays.stream(rho).max().orElse(0);
        for (int v = 0; v < rho.length; v++) {
            int from = blocks.viewStart[t][v];
            int to = blocks.viewStart[t][v + 1];
            if (rho[v] > SMALL_RHO * largest) {
                double inverse = 1 / rho[v];
                for (int j = from; j < to; j++) {
                    change[j] = (weights[j] - change[j]) * inverse;
                }
            } else {
                Arrays.fill(change, from, to, 0);
                int view = v;
                forEachChange(sBefore, (rows, i, d) -> rows.addInto(change, i, view, d));
            }
        }
    }

    /** scores[i] = f(x_i) without intercept, for the rows of one task. */
    void scoreInto(double[] scores, int task, double[] theta) {
        nodes.gatherInto(weights, task, theta);
        for (int piece = blocks.taskPiece[task]; piece < blocks.taskPiece[task + 1]; piece++) {
            TaskRows rows = pieces.read(piece);
            int first = blocks.pieceStart[piece];
            for (int i = first; i < blocks.pieceStart[piece + 1]; i++) {
                double z = 0;
                for (int v = 0; v < rho.length; v++) {
                    z += rows.dot(i - first, v, weights);
                }
                scores[i] = z;
            }
        }
    }

    /** A visit that proves, in the memory of this one. */
    ProofVisit proof(NodeProof proof, Units units) {
        return new ProofVisit(blocks, duals, proof, units, pieces, weights, change, sBefore);
    }

    /** Memory of one visit, in bytes. */
    public static long bytes(TaskBlocks blocks) {
        int rows = 0;
        for (int t = 0; t < blocks.tasks(); t++) {
            rows = Math.max(rows, blocks.taskStart[t + 1] - blocks.taskStart[t]);
        }
        return 16L * blocks.widest() + 16L * rows + blocks.readerBytes();
    }
}
