package dev.kith.select;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.method.Capability;
import dev.kith.method.Method;
import dev.kith.method.Parameter;
import dev.kith.method.Settings;
import dev.kith.method.Setup;
import dev.kith.model.Training;
import dev.kith.score.CrossValidation;
import dev.kith.score.Validation;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Chooses by cross-validation what is left open: lambda, and parameters that are auto.
 *
 * @param given the values that were asked for by name
 * @param lambda empty where it is to be chosen
 * @param seconds what one search may take; infinite where the grid decides
 */
record Tuning(Method method, Setup setup, Map<String, String> given, OptionalDouble lambda, int folds, double seconds) {
    /** Candidates are told apart by their held-out errors, which need fewer digits than the final fit. */
    private static final double COARSE = 1e-4;
    /** A path of lambdas ends when so many in a row are this much worse than the best: smaller ones only get slower. */
    private static final int WORSE_IN_A_ROW = 2;

    private static final double WORSE = 1.01;
    /** Where a search with little time starts: a hundredth of the scale of the data. */
    private static final int USUAL = 3;
    /** Steps of a search that has time left: half of half a decade, then half of that, down to a few percent. */
    private static final double FINER = Math.pow(10, 0.25);

    private static final double FINEST = 1.05;

    /** Whether there is anything to choose. */
    boolean needed() {
        return (method.can(Capability.LAMBDA) && lambda.isEmpty())
                || !setup.settings().open().isEmpty();
    }

    Choice choose(Dataset data, Search.Listener listener) {
        Map<String, String> by = Choice.reasons(method, setup.settings(), given, lambda, folds);
        if (!needed()) {
            return new Choice(method, setup, lambda, by);
        }
        CrossValidation validation = new CrossValidation(
                folds,
                setup.training().seed(),
                setup.losses(),
                setup.training().targetScale(),
                setup.training().weighting());
        Descent descent = new Descent(validation.on(data), listener);
        descent.run(data);
        return new Choice(
                method,
                setup.with(descent.settings),
                method.can(Capability.LAMBDA) ? OptionalDouble.of(descent.lambda) : OptionalDouble.empty(),
                by);
    }

    /*
     * A full grid over lambda and the method's own parameters would cost their product. Lambda first, with the parameters
     * at their defaults; then each parameter at that lambda; then lambda once more, closer, and as far as a decade away
     * when a parameter moved, since the two pull at the same string.
     */
    private final class Descent {
        private final long start = System.nanoTime();
        private final Setup coarse;
        private final Validation validation;
        private final Search.Listener listener;
        private int tried;
        private Settings settings;
        private double lambda;
        private double score = Double.NaN;

        Descent(Validation validation, Search.Listener listener) {
            this.validation = validation;
            this.listener = listener;
            this.settings = setup.settings().start();
            Training training = setup.training();
            coarse =
                    setup.with(training.withStopping(Math.max(COARSE, training.tolerance()), training.maxIterations()));
        }

        void run(Dataset data) {
            Settings first = settings;
            boolean searched = method.can(Capability.LAMBDA) && Tuning.this.lambda.isEmpty();
            double[] lambdas = searched
                    ? LambdaGrid.decades(data, setup.kernel(), setup.training())
                    : new double[] {Tuning.this.lambda.orElse(Double.NaN)};
            if (Double.isInfinite(seconds)) {
                descend(lambdas);
            } else {
                climb(lambdas);
            }
            for (Parameter parameter : setup.settings().open()) {
                Settings from = settings;
                for (double value : parameter.grid(data.taskCount())) {
                    Settings changed = from.with(parameter.name(), value);
                    if (!changed.equals(from)) {
                        attempt(changed, lambda);
                    }
                }
            }
            if (searched) {
                closer(LambdaGrid.around(lambda, settings.equals(first) ? 1 : 2));
                for (double factor = FINER;
                        !late() && Double.isFinite(seconds) && factor > FINEST;
                        factor = Math.sqrt(factor)) {
                    closer(lambda * factor, lambda / factor);
                }
            }
            if (Double.isNaN(score)) {
                throw new DataException("cross-validation needs a task with at least two labels, so that one can be"
                        + " held out; or give lambda");
            }
        }

        private void descend(double[] lambdas) {
            int worse = 0;
            for (int i = 0; i < lambdas.length && worse < WORSE_IN_A_ROW; i++) {
                worse = attempt(settings, lambdas[i]) > WORSE * score ? worse + 1 : 0;
            }
        }

        private void closer(double... lambdas) {
            for (double value : lambdas) {
                attempt(settings, value);
            }
        }

        /** From a usual value to smaller ones, then to larger ones, in each direction as long as it helps: for little time. */
        private void climb(double[] lambdas) {
            int usual = Math.min(USUAL, lambdas.length - 1);
            attempt(settings, lambdas[usual]);
            for (int i = usual + 1; i < lambdas.length && attempt(settings, lambdas[i]) <= score; i++) {}
            for (int i = usual - 1; i >= 0 && attempt(settings, lambdas[i]) <= score; i--) {}
        }

        private boolean late() {
            return (System.nanoTime() - start) / 1e9 > seconds;
        }

        /** The candidate's score; infinite when there is no time left for it, but one is always tried. */
        private double attempt(Settings candidate, double strength) {
            if (tried > 0 && late()) {
                return Double.POSITIVE_INFINITY;
            }
            listener.trying(method.name(), ++tried);
            double found = validation.score(method.trainer(coarse.with(candidate), strength));
            if (Double.isNaN(score) || found < score) {
                score = found;
                settings = candidate;
                lambda = strength;
            }
            return found;
        }
    }
}
