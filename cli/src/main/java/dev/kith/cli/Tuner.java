package dev.kith.cli;

import dev.kith.cli.Method.Setup;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.model.Model;
import dev.kith.model.Trainer;
import dev.kith.model.Training;
import dev.kith.select.CrossValidation;
import dev.kith.select.LambdaGrid;
import dev.kith.select.Validation;
import java.util.OptionalDouble;

/**
 * Chooses by cross-validation what the user left open: lambda, and settings that are auto.
 *
 * @param seconds what one search may take; infinite where the grid decides
 */
record Tuner(int folds, long seed, Terminal terminal, double seconds) {
    Tuner(int folds, long seed, Terminal terminal) {
        this(folds, seed, terminal, Double.POSITIVE_INFINITY);
    }

    /** A method with everything chosen. */
    record Choice(Method method, Setup setup, double lambda, boolean tuned) {
        Trainer<? extends Model> trainer() {
            return method.recipe().trainer(setup, lambda);
        }
    }

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

    Choice choose(Method method, Setup setup, OptionalDouble lambda, Dataset data) {
        if (lambda.isPresent() && setup.settings().tuned().isEmpty()) {
            return new Choice(method, setup, lambda.getAsDouble(), false);
        }
        CrossValidation validation = new CrossValidation(
                folds,
                seed,
                setup.losses(),
                setup.training().targetScale(),
                setup.training().weighting());
        Search search = new Search(method, setup, validation.on(data));
        search.run(lambda, data);
        terminal.clear();
        return new Choice(method, setup.with(search.settings), search.lambda, true);
    }

    /*
     * A full grid over lambda and the method's own settings would cost their product. Lambda first, with the settings at
     * their defaults; then each setting at that lambda; then lambda once more, closer, and as far as a decade away when
     * a setting moved, since the two pull at the same string.
     */
    private final class Search {
        private final long start = System.nanoTime();
        private final Method method;
        private final Setup open;
        private final Setup coarse;
        private final Validation validation;
        private int tried;
        private Settings settings;
        private double lambda;
        private double score = Double.NaN;

        Search(Method method, Setup setup, Validation validation) {
            this.method = method;
            this.open = setup;
            this.validation = validation;
            this.settings = setup.settings().start(method);
            Training training = setup.training();
            coarse =
                    setup.with(training.withStopping(Math.max(COARSE, training.tolerance()), training.maxIterations()));
        }

        void run(OptionalDouble given, Dataset data) {
            Settings first = settings;
            double[] lambdas = given.isPresent()
                    ? new double[] {given.getAsDouble()}
                    : LambdaGrid.decades(data, open.kernel(), open.training());
            if (Double.isInfinite(seconds)) {
                descend(lambdas);
            } else {
                climb(lambdas);
            }
            for (Setting setting : open.settings().tuned()) {
                Settings from = settings;
                for (double value : setting.grid(data.taskCount())) {
                    Settings changed = from.with(setting, value);
                    if (!changed.equals(from)) {
                        attempt(changed, lambda);
                    }
                }
            }
            if (given.isEmpty()) {
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
            terminal.progress(method.name() + ": cross-validating candidate " + ++tried);
            double found = validation.score(method.recipe().trainer(coarse.with(candidate), strength));
            if (Double.isNaN(score) || found < score) {
                score = found;
                settings = candidate;
                lambda = strength;
            }
            return found;
        }
    }
}
