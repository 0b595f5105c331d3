package dev.kith.convex.sum;

import dev.kith.convex.basis.KernelStack;
import dev.kith.convex.proof.Bounds;
import dev.kith.convex.solver.Regularizer.DualTerm;
import dev.kith.linalg.Matrix;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Bounds of R(W) = sum_q R_q(W_q) and of its conjugate, where weights and dual points are blocks of columns side by side. What all
 * blocks may be off by together bounds what one may be off by.
 *
 * @param shares how many of the columns each block has, as multiples of the same number
 */
public record SumBounds(List<Bounds> parts, List<Integer> shares) implements Bounds {
    private static final double UNITS = 0x1p-51;

    public SumBounds {
        parts = List.copyOf(parts);
        shares = List.copyOf(shares);
    }

    /** As many columns for each. */
    public SumBounds(List<Bounds> parts) {
        this(parts, Collections.nCopies(parts.size(), 1));
    }

    /** Nothing is split into nothing, of whatever shape. */
    private List<Matrix> blocks(Matrix of) {
        List<Matrix> blocks = new ArrayList<>();
        boolean zero = of.maxAbs() == 0;
        int width = of.cols() / shares.stream().mapToInt(share -> share).sum();
        int from = 0;
        for (int share : shares) {
            int to = from + share * width;
            blocks.add(zero ? of : KernelStack.columns(of, from, to));
            from = to;
        }
        return blocks;
    }

    @Override
    public double above(Matrix wt, double error) {
        List<Matrix> blocks = blocks(wt);
        double sum = 0;
        double sizes = 0;
        for (int q = 0; q < blocks.size(); q++) {
            double own = parts.get(q).above(blocks.get(q), error);
            sum += own;
            sizes += Math.abs(own);
        }
        return sum + ROUNDING * sizes;
    }

    /** The sup grows with Theta: at the smallest c of all kernels it is no more than at their own. */
    @Override
    public DualTerm dualAbove(Matrix half, double error) {
        List<Matrix> blocks = blocks(half);
        DualTerm first = sum(blocks, error);
        if (first.c() == 1) {
            return first;
        }
        double c = first.c();
        List<Matrix> scaled = blocks.stream().map(block -> block.scale(c)).toList();
        DualTerm there = sum(scaled, error * c * (1 + ROUNDING) + UNITS * half.frobeniusNorm());
        return new DualTerm(c * there.c() * (1 - ROUNDING), there.sup());
    }

    private DualTerm sum(List<Matrix> blocks, double error) {
        double c = 1;
        double sum = 0;
        double sizes = 0;
        for (int q = 0; q < blocks.size(); q++) {
            DualTerm own = parts.get(q).dualAbove(blocks.get(q), error);
            c = Math.min(c, own.c());
            sum += own.sup();
            sizes += Math.abs(own.sup());
        }
        return new DualTerm(c, sum + ROUNDING * sizes);
    }
}
