package dev.kith.trust;

import dev.kith.data.DataException;
import dev.kith.data.Inputs;
import dev.kith.linalg.Matrix;
import dev.kith.model.Model;
import dev.kith.model.uncertainty.HeldOutErrors;
import dev.kith.model.uncertainty.Posterior;
import dev.kith.structure.matrix.TaskMatrix;
import dev.kith.trust.spread.Conformal;
import java.util.Optional;

/** How far labels may be from their predictions, to either side; where labels were learned transformed, transformed ones. */
public interface Intervals {
    /** Half widths for every task and input, n x T, in the labels' units. */
    Matrix halfWidths(Inputs x);

    /** For rows that belong to one task each: half the width of task {@code tasks[i]} for input i. */
    double[] halfWidths(Inputs x, int[] tasks);

    /**
     * Intervals that each label keeps with probability {@code level}, by {@link Conformal}.
     *
     * @throws DataException if there are too few errors for the level
     */
    static Intervals conformal(HeldOutErrors errors, Optional<TaskMatrix> structure, double level) {
        return conformal(errors, structure, level, errors.tasks().size());
    }

    /** The same where only the first {@code trained} tasks were there when the model was calibrated. */
    static Intervals conformal(HeldOutErrors errors, Optional<TaskMatrix> structure, double level, int trained) {
        double[] half = Conformal.halfWidths(errors, structure, level, trained);
        for (double h : half) {
            if (Double.isInfinite(h)) {
                throw new DataException("an interval at level " + level + " needs more held-out labels than the "
                        + errors.tasks().stream()
                                .mapToInt(table -> table.count())
                                .sum()
                        + " the model was calibrated on; ask for a smaller level");
            }
        }
        return new TaskWidths(half);
    }

    /** Intervals that the labels of all tasks of a row keep together with probability {@code level}. */
    static Intervals jointConformal(HeldOutErrors errors, double level) {
        return new TaskWidths(Conformal.jointHalfWidths(errors, level));
    }

    /** Intervals of normal labels that each keeps with probability {@code level}; wider where less was learned. */
    static Intervals gaussian(Posterior posterior, Model model, double level) {
        return new GaussianIntervals(posterior, model, level);
    }

    /** The same for the labels of all tasks of a row together, by Bonferroni's inequality: at least {@code level}. */
    static Intervals jointGaussian(Posterior posterior, Model model, double level) {
        return new GaussianIntervals(
                posterior, model, 1 - (1 - level) / posterior.noise().cols());
    }
}
