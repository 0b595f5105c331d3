package dev.kith.structure.ties;

import dev.kith.linalg.Matrix;

/**
 * How often ties between tasks appeared when a structure was learned again from resampled data.
 *
 * @param refits how many times it was learned
 * @param alike T x T: the share of refits, from 0 to 1, in which two tasks were tied and alike
 * @param opposite T x T: the share in which they were tied and opposite
 */
public record TieStability(int refits, Matrix alike, Matrix opposite) {
    public TieStability {
        if (refits < 1) {
            throw new IllegalArgumentException("refits must be a whole number >= 1, got " + refits);
        }
        requireShares("alike", alike);
        requireShares("opposite", opposite);
        if (alike.rows() != opposite.rows()) {
            throw new IllegalArgumentException(
                    "alike and opposite must be of equal size, got " + alike.rows() + " and " + opposite.rows());
        }
        alike = alike.frozen();
        opposite = opposite.frozen();
    }

    private static void requireShares(String name, Matrix shares) {
        if (shares.rows() != shares.cols()) {
            throw new IllegalArgumentException(name + " must be square, got " + shares.rows() + " x " + shares.cols());
        }
        for (double share : shares.data()) {
            if (!(share >= 0 && share <= 1)) {
                throw new IllegalArgumentException(name + " must hold shares from 0 to 1, got " + share);
            }
        }
    }

    /** In how many refits, as a share, tasks a and b were tied at all. */
    public double share(int a, int b) {
        return alike.get(a, b) + opposite.get(a, b);
    }

    /** In how many refits, as a share, the two tasks were tied with this sign: positive for alike, negative for opposite. */
    public double share(int a, int b, double sign) {
        return (sign < 0 ? opposite : alike).get(a, b);
    }
}
