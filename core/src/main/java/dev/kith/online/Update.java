package dev.kith.online;

/**
 * How far to move after a label was seen: the coefficient tau &gt;= 0 of y x in the update. Margins are real margins
 * w'x, {@code norm} is ||psi(x)||^2 = R_ii x'x, the squared length of the input in the learner's own space.
 */
public sealed interface Update permits Update.Mistake, Update.PassiveAggressive {
    double size(double y, double margin, double norm);

    /** tau = 1 after a wrong prediction, 0 otherwise: the Perceptron. A margin of 0 predicts +1. */
    record Mistake() implements Update {
        @Override
        public double size(double y, double margin, double norm) {
            return OnlineLearner.mistaken(y, margin) ? 1 : 0;
        }
    }

    /** tau = min(C, max(0, 1 - y margin) / norm): moves just far enough for a margin of 1, at most C. */
    record PassiveAggressive(double c) implements Update {
        public PassiveAggressive {
            if (!(c > 0)) {
                throw new IllegalArgumentException("C must be a number > 0, got " + c);
            }
        }

        @Override
        public double size(double y, double margin, double norm) {
            double loss = 1 - y * margin;
            return loss > 0 && norm > 0 ? Math.min(c, loss / norm) : 0;
        }
    }

    /** Writes what {@link #restore} needs. */
    default void save(Snapshot.Builder to) {
        if (this instanceof PassiveAggressive aggressive) {
            to.text("update C", Double.toString(aggressive.c()));
        }
    }

    /** The rule that was saved. */
    static Update restore(Snapshot from) {
        return from.has("update C") ? new PassiveAggressive(Double.parseDouble(from.text("update C"))) : new Mistake();
    }
}
