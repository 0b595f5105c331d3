package dev.kith.checks;

import dev.kith.convex.WeightPenalty;

/** The lasso task by task keeps all laws. */
class LassoTrainerTest extends LinearTrainerTest {
    @Override
    WeightPenalty penalty() {
        return WeightPenalty.entries();
    }

    /** With 200 features on 6 rows per task every weight may be the one that bounds the dual: rounding costs a digit. */
    @Override
    public double largestGap() {
        return 1e-10;
    }
}
