package dev.kith.cli;

import dev.kith.cli.Method.Setup;
import dev.kith.convex.Options;
import dev.kith.data.Dataset;
import dev.kith.model.Model;
import dev.kith.model.Trainer;
import dev.kith.select.CrossValidation;
import dev.kith.select.CrossValidation.Scored;
import dev.kith.select.LambdaGrid;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** Chooses by cross-validation what the user left open: lambda, and settings that are auto. */
record Tuner(int folds, long seed, Terminal terminal) {
    /** A method with everything chosen. */
    record Choice(Method method, Setup setup, double lambda, boolean tuned) {
        Trainer<? extends Model> trainer() {
            return method.recipe().trainer(setup, lambda);
        }
    }

    /** Candidates are told apart by their held-out errors, which need fewer digits than the final fit. */
    private static final double COARSE = 1e-4;

    private record Candidate(Settings settings, double lambda) {}

    Choice choose(Method method, Setup setup, OptionalDouble lambda, Dataset data) {
        List<Settings> open = combinations(setup.settings());
        if (lambda.isPresent() && open.size() == 1) {
            return new Choice(method, setup, lambda.getAsDouble(), false);
        }
        double[] lambdas = lambda.isPresent()
                ? new double[] {lambda.getAsDouble()}
                : LambdaGrid.decades(data, setup.kernel(), setup.options());
        Scored<Candidate> best = best(method, setup, data, candidates(open, lambdas), "1/2");
        if (lambda.isEmpty()) {
            List<Settings> chosen = List.of(best.candidate().settings());
            double[] around = LambdaGrid.around(best.candidate().lambda());
            Scored<Candidate> closer = best(method, setup, data, candidates(chosen, around), "2/2");
            best = closer.score() < best.score() ? closer : best;
        }
        terminal.clear();
        return new Choice(
                method,
                setup.with(best.candidate().settings()),
                best.candidate().lambda(),
                true);
    }

    private static Setup coarse(Setup setup) {
        Options options = setup.options();
        return setup.with(options.withStopping(Math.max(COARSE, options.tolerance()), options.maxIterations()));
    }

    private Scored<Candidate> best(Method method, Setup setup, Dataset data, List<Candidate> candidates, String stage) {
        Setup quick = coarse(setup);
        CrossValidation validation = new CrossValidation(
                folds,
                seed,
                setup.loss(),
                setup.options().targetScale(),
                setup.options().weighting());
        return CrossValidation.best(validation.score(
                data,
                candidates,
                candidate -> method.recipe().trainer(quick.with(candidate.settings()), candidate.lambda()),
                (done, of) -> terminal.progress(
                        method.name() + ": cross-validating " + stage + ", fit " + done + " of " + of)));
    }

    /** Every combination of the settings that are auto. */
    private static List<Settings> combinations(Settings settings) {
        List<Settings> combinations = List.of(settings);
        for (Setting setting : settings.tuned()) {
            List<Settings> more = new ArrayList<>();
            for (Settings partly : combinations) {
                setting.grid().forEach(value -> more.add(partly.with(setting, value)));
            }
            combinations = more;
        }
        return combinations;
    }

    private static List<Candidate> candidates(List<Settings> settings, double[] lambdas) {
        List<Candidate> candidates = new ArrayList<>();
        for (double lambda : lambdas) {
            settings.forEach(chosen -> candidates.add(new Candidate(chosen, lambda)));
        }
        return candidates;
    }
}
