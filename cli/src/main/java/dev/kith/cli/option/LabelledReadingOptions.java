package dev.kith.cli.option;

import dev.kith.cli.terminal.Terminal;
import dev.kith.cli.terminal.UsageException;
import dev.kith.data.layout.Reading;
import java.util.function.Consumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How a table with labels is written; unlike rows to predict, which all have a prediction, some of its rows may be left out. */
public final class LabelledReadingOptions {
    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ReadingOptions layout;

    @Option(
            names = "--skip-bad",
            paramLabel = "N",
            description = "Leave out up to N rows that cannot be read (too many or too few fields, a text among"
                    + " numbers); the first 10 are named. Default 0: such a row is an error.")
    private int skipBad;

    /**
     * What the options say.
     *
     * @param terminal shows how far the reading is
     * @param listener told each line once, however often a file is read
     */
    public Reading reading(Terminal terminal, Consumer<String> listener) {
        if (skipBad < 0) {
            throw new UsageException("--skip-bad must be >= 0, got " + skipBad);
        }
        return layout.reading(terminal, listener).skipBad(skipBad);
    }

    /** Whether rows that cannot be read are left out. */
    boolean skips() {
        return skipBad > 0;
    }
}
