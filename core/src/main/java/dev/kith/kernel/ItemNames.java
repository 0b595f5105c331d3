package dev.kith.kernel;

import dev.kith.data.DataException;
import dev.kith.data.Names;
import dev.kith.data.Roles;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Names of the rows, or columns, of a matrix that was given, and where each stands. */
record ItemNames(String source, List<String> names, Map<String, Integer> positions) {
    /** @throws DataException if a name occurs twice */
    static ItemNames of(String source, List<String> names) {
        Map<String, Integer> positions = new HashMap<>();
        for (String name : names) {
            if (positions.putIfAbsent(name, positions.size()) != null) {
                throw new DataException(
                        source + ": '" + name + "' names two lines or columns, each item must occur once");
            }
        }
        return new ItemNames(source, List.copyOf(names), Map.copyOf(positions));
    }

    /** Where an item of this name stands among the columns. */
    int position(String name) {
        Integer at = positions.get(name);
        if (at == null) {
            throw new DataException(source + ": has a row for item '" + name + "' and no column");
        }
        return at;
    }

    /**
     * Where the item of an input stands.
     *
     * @param side what the matrix would have for it: row or column
     * @param column where the input's name was read
     */
    int position(String name, String side, String column) {
        Integer at = positions.get(name);
        if (at != null) {
            return at;
        }
        if (column.equals(Roles.ROW_NUMBER)) {
            throw new DataException(source + ": has " + names.size() + " " + side + "s, row " + name
                    + " of the data has none; rows go by their order unless a column names them"
                    + " (precomputed:FILE@COLUMN)");
        }
        throw new DataException(source + ": has no " + side + " for " + column + " '" + name + "'; "
                + Names.unknown("item", name, names));
    }
}
