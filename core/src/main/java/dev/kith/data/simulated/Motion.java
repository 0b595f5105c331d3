package dev.kith.data.simulated;

import dev.kith.linalg.Matrix;

/**
 * A smooth random motion of several joints around a posture: q_j(s) = posture_j + sum_k (a_jk sin(w_jk s) + b_jk cos(w_jk
 * s)), with a and b Gaussian, so that positions at a random time are Gaussian about the posture in the limit of many
 * terms.
 */
final class Motion {
    private static final int TERMS = 6;
    private static final double LOWEST = 0.1;
    private static final double HIGHEST = 1.6;
    private static final double SIZE = 0.22;
    private static final double SECONDS = 100_000;

    private final double[] posture;
    private final double[][] frequency;
    private final double[][] sine;
    private final double[][] cosine;

    /** Frequencies lie between 0.1 and 1.6 Hz; positions deviate by about 0.22 {@code reach} rad. */
    Motion(Dice dice, double[] posture, double reach) {
        this.posture = posture.clone();
        int joints = posture.length;
        frequency = new double[joints][TERMS];
        sine = new double[joints][TERMS];
        cosine = new double[joints][TERMS];
        double size = reach * SIZE / StrictMath.sqrt(TERMS);
        for (int j = 0; j < joints; j++) {
            for (int k = 0; k < TERMS; k++) {
                frequency[j][k] = 2 * StrictMath.PI * dice.uniform(LOWEST, HIGHEST);
                sine[j][k] = size * dice.gaussian();
                cosine[j][k] = size * dice.gaussian();
            }
        }
    }

    /** Positions, velocities and accelerations (3 x joints columns) at random times. */
    Matrix rows(Dice dice, int count) {
        int joints = posture.length;
        Matrix x = Matrix.zeros(count, 3 * joints);
        for (int i = 0; i < count; i++) {
            double[][] state = at(dice.uniform(0, SECONDS));
            for (int k = 0; k < 3; k++) {
                System.arraycopy(state[k], 0, x.data(), (3 * i + k) * joints, joints);
            }
        }
        return x;
    }

    /** Positions, velocities and accelerations of the joints at a time. */
    double[][] at(double time) {
        double[][] state = {posture.clone(), new double[posture.length], new double[posture.length]};
        for (int j = 0; j < posture.length; j++) {
            for (int k = 0; k < TERMS; k++) {
                double w = frequency[j][k];
                double s = StrictMath.sin(w * time);
                double c = StrictMath.cos(w * time);
                double swing = sine[j][k] * s + cosine[j][k] * c;
                state[0][j] += swing;
                state[1][j] += w * (sine[j][k] * c - cosine[j][k] * s);
                state[2][j] -= w * w * swing;
            }
        }
        return state;
    }
}
