package dev.kith.cli.option;

import dev.kith.cli.terminal.Terminal;
import dev.kith.cli.terminal.UsageException;
import dev.kith.cli.text.InspectText;
import dev.kith.data.Roles;
import dev.kith.data.inspect.Inspect;
import dev.kith.data.inspect.Inspection;
import dev.kith.data.layout.Reading;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** Whether roles that were not said are guessed. */
final class GuessOptions {
    @Option(
            names = "--auto",
            description =
                    "Guess what is not said: task, target, dates, texts (a feature for each of up to "
                            + Inspect.MOST_VALUES
                            + " values, else their mean label), columns to leave out; every guess is printed with the option that says otherwise.")
    private boolean auto;

    @Option(
            names = "--keep",
            paramLabel = "C1,C2,...",
            split = ",",
            hideParamSyntax = true,
            description = "Columns that --auto would leave out and must not.")
    private List<String> keep = List.of();

    boolean wanted() {
        return auto;
    }

    void check() {
        if (!keep.isEmpty() && !auto) {
            throw new UsageException("--keep says what --auto must not leave out: it needs --auto");
        }
    }

    void requireNoStream() {
        if (auto) {
            throw new UsageException("--auto looks at all rows before they are read: name a file, not -");
        }
    }

    /** What was said, and where guesses are wanted the rest, each guess told. */
    Roles complete(Path file, Reading reading, Roles said, Terminal terminal) {
        if (!auto) {
            return said;
        }
        Inspection seen =
                Inspect.file(file).reading(reading).given(said).keep(keep).run();
        boolean labelled = Stream.of(Roles.Part.TARGET, Roles.Part.TARGETS, Roles.Part.CLASSES)
                .anyMatch(part -> !seen.roles().columns(part).isEmpty());
        if (!labelled) {
            throw new UsageException("no column of " + seen.name() + " looks like a label; --target COL names it");
        }
        new InspectText(seen).assumed().forEach(terminal::say);
        return seen.roles();
    }
}
