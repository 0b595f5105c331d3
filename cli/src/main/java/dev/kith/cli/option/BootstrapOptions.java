package dev.kith.cli.option;

import dev.kith.cli.terminal.Terminal;
import dev.kith.cli.terminal.TimeLeft;
import dev.kith.cli.terminal.UsageException;
import dev.kith.data.Dataset;
import dev.kith.file.ModelFile;
import dev.kith.method.Capability;
import dev.kith.method.Method;
import dev.kith.method.Methods;
import dev.kith.model.Model;
import dev.kith.model.Trainer;
import dev.kith.structure.ties.LearnedGraph;
import dev.kith.structure.ties.TieStability;
import dev.kith.text.Words;
import dev.kith.trust.Bootstrap;
import dev.kith.trust.ModelGraph;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whether a fit also finds out how stable the ties between tasks are. */
public final class BootstrapOptions {
    /** The share of refits from which on a tie is called stable. */
    private static final double STABLE = 0.9;

    @Option(
            names = "--bootstrap",
            paramLabel = "N",
            description =
                    "Learn the structure N times more, with the same settings, from rows drawn with replacement, and"
                            + " save with the model how often each tie between tasks appears; 50 is usual.")
    private @Nullable Integer refits;

    public boolean wanted() {
        return refits != null;
    }

    /** Refuses what cannot be done, before any data are read. */
    public void check(Method method) {
        if (refits == null) {
            return;
        }
        if (refits < 1) {
            throw new UsageException("--bootstrap must be a whole number >= 1, got " + refits);
        }
        if (!method.can(Capability.LEARNS_STRUCTURE)) {
            throw new UsageException("--bootstrap is for methods that learn who is related, "
                    + Methods.capable(Capability.LEARNS_STRUCTURE).stream()
                            .map(Method::name)
                            .collect(Collectors.joining(", "))
                    + "; '" + method.name() + "' does not");
        }
    }

    /** The model with the stability of its ties, where that is wanted. */
    public ModelFile.Content add(
            ModelFile.Content content,
            Trainer<? extends Model> trainer,
            Dataset data,
            TrainingOptions training,
            Terminal terminal) {
        if (refits == null) {
            return content;
        }
        terminal.progress("bootstrap: " + Words.count(refits, "refit") + "...");
        long start = System.nanoTime();
        ModelFile.Content found = new Bootstrap(refits, training.seed(), training.threads())
                .of(
                        content,
                        trainer,
                        data,
                        (done, of) -> terminal.progress(
                                "bootstrap: refit " + done + " of " + of + " done, " + TimeLeft.text(start, done, of)));
        terminal.clear();
        terminal.say("Stability: " + describe(ModelGraph.of(found, OptionalDouble.empty())) + ".");
        return found;
    }

    /** How many of the ties are stable, in words. */
    public static String describe(LearnedGraph graph) {
        long stable = graph.ties().stream()
                .filter(tie -> graph.stability(tie).orElse(0) >= STABLE)
                .count();
        return String.format(
                Locale.ROOT,
                "%s, %d of them in at least %.0f%% of %s",
                Words.count(graph.ties().size(), "tie"),
                stable,
                100 * STABLE,
                Words.count(graph.refits().map(TieStability::refits).orElse(0), "refit"));
    }
}
