package dev.kith.data.read.csv;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The names of columns, each different: a first column without a name has the row names, as R writes them; any other without
 * one is called by its place, and so is one whose name another has before it.
 *
 * @param aside columns nothing is learned from unless they are named: row names, a column that is only a separator at the end of lines
 * @param made what was not so in the file, in words
 */
public record ColumnNames(List<String> names, Set<String> aside, List<String> made) {
    private static final List<String> ROW_NAMES = List.of("row", "rownames", "row names");

    private static final int MOST_LINES = 3;

    public ColumnNames {
        names = List.copyOf(names);
        aside = Set.copyOf(aside);
        made = List.copyOf(made);
    }

    static ColumnNames of(List<String> header, Dialect dialect) {
        Set<String> taken = new HashSet<>(header);
        Set<String> seen = new HashSet<>();
        List<String> names = new ArrayList<>();
        Set<String> aside = new HashSet<>();
        List<String> made = new ArrayList<>();
        for (int j = 0; j < header.size(); j++) {
            String given = header.get(j);
            boolean last = j == header.size() - 1;
            String name = given;
            if (given.isEmpty() && j == 0 && header.size() > 1) {
                name = ROW_NAMES.stream()
                        .filter(free -> !taken.contains(free))
                        .findFirst()
                        .orElseGet(() -> free("row 1", taken));
                aside.add(name);
                made.add("the first column without a name has row names and is called '" + name
                        + "', nothing is learned from it");
            } else if (given.isEmpty()) {
                name = free("column " + (j + 1), taken);
                if (last && dialect.trailing()) {
                    aside.add(name);
                    made.add("a separator ends every line");
                } else {
                    made.add("column " + (j + 1) + " without a name is called '" + name + "'");
                }
            } else if (!seen.add(given)) {
                name = free(given + " " + (j + 1), taken);
                made.add("of two columns called '" + given + "' the second is called '" + name + "'");
            }
            taken.add(name);
            names.add(name);
        }
        return new ColumnNames(names, aside, made);
    }

    private static String free(String wanted, Set<String> taken) {
        StringBuilder name = new StringBuilder(wanted);
        while (taken.contains(name.toString())) {
            name.append('\'');
        }
        return name.toString();
    }

    /** What was not so in the file of this name, a line each. */
    List<String> words(String file) {
        List<String> lines = new ArrayList<>();
        made.stream().limit(MOST_LINES).forEach(line -> lines.add(line + " in '" + file + "'"));
        if (made.size() > MOST_LINES) {
            lines.add(
                    "and " + (made.size() - MOST_LINES) + " more columns of '" + file + "' are called by their places");
        }
        return lines;
    }
}
