package dev.kith.cli.option;

import dev.kith.cli.terminal.UsageException;
import dev.kith.data.transform.Transforming;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The scale that labels are learned on. */
public final class TransformOptions {
    @Option(
            names = "--transform",
            paramLabel = "HOW",
            defaultValue = "none",
            description =
                    "Learn log, log1p (log(1 + label)) or sqrt of the labels; predictions, intervals and measures stay in the"
                            + " labels' units. Predictions of the squared loss are means: what the inverse of a mean misses"
                            + " is corrected, unless :median is added (log:median). auto: of none, log (log1p where a label"
                            + " is 0) and sqrt the one whose held-out error in the labels' units is least, by a fit of"
                            + " method mean per fold. Default: none.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String transform;

    /** What was asked for. */
    public Transforming asked() {
        try {
            return Transforming.parse(transform);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--" + e.getMessage());
        }
    }

    /** What needs each row, where moments of the rows will not do. */
    public Optional<String> needsRows() {
        return asked().wanted() ? Optional.of("--transform " + transform) : Optional.empty();
    }

    /** Refuses a transform together with what knows labels as they are only. */
    public void requireNone(boolean there, String other) {
        if (there && asked().wanted()) {
            throw new UsageException("--transform " + transform + " does not go with " + other
                    + ", which takes labels as they are: use one of them");
        }
    }
}
