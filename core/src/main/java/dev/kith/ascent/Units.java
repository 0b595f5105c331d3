package dev.kith.ascent;

import dev.kith.data.Standardizer;
import dev.kith.linalg.Twofold;

/**
 * The way from the units of a fit to those of the saved model, and how far the numbers of the fit are from what they stand
 * for: scaled features, labels and costs are doubles, what is proven is about real numbers.
 *
 * @param scaling one mean and scale of labels per block of rows; those of all tasks where they are one block
 * @param union whether all tasks are one block of rows with one intercept
 * @param features relative error of a feature
 * @param labels relative error of a label
 * @param scales relative error of the square of a view's scale
 */
public record Units(Standardizer scaling, boolean union, double features, double labels, double scales) {
    /** A difference and a quotient, rounded twice. */
    private static final double SCALED = 0x1.01p-52;

    /** Numbers that are what they stand for. */
    public static Units plain(int tasks) {
        return new Units(Standardizer.none(0, tasks), false, 0, 0, 0);
    }

    public static Units of(Standardizer scaling, boolean union, boolean scaledFeatures, double scales) {
        boolean plain = true;
        for (int t = 0; t < scaling.labelScale().cols(); t++) {
            plain &= scaling.labelScale().get(0, t) == 1 && scaling.labelMean().get(0, t) == 0;
        }
        return new Units(scaling, union, scaledFeatures ? SCALED : 0, plain ? 0 : SCALED, scales);
    }

    /** An intercept of the fit as the model keeps it. */
    public static double saved(Standardizer scaling, int task, double b) {
        return b * scaling.labelScale().get(0, task) + scaling.labelMean().get(0, task);
    }

    /** The intercept that a model keeps of a block, in the units of the fit. */
    public Twofold intercept(int block, double b) {
        return fromSaved(block, b);
    }

    private Twofold fromSaved(int task, double b) {
        return Twofold.sum(saved(scaling, task, b), -scaling.labelMean().get(0, task))
                .dividedBy(scaling.labelScale().get(0, task));
    }

    /** No intercept kept of a task of the block is farther from {@link #intercept}. */
    public double apart(int block, double b) {
        double apart = 0;
        for (int t = 0; union && t < scaling.labelScale().cols(); t++) {
            apart = Math.max(
                    apart, Math.abs(fromSaved(t, b).minus(fromSaved(block, b)).hi()));
        }
        return apart;
    }
}
