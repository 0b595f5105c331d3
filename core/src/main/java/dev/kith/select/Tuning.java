package dev.kith.select;

import dev.kith.convex.CommonTrainer;
import dev.kith.convex.ConvexTrainer;
import dev.kith.convex.evidence.Evidence;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.kernel.Kernels;
import dev.kith.method.Capability;
import dev.kith.method.Method;
import dev.kith.method.Parameter;
import dev.kith.method.SettingException;
import dev.kith.method.Settings;
import dev.kith.method.Setup;
import dev.kith.model.Training;
import dev.kith.score.CrossValidation;
import dev.kith.score.Folding;
import dev.kith.score.Validation;
import dev.kith.select.grid.Coordinates;
import dev.kith.select.grid.EvidenceSearch;
import dev.kith.select.grid.LambdaGrid;
import dev.kith.select.grid.PathEnd;
import dev.kith.select.grid.TransformChoice;
import dev.kith.select.grid.Walk;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Chooses by cross-validation what is left open: lambda, and parameters that are auto.
 *
 * @param given the values that were asked for by name
 * @param lambda empty where it is to be chosen
 * @param seconds what one search may take; infinite where the grid decides
 * @param evidence whether the labels' likelihood decides, instead of rows held out
 */
record Tuning(
        Method method,
        Setup setup,
        Map<String, String> given,
        OptionalDouble lambda,
        int folds,
        Folding folding,
        double seconds,
        boolean evidence) {
    Tuning {
        for (Map.Entry<String, String> asked : given.entrySet()) {
            Settings settings = setup.settings();
            boolean last = method.parameter(asked.getKey()).searchedLast();
            if (last && asked.getValue().equals(Parameter.AUTO) && !settings.isAuto(asked.getKey())) {
                throw new SettingException(
                        asked.getKey(),
                        asked.getKey().equals(CommonTrainer.COST)
                                ? "auto needs the linear kernel, labels on one scale, one loss for all tasks, of one prediction"
                                        + " at a time, and tasks that ask one question"
                                : "auto needs the linear kernel, intercepts, labels on one scale and a loss of one prediction"
                                        + " at a time");
            }
        }
    }

    /** Candidates are told apart by their held-out errors, which need fewer digits than the final fit. */
    private static final double COARSE = 1e-4;
    /** Slow ones with fewer still: long before the gap is proven the objective is a hundred times closer. */
    private static final double COARSER = 1e-3;
    /** Where a search with little time starts: a hundredth of the scale of the data. */
    private static final int USUAL = 3;
    /** How often the steps of the walk are halved: once, or down to a few percent in a search that has time left. */
    private static final int HALVINGS = 1;

    private static final int HALVINGS_IN_TIME = 5;
    /** -2 log p must fall by so much: odds of 150 to 1. With less, curves win comparisons of small tables by chance. */
    private static final double WORTH_A_WIDTH = 10;
    /** Rows that the evidence looks at in a comparison. */
    private static final int FEW = 400;
    /** The step of the walk once a parameter was added to what was found without it. */
    private static final double CLOSER = 0.5;

    /** A share of the error that is worth looking at a tenth, or ten times, of what an intercept costs. */
    private static final double WORTHWHILE = 5e-4;

    /** The gap at which fits of candidates stop, unless a larger one is asked for. */
    static double tolerance(Method method) {
        return method.can(Capability.CUBIC) ? COARSER : COARSE;
    }

    /** Whether there is anything to choose. */
    boolean needed() {
        return setup.transforming().auto()
                || (method.can(Capability.LAMBDA) && lambda.isEmpty())
                || !setup.settings().open().isEmpty();
    }

    Choice choose(Dataset data, Search.Listener listener) {
        return new Tuning(method, setup.known(data), given, lambda, folds, folding, seconds, evidence)
                .chosen(data, listener);
    }

    private Choice chosen(Dataset data, Search.Listener listener) {
        if (setup.transforming().auto()) {
            Setup found = setup.with(TransformChoice.best(setup, validation(), data));
            Choice chosen =
                    new Tuning(method, found, given, lambda, folds, folding, seconds, evidence).chosen(data, listener);
            return chosen.withReason(Choice.TRANSFORM, folding.name(folds));
        }
        String how = evidence ? EvidenceSearch.REASON : folding.name(folds);
        Map<String, String> by = Choice.reasons(method, setup.settings(), given, lambda, how);
        if (!needed()) {
            return new Choice(method, setup, lambda, by);
        }
        if (evidence) {
            EvidenceSearch.Found found = new EvidenceSearch(method, setup, lambda, data, rows())
                    .run(evaluation -> listener.trying(method.name(), evaluation));
            return new Choice(method, setup.with(found.settings()), OptionalDouble.of(found.lambda()), by);
        }
        Descent descent = new Descent(validation().on(data), data.taskCount(), listener);
        descent.run(data);
        return new Choice(
                method,
                setup.with(descent.settings),
                method.can(Capability.LAMBDA) ? OptionalDouble.of(descent.lambda) : OptionalDouble.empty(),
                by);
    }

    /**
     * Refuses a method that nobody asked for where its curves make the labels no likelier than lines do: comparing it would take
     * longer than all others for nothing.
     */
    void requireWorthwhile(Dataset data, Choice found) {
        if (!method.can(Capability.EVIDENCE) || !(found.trainer() instanceof ConvexTrainer curves)) {
            return;
        }
        // The linear kernel as a polynomial is one like any other, so that the same rows are looked at.
        Setup lines = setup.with(Kernels.polynomial(1, 0));
        double value = Evidence.of(data, curves, rows()).value(curves);
        double linear = new EvidenceSearch(method, lines, lambda, data, rows())
                .run(evaluation -> {})
                .value();
        if (!(value < linear - WORTH_A_WIDTH)) {
            throw new DataException("lines make the labels as likely as curves do");
        }
    }

    /** Methods that do nothing else look at fewer rows: they are compared with ones that take seconds. */
    private int rows() {
        return method.can(Capability.EVIDENCE) ? FEW : Evidence.USUAL_MOST;
    }

    private CrossValidation validation() {
        return new CrossValidation(
                folds,
                folding,
                setup.training().seed(),
                setup.losses(),
                setup.training().targetScale(),
                setup.training().weighting());
    }

    /*
     * A full grid over lambda and the method's own parameters would cost their product. A path of lambdas first, with the
     * parameters at their start; then a walk over all of them together, in steps of a decade and of the parameters' grids,
     * then of half of that: lambda and a parameter pull at the same string, so that neither can be found without the other.
     */
    private final class Descent {
        private final long start = System.nanoTime();
        private final Setup coarse;
        private final Validation validation;
        private final Search.Listener listener;
        private final Map<Candidate, Double> scores = new HashMap<>();
        private int tried;
        private Settings settings;
        private double lambda;
        private double score = Double.NaN;

        Descent(Validation validation, int tasks, Search.Listener listener) {
            this.validation = validation;
            this.listener = listener;
            this.settings = setup.settings().start(tasks);
            Training training = setup.training();
            coarse = setup.with(
                    training.withStopping(Math.max(tolerance(method), training.tolerance()), training.maxIterations()));
        }

        void run(Dataset data) {
            boolean searched = method.can(Capability.LAMBDA) && Tuning.this.lambda.isEmpty();
            double[] lambdas = searched
                    ? LambdaGrid.decades(data, setup.kernel(), setup.training())
                    : new double[] {Tuning.this.lambda.orElse(Double.NaN)};
            double[] near = lambdas;
            if (Double.isInfinite(seconds)) {
                near = descend(lambdas);
            } else {
                climb(lambdas);
            }
            if (Double.isNaN(score)) {
                throw new DataException("cross-validation needs a task with at least two labels, so that one can be"
                        + " held out; or give lambda");
            }
            refine(data.taskCount(), searched ? near : new double[0]);
        }

        /** @param moved lambdas that were looked at; empty where it stays as it is */
        private void refine(int tasks, double... moved) {
            List<Parameter> open = new ArrayList<>(setup.settings().open());
            List<Parameter> last = open.stream().filter(Parameter::searchedLast).toList();
            open.removeAll(last);
            int halvings = Double.isInfinite(seconds) ? HALVINGS : HALVINGS_IN_TIME;
            Coordinates all = new Coordinates(open, tasks, moved);
            if (validation.largeFolds()) {
                walk(all, all.directionsOfParameters(), 1, 0);
                walk(all, all.directions(), CLOSER, halvings - 1);
            } else {
                walk(all, all.directions(), 1, halvings);
            }
            for (Parameter parameter : last) {
                // On large folds what was found along one parameter is near enough, and walks are long.
                if (helps(parameter, tasks) && !validation.largeFolds()) {
                    // What is added to a structure trades off with lambda, hardly with what the structure is.
                    boolean added = parameter.fallback().equals(Parameter.NONE);
                    open.add(parameter);
                    Coordinates more = new Coordinates(added ? List.of(parameter) : open, tasks, moved);
                    walk(more, more.directions(), CLOSER, 0);
                }
            }
        }

        /**
         * Whether a parameter is better had than not. From the value that changes least as long as values help: where that one does
         * not, others need not be tried. By the first fold, where that one is large, but for the last word.
         */
        private boolean helps(Parameter parameter, int tasks) {
            boolean large = validation.largeFolds();
            Settings without = settings;
            double strength = lambda;
            Settings chosen = without;
            double before = large ? glance(without, strength) : score;
            for (double value : parameter.fromWithout(tasks)) {
                Settings with = without.with(parameter.name(), value);
                double found = large ? glance(with, strength) : attempt(with, strength);
                if (!(found < before - WORTHWHILE * Math.abs(before))) {
                    break;
                }
                before = found;
                chosen = with;
            }
            attempt(chosen, strength);
            return settings.has(parameter.name());
        }

        private void walk(Coordinates coordinates, List<double[]> directions, double step, int halvings) {
            if (coordinates.count() > 0) {
                new Walk(
                                coordinates.lower(),
                                coordinates.upper(),
                                directions,
                                point -> attempt(
                                        coordinates.settings(settings, point), coordinates.lambda(point, lambda)),
                                coordinates.of(settings, lambda))
                        .descend(step, halvings);
            }
        }

        /** Follows a path of lambdas; those of it that are worth another look. */
        private double[] descend(double[] lambdas) {
            if (validation.largeFolds() && lambdas.length > 1) {
                attempt(settings, atAGlance(lambdas));
                return lambdas;
            }
            PathEnd end = new PathEnd();
            int tried = 0;
            while (tried < lambdas.length && !end.reached(attempt(settings, lambdas[tried]))) {
                tried++;
            }
            // Steps may lead a decade beyond what they are given, here to the end of the path.
            return end.idle() ? Arrays.copyOf(lambdas, tried) : lambdas;
        }

        /** The best of a path by the first fold, where that one is large: the walk looks closer, on all folds. */
        private double atAGlance(double[] lambdas) {
            double best = Double.POSITIVE_INFINITY;
            double chosen = lambdas[0];
            PathEnd end = new PathEnd();
            boolean ended = false;
            for (int i = 0; i < lambdas.length && !ended; i++) {
                double found = glance(settings, lambdas[i]);
                ended = end.reached(found);
                if (found < best) {
                    best = found;
                    chosen = lambdas[i];
                }
            }
            return chosen;
        }

        private double glance(Settings candidate, double strength) {
            if (tried > 0 && late()) {
                return Double.POSITIVE_INFINITY;
            }
            listener.trying(method.name(), ++tried);
            return validation.glance(method.trainer(coarse.with(candidate), strength));
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
            return scores.computeIfAbsent(new Candidate(candidate, strength), this::score);
        }

        private double score(Candidate candidate) {
            if (tried > 0 && late()) {
                return Double.POSITIVE_INFINITY;
            }
            listener.trying(method.name(), ++tried);
            double found = validation.race(method.trainer(coarse.with(candidate.settings), candidate.lambda));
            if (Double.isNaN(score) || found < score) {
                score = found;
                settings = candidate.settings;
                lambda = candidate.lambda;
            }
            return found;
        }
    }

    private record Candidate(Settings settings, double lambda) {}
}
