package dev.kith.online;

/**
 * How the tasks of one round divide an update among them: with l the hinge losses of the round,
 *
 * <pre>
 *   tau = argmax { tau'l : ||tau||_* &lt;= C },   v_i += tau_i y_i x_i
 * </pre>
 *
 * for the dual norm of the norm by which losses are added up (Dekel, Long and Singer 2007).
 *
 * @param c C &gt; 0, the size of a step
 */
public record SharedLoss(Norm norm, double c) {
    /** The norm of the vector of losses: their sum, Euclidean length, or largest. */
    public enum Norm {
        L1,
        L2,
        LINF
    }

    public SharedLoss {
        if (!(c > 0 && c < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("C must be a finite number > 0, got " + c);
        }
    }

    /** Turns the first {@code size} losses (&gt;= 0) into step sizes, in place. */
    public void stepsInto(double[] losses, int size) {
        switch (norm) {
            case L1 -> {
                for (int k = 0; k < size; k++) {
                    losses[k] = losses[k] > 0 ? c : 0;
                }
            }
            case L2 -> {
                double length = value(losses, size);
                for (int k = 0; k < size; k++) {
                    losses[k] = length > 0 ? c * losses[k] / length : 0;
                }
            }
            case LINF -> {
                int worst = 0;
                for (int k = 1; k < size; k++) {
                    worst = losses[k] > losses[worst] ? k : worst;
                }
                for (int k = 0; k < size; k++) {
                    losses[k] = k == worst && losses[k] > 0 ? c : 0;
                }
            }
        }
    }

    /** The norm of the first {@code size} losses. */
    public double value(double[] losses, int size) {
        double sum = 0;
        double largest = 0;
        for (int k = 0; k < size; k++) {
            sum += norm == Norm.L2 ? losses[k] * losses[k] : losses[k];
            largest = Math.max(largest, losses[k]);
        }
        return switch (norm) {
            case L1 -> sum;
            case L2 -> Math.sqrt(sum);
            case LINF -> largest;
        };
    }
}
