package dev.kith.model.decoder;

import dev.kith.constraint.ConstraintSet;

/** Turns what a base model says about one input into outputs that obey a relation. */
public sealed interface Decoder
        permits PredictionDecoder, MomentDecoder, LossDecoder, GeodesicDecoder, ParametricDecoder {
    /** Below this fraction of a task's usual confidence a prediction is extrapolating. */
    double EXTRAPOLATING = 0.1;
    /** Confidence is never taken to be below this fraction of the usual. */
    double FLOOR = 1e-3;

    /** The relation, on one coordinate per task. */
    ConstraintSet set();

    Relaxation relaxation();

    /** How many scores the base model gives per input. */
    int scores();

    /** The outputs for the scores of one input. */
    Output decode(double... scores);

    /** What the tasks say on their own: the outputs without the relation. */
    double[] undecoded(double... scores);

    /** T numbers that obey the relation, as far as the relaxation demands it. */
    final class Output {
        private final double[] values;
        private final double moved;
        private final boolean extrapolating;
        private final boolean proven;

        Output(RelaxedMinimum found, double[] alone, boolean extrapolating) {
            this.values = found.point();
            this.moved = Decoders.distance(values, alone);
            this.extrapolating = extrapolating;
            this.proven = found.proven();
        }

        public double at(int t) {
            return values[t];
        }

        /** Euclidean distance from what the tasks said on their own. */
        public double moved() {
            return moved;
        }

        /** Whether some task has hardly any data near this input. */
        public boolean extrapolating() {
            return extrapolating;
        }

        /** Whether nothing that obeys the relation fits better, shown by a formula or a search. */
        public boolean proven() {
            return proven;
        }
    }
}
