package dev.kith.data.read.csv;

import dev.kith.data.Format;
import dev.kith.data.read.Amount;
import dev.kith.data.read.NumberForm;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * How one file is written: found out once from its first rows.
 *
 * @param usual the separator its ending promises
 * @param encoding of the text; empty for UTF-8
 * @param before lines before the header: comments, or sep=
 * @param rowNames whether the first column has the names of the rows and no name itself
 * @param trailing whether a separator ends every line, so that there is a last column without a name or a cell
 * @param decimal the decimal mark of columns whose numbers do not tell
 * @param forms how the numbers of each column are written; shorter where the first rows were not seen
 * @param numbers the columns whose first cells are numbers
 * @param quoted those of them whose first cells are all in quotes where other numbers are not: names, to whoever wrote the file
 */
public record Dialect(
        char separator,
        char usual,
        String encoding,
        int before,
        boolean rowNames,
        boolean trailing,
        char decimal,
        List<NumberForm> forms,
        Set<Integer> numbers,
        Set<Integer> quoted) {
    public Dialect {
        forms = List.copyOf(forms);
        numbers = Set.copyOf(numbers);
        quoted = Set.copyOf(quoted);
    }

    /** A file as its ending promises. */
    static Dialect plain(Format format) {
        char separator = format.separator();
        return new Dialect(separator, separator, "", 0, false, false, '.', List.of(), Set.of(), Set.of());
    }

    /** How the numbers of column j are written. */
    public NumberForm form(int j) {
        return j < forms.size() ? forms.get(j) : NumberForm.of(decimal);
    }

    /**
     * What is not as its ending promises, in lines.
     *
     * @param name what messages call the file
     * @param used the columns that are read as numbers
     */
    public List<String> words(String name, ColumnNames header, IntPredicate used) {
        List<String> lines = new ArrayList<>();
        if (!encoding.isEmpty()) {
            lines.add("encoding " + encoding + " in '" + name + "'");
        }
        if (before > 0) {
            lines.add((before == 1 ? "1 line" : before + " lines") + " before the header left out in '" + name + "'");
        }
        if (separator != usual) {
            lines.add("fields separated by " + word(separator) + " in '" + name + "' (--separator says otherwise)");
        }
        lines.addAll(header.words(name));
        decimals(lines, name, header, used);
        amounts(lines, name, header, used);
        return lines;
    }

    /** What messages call a separator. */
    public static String word(char separator) {
        return separator == '\t' ? "tabs" : separator == ' ' ? "blanks" : "'" + separator + "'";
    }

    private void decimals(List<String> lines, String name, ColumnNames header, IntPredicate used) {
        if (decimal == ',') {
            lines.add("decimal comma in '" + name + "' (--decimal says otherwise)");
        }
        List<String> others = new ArrayList<>();
        for (int j = 0; j < forms.size(); j++) {
            if (used.test(j) && form(j).decimal() != decimal) {
                others.add("'" + header.names().get(j) + "'");
            }
        }
        if (!others.isEmpty()) {
            lines.add("decimal " + (decimal == ',' ? "point" : "comma") + " in " + String.join(", ", others) + " of '"
                    + name + "' (--decimal says otherwise)");
        }
    }

    private void amounts(List<String> lines, String name, ColumnNames header, IntPredicate used) {
        Map<String, List<String>> alike = new LinkedHashMap<>();
        for (int j = 0; j < forms.size(); j++) {
            if (used.test(j) && !form(j).bare()) {
                alike.computeIfAbsent(kind(form(j)), kind -> new ArrayList<>())
                        .add("'" + header.names().get(j) + "'");
            }
        }
        alike.forEach((kind, columns) -> lines.add(
                kind + " in " + String.join(", ", columns) + " of '" + name + "' (--plain-numbers refuses them)"));
    }

    private static String kind(NumberForm form) {
        String unit = form.unit().isEmpty() ? "" : "the unit '" + form.unit() + "'";
        if (form.groups() == Amount.NONE) {
            return unit;
        }
        String groups = (form.groups() == ' '
                        ? "a blank"
                        : form.groups() == '\'' ? "an apostrophe" : form.groups() == ',' ? "a comma" : "a point")
                + " between thousands";
        return unit.isEmpty() ? groups : groups + " and " + unit;
    }
}
