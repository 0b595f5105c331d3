package dev.kith.cli.option;

import dev.kith.cli.terminal.Terminal;
import dev.kith.cli.terminal.UsageException;
import dev.kith.data.DataException;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.model.Predictions.Scope;
import dev.kith.model.Predictions.Unknown;
import dev.kith.text.Words;
import dev.kith.trust.Predictor;
import dev.kith.trust.UnknownTasks;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What becomes of rows of tasks that a model does not have. */
public final class UnknownTaskOptions {
    @Option(
            names = "--unknown",
            paramLabel = "error|missing|common|attributes",
            description =
                    "Rows of tasks the model does not have: error (default), missing (a blank prediction), common (by what"
                            + " its tasks have in common; linear models), or attributes (the same with the columns that were"
                            + " the same in all rows of a task).")
    private @Nullable Unknown unknown;

    /** What predicts is read, or written. */
    @FunctionalInterface
    public interface Reading {
        void run() throws IOException;
    }

    /** What was asked for, if anything. */
    public Optional<Unknown> asked() {
        return Optional.ofNullable(unknown);
    }

    /** Refuses to be told of unknown tasks where rows name none. */
    public void check(ModelInfo info) {
        boolean named =
                info.columns().task().isPresent() && info.columns().choice().isEmpty();
        if (unknown != null && !named) {
            throw new UsageException("--unknown is for models of rows that name their task, with labels of one kind");
        }
    }

    /** Whether a task the model does not have ends the command. */
    public boolean refused() {
        return unknown == null || unknown == Unknown.ERROR;
    }

    public Predictor on(Predictor predictor, Scope scope) {
        boolean choice = scope == Scope.CHOICE
                && predictor.model().info().columns().task().isPresent();
        if (unknown != null && scope != Scope.OWN_TASK && !choice) {
            throw new UsageException("--unknown is for rows that name their task, and these "
                    + (scope == Scope.ALL_TASKS ? "are asked about all tasks" : "name none"));
        }
        if (unknown == Unknown.ATTRIBUTES && choice) {
            throw new UsageException(
                    "--unknown attributes is for labels that are numbers or two classes; of a choice among classes say common");
        }
        return unknown == null ? predictor : predictor.unknown(unknown);
    }

    /** Refusals of unknown tasks say what else there is with this model. */
    public void reading(Model model, Reading reading) throws IOException {
        try {
            reading.run();
        } catch (DataException e) {
            if (refused() && UnknownTasks.refused(e)) {
                throw new DataException(e.getMessage() + " (" + UnknownTasks.offers(model, "--unknown ") + ")", e);
            }
            throw e;
        }
    }

    /** Says how many rows there were. */
    public void note(Terminal terminal, Model model, int rows) {
        if (rows > 0) {
            terminal.note(Words.count(rows, "row") + " of unknown tasks, marked 1 in column 'unknown': "
                    + (unknown == Unknown.MISSING ? "left blank." : words(model)));
        }
    }

    /** How they are predicted. */
    public String words(Model model) {
        return UnknownTasks.words(model, unknown == null ? Unknown.ERROR : unknown);
    }
}
