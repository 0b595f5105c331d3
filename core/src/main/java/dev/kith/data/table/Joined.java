package dev.kith.data.table;

import dev.kith.data.layout.Reading;
import java.nio.file.Path;
import java.util.List;

/**
 * The rows of a table with columns of their tasks.
 *
 * @param file a private copy of them, the new columns last
 * @param reading how that file is read
 * @param columns those that were joined
 * @param tasks how many the rows name
 * @param lacking those of them that the table of tasks does not have, whose new columns are blank
 */
public record Joined(Path file, Reading reading, List<String> columns, int tasks, List<String> lacking) {
    public Joined {
        columns = List.copyOf(columns);
        lacking = List.copyOf(lacking);
    }
}
