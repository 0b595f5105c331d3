package dev.kith.model.decoder;

import dev.kith.constraint.ConstraintSet;

/** A cost without what proofs need, so that searches for its minimum stop where none nearby is better. */
record Plain(ConstraintSet.Separable cost) implements ConstraintSet.Separable {
    @Override
    public double value(int t, double c) {
        return cost.value(t, c);
    }

    @Override
    public double slope(int t, double c) {
        return cost.slope(t, c);
    }

    @Override
    public ConstraintSet.Separable rounded(double share) {
        ConstraintSet.Separable rounded = cost.rounded(share);
        return rounded == cost ? this : rounded;
    }
}
