package dev.kith.sql;

import java.util.List;
import java.util.stream.Collectors;

/** A table of a database by the names it is found under: {@code predictions}, {@code shop.predictions}. Taken as they are written, in quotes. */
record TableName(List<String> parts) {
    /** @throws IllegalArgumentException if a part is empty or has a character that no name has */
    static TableName of(String text) {
        List<String> parts = List.of(text.split("\\.", -1));
        for (String part : parts) {
            if (part.isBlank() || part.chars().anyMatch(Character::isISOControl)) {
                throw new IllegalArgumentException(
                        "a table is named as TABLE or SCHEMA.TABLE, got '" + text.replaceAll("\\p{Cntrl}", "?") + "'");
            }
        }
        return new TableName(parts);
    }

    /** In SQL, whatever characters are in it. */
    String quoted() {
        return parts.stream().map(Duck::name).collect(Collectors.joining("."));
    }

    @Override
    public String toString() {
        return String.join(".", parts);
    }
}
