package dev.kith.cli.option;

import dev.kith.cli.terminal.UsageException;
import dev.kith.method.FeaturesFrom;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What is learned from beside the features of the table. */
public final class FeatureOptions {
    @Option(
            names = "--features-from",
            paramLabel = "WHAT",
            defaultValue = "none",
            description =
                    "boosted: what boosted trees over all tasks say of a row is one more feature, 'boosted'. For rows"
                            + " that train it comes from trees grown on other rows. For tables whose rows belong to one task"
                            + " each, without --transform. Default: none.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String from;

    /** What was asked for. */
    public FeaturesFrom asked() {
        try {
            return FeaturesFrom.parse(from);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--" + e.getMessage());
        }
    }

    public boolean wanted() {
        return asked() != FeaturesFrom.NONE;
    }

    /** What needs each row, where moments of the rows will not do. */
    public Optional<String> needsRows() {
        return wanted() ? Optional.of("--features-from " + from) : Optional.empty();
    }

    /** Refuses more features together with what knows those of the table only. */
    public void requireNone(boolean there, String other) {
        if (there && wanted()) {
            throw new UsageException("--features-from " + from + " does not go with " + other
                    + ", which learns from the features of the table: use one of them");
        }
    }
}
