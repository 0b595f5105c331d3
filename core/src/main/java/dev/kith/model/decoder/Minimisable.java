package dev.kith.model.decoder;

import dev.kith.constraint.ConstraintSet;
import dev.kith.constraint.Projection;

/** A sum over the tasks that knows how it is minimised. */
interface Minimisable extends ConstraintSet.Separable {
    /** The best point of a set, proven where that could be done. */
    Projection over(ConstraintSet set);

    /** A point of a set that none near it is better than, reached from {@code start}; for first looks. */
    double[] near(ConstraintSet set, double[] start);
}
