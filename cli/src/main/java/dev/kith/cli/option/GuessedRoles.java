package dev.kith.cli.option;

import dev.kith.cli.terminal.Terminal;
import dev.kith.cli.terminal.UsageException;
import dev.kith.cli.text.InspectText;
import dev.kith.data.Roles;
import dev.kith.data.inspect.Inspect;
import dev.kith.data.inspect.Inspection;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * {@code --auto}: the roles that were not said, guessed and printed.
 *
 * @param said roles that stay as they are
 * @param keep columns that must not be left out
 */
record GuessedRoles(Path file, Roles said, List<String> keep) {
    /** Looks at the file, says every guess, and returns all roles. */
    Roles say(Terminal terminal) {
        Inspection seen = Inspect.file(file).given(said).keep(keep).run();
        boolean labelled = Stream.of(Roles.Part.TARGET, Roles.Part.TARGETS, Roles.Part.CLASSES)
                .anyMatch(part -> !seen.roles().columns(part).isEmpty());
        if (!labelled) {
            throw new UsageException("no column of " + seen.name() + " looks like a label; --target COL names it");
        }
        InspectText text = new InspectText(seen);
        text.assumed().forEach(terminal::say);
        return seen.roles();
    }
}
