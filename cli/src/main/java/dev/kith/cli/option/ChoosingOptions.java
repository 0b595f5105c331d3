package dev.kith.cli.option;

import dev.kith.cli.terminal.UsageException;
import dev.kith.data.inspect.Assumptions;
import dev.kith.method.Method;
import dev.kith.method.Setup;
import dev.kith.model.Training;
import dev.kith.model.Training.Weighting;
import dev.kith.select.Search;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** What decides about settings that are left open. */
public final class ChoosingOptions {
    /** What decides. */
    public enum By {
        FOLDS,
        EVIDENCE
    }

    @Option(
            names = "--choose",
            paramLabel = "folds|evidence",
            defaultValue = "folds",
            description =
                    "What decides about lambda and everything that is auto: folds (default) holds out rows; evidence takes"
                            + " what makes the labels most likely under the Gaussian process behind the fit, which needs no folds: for"
                            + " the squared loss with a known structure (stl, pooled, mean, graph, groups, tree, metric). Observations"
                            + " then count the same unless --weighting says otherwise.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private By by;

    /** Whether no rows are held out to choose by. */
    public boolean evidence() {
        return by == By.EVIDENCE;
    }

    /** Refuses what would have no effect, or a fit that is no Gaussian process. */
    public void check(Method method, Setup setup, boolean open) {
        if (!evidence()) {
            return;
        }
        if (!open) {
            throw new UsageException("--choose evidence has nothing to choose: lambda is given, and nothing is auto");
        }
        Search.requireEvidence(method, setup);
    }

    /** A training of the method as asked for. */
    public Training training(Training asked, ParseResult parsed) {
        return equal(parsed) ? asked.withWeighting(Weighting.OBSERVATION) : asked;
    }

    private boolean equal(ParseResult parsed) {
        return evidence() && !parsed.hasMatchedOption("--weighting");
    }

    /** What is assumed besides. */
    public Assumptions assumed(Assumptions all, ParseResult parsed) {
        return equal(parsed)
                ? all.with("weights", "every observation counts the same, all equally noisy", "--weighting")
                : all;
    }

    /** The search, with what decides said. */
    public Search search(Search search) {
        return evidence() ? search.byEvidence() : search;
    }

    /** What of these options needs each row. */
    public Optional<String> needsRows() {
        return evidence() ? Optional.of("--choose evidence") : Optional.empty();
    }
}
