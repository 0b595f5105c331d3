package dev.kith.ascent.node;

import dev.kith.ascent.DualGain;
import dev.kith.ascent.Duals;
import dev.kith.ascent.FeasibleDuals;
import dev.kith.ascent.Intercepts;
import dev.kith.ascent.PrimalCost;
import dev.kith.ascent.Units;
import dev.kith.linalg.Twofold;
import dev.kith.linalg.TwofoldSum;
import java.util.Arrays;

/**
 * Two visits to every task that together prove a fit: {@link #sum} makes its dual variables feasible and adds up h_t = sum_i
 * s_i x_i from nothing, {@link #score} predicts its rows with the weights that will be saved. Both in twice the precision,
 * one object per thread, in the memory of a visit of the ascent.
 */
final class ProofVisit {
    /** Squares below this are lost in doubles; rows count as longer than that. */
    private static final double LOST = 0x1p-960;

    private final TaskBlocks blocks;
    private final Duals duals;
    private final NodeProof proof;
    private final Units units;
    private final RowPieces.Reader pieces;
    private final double[] hi;
    private final double[] lo;

    /** What the score of a row has beyond a double, and how far off it may be. */
    private final double[] rest;

    private final double[] reach;
    private final double[] length;
    private final double[] error;
    private final FeasibleDuals feasible;
    private final DualGain gain;
    private final PrimalCost cost;
    private int t;

    ProofVisit(
            TaskBlocks blocks,
            Duals duals,
            NodeProof proof,
            Units units,
            RowPieces.Reader pieces,
            double[] hi,
            double[] lo,
            double[] rest) {
        this.blocks = blocks;
        this.duals = duals;
        this.proof = proof;
        this.units = units;
        this.pieces = pieces;
        this.hi = hi;
        this.lo = lo;
        this.rest = rest;
        reach = new double[rest.length];
        length = new double[blocks.views];
        error = new double[blocks.views];
        feasible = new FeasibleDuals(duals);
        gain = new DualGain(duals.loss, units.labels());
        cost = new PrimalCost(duals.loss, units.labels());
    }

    /** Adds up the rows of a task by their dual variables, which become feasible. */
    void sum(int task) {
        t = task;
        int width = blocks.columns[t].length;
        Arrays.fill(hi, 0, width, 0);
        Arrays.fill(lo, 0, width, 0);
        Arrays.fill(error, 0);
        feasible.enter(t);
        for (int piece = blocks.taskPiece[t]; piece < blocks.taskPiece[t + 1]; piece++) {
            int from = blocks.pieceStart[piece];
            for (int i = from; i < blocks.pieceStart[piece + 1]; i++) {
                Twofold s = feasible.at(i);
                gain.add(duals.y[i], duals.c[i], s);
                duals.s[i] = s.hi();
                if (s.hi() != 0) {
                    pieces.read(piece).addInto(hi, lo, i - from, s.hi(), s.lo());
                    addErrors(i, Math.abs(s.hi()));
                }
            }
        }
        gain.move(feasible.missing());
        finish(width);
    }

    private void addErrors(int i, double s) {
        for (int v = 0; v < error.length; v++) {
            error[v] += s * length(i, v);
        }
    }

    private double length(int i, int v) {
        return Math.sqrt(blocks.norms[i * blocks.views + v] + LOST);
    }

    /** Rounds h_t, and turns the sums of |s_i| |x_i| into errors. */
    private void finish(int width) {
        int rows = duals.taskStart[t + 1] - duals.taskStart[t];
        double longest = 0;
        for (int i = duals.taskStart[t]; i < duals.taskStart[t + 1] && feasible.missing() > 0; i++) {
            for (int v = 0; v < error.length; v++) {
                longest = Math.max(longest, length(i, v));
            }
        }
        for (int j = 0; j < width; j++) {
            lo[j] = hi[j] + lo[j];
        }
        for (int v = 0; v < error.length; v++) {
            int from = blocks.viewStart[t][v];
            double square = 0;
            for (int j = from; j < blocks.viewStart[t][v + 1]; j++) {
                square += lo[j] * lo[j];
            }
            length[v] = DualGain.MORE * Math.sqrt(square + LOST);
            error[v] = DualGain.MORE * (TwofoldSum.error(rows, error[v]) + units.features() * error[v])
                    + 2 * feasible.missing() * longest;
        }
    }

    /** Adds the task to the nodes; to be called for one visit after the other. */
    void leave() {
        proof.add(t, lo, length, error);
    }

    /** Predicts the rows of a task as the saved model will, with the best intercept. */
    void score(int task, double[] carried, double[] scores, double[] biases) {
        t = task;
        double off = proof.gatherInto(hi, lo, t, carried) * (blocks.columns[t].length + 1.0);
        int first = duals.taskStart[t];
        for (int piece = blocks.taskPiece[t]; piece < blocks.taskPiece[t + 1]; piece++) {
            int from = blocks.pieceStart[piece];
            TaskRows rows = pieces.read(piece);
            for (int i = from; i < blocks.pieceStart[piece + 1]; i++) {
                TwofoldSum sum = new TwofoldSum();
                rows.addProduct(sum, i - from, hi, lo);
                Twofold z = sum.value();
                scores[i] = z.hi();
                rest[i - first] = z.lo();
                double size = 0;
                for (int v = 0; v < error.length; v++) {
                    size += length(i, v);
                }
                reach[i - first] = off == 0 ? 0 : sum.error() + units.features() * sum.absolute() + off * size;
            }
        }
        if (duals.intercepts) {
            biases[t] = Intercepts.best(duals, t, scores, duals.bias[t]);
        }
        addCosts(scores, biases[t]);
    }

    private void addCosts(double[] scores, double b) {
        int first = duals.taskStart[t];
        Twofold intercept = units.intercept(t, b);
        double apart = units.apart(t, b);
        for (int i = first; i < duals.taskStart[t + 1]; i++) {
            Twofold z = new Twofold(scores[i], rest[i - first]).plus(intercept);
            cost.add(duals.y[i], duals.c[i], z, (reach[i - first] + apart) * DualGain.MORE);
        }
    }

    /** No less than the costs of the tasks scored. */
    double cost() {
        return cost.above();
    }

    /** No more than the gain of the tasks summed up. */
    double gain() {
        return gain.below();
    }
}
