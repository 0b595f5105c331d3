package dev.kith.cli;

import dev.kith.cli.stream.LearnerChoice;
import dev.kith.cli.stream.NamedRelations;
import dev.kith.online.SharedLoss;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that say which online learner, and how its tasks share. */
final class LearnerOptions {
    @Option(
            names = "--learner",
            paramLabel = "L",
            defaultValue = "perceptron",
            description = "perceptron, pnorm, second-order or matrix. Default: ${DEFAULT-VALUE}.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String learner;

    @Option(
            names = "--b",
            paramLabel = "X|auto",
            description = "How much tasks share: 0 = not at all, the number of tasks = pairwise, auto = found while"
                    + " running. Default: auto for the perceptron, the number of tasks otherwise.")
    private @Nullable String b;

    @Option(
            names = "--interaction",
            paramLabel = "FILE",
            description = "How tasks share: a task x task CSV (positive definite interaction matrix), graph:FILE"
                    + " (task,task[,weight] CSV), or a model file whose structure is taken over.")
    @Reads
    private @Nullable String interaction;

    @Option(
            names = "--p",
            paramLabel = "X",
            description = "pnorm: the norm, >= 2 (default 2 ln max(tasks, features)). matrix: a whole number >= 1"
                    + " (default ceil(ln min(tasks, features))).")
    private @Nullable Double p;

    @Option(names = "--kernel", paramLabel = "K", description = "A kernel on numbers, as for fit. Default: linear.")
    private @Nullable String kernel;

    @Option(
            names = "--budget",
            paramLabel = "N",
            description = "Rows a kernel or second-order learner remembers at most; the oldest go first.")
    private @Nullable Integer budget;

    @Option(
            names = "--averaged",
            description = "Predict by the mean of all weights so far (perceptron); updates follow the latest weights.")
    private boolean averaged;

    @Option(
            names = "--passive-aggressive",
            paramLabel = "C",
            description = "Update whenever the margin is below 1, by at most C (perceptron).")
    private @Nullable Double aggressiveness;

    @Option(
            names = "--shared-loss",
            paramLabel = "l1|l2|linf",
            description = "matrix: how the tasks of a round divide an update, by the norm of their losses.")
    private SharedLoss.@Nullable Norm sharedLoss;

    @Option(names = "--C", paramLabel = "X", description = "The step of --shared-loss. Default: 1.")
    private @Nullable Double c;

    /** The learner asked for; a setting it has no use for is refused. */
    LearnerChoice choice() throws IOException {
        return new LearnerChoice(
                LearnerChoice.Kind.of(learner),
                b,
                interaction == null ? null : NamedRelations.read(interaction),
                p,
                kernel,
                averaged,
                aggressiveness,
                budget,
                sharedLoss,
                c);
    }

    /** Whether the learner remembers inputs instead of explicit weights. */
    boolean keepsInputs() {
        return kernel != null || learner.equals(LearnerChoice.Kind.SECOND_ORDER.text());
    }
}
