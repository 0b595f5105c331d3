package dev.kith.data.table;

import dev.kith.data.RawColumn;
import dev.kith.data.Roles;
import dev.kith.data.read.Doubles;
import dev.kith.data.read.Messages;
import dev.kith.data.read.MissingWords;
import dev.kith.data.read.Numbers;
import dev.kith.data.read.Truths;
import dev.kith.linalg.Matrix;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The cells of one column of {@link Records}. A text that spells a missing cell is one, where a number is needed yes and no are 1 and 0 and a text
 * that is a number is that number; a number where a text is needed is what was written: as in a file.
 */
final class RecordCells {
    private static final String FINE = "";

    private final String name;
    private final boolean numeric;
    private final boolean filled;
    private final boolean key;
    private final MissingWords missing;
    private final Doubles numbers = new Doubles();
    private final List<@Nullable String> texts = new ArrayList<>();
    private boolean plain = true;

    private RecordCells(String name, boolean numeric, boolean filled, boolean key, MissingWords missing) {
        this.name = name;
        this.numeric = numeric;
        this.filled = filled;
        this.key = key;
        this.missing = missing;
    }

    static RecordCells numbers(String name, Roles roles) {
        return new RecordCells(name, true, roles.impute(), false, new MissingWords(roles.missing()));
    }

    /** @param filled whether a missing one is passed on as such */
    static RecordCells texts(String name, boolean filled, Roles roles) {
        return new RecordCells(name, false, filled, false, new MissingWords(filled ? roles.missing() : List.of()));
    }

    /** Texts that are only copied. */
    static RecordCells id(String name) {
        return new RecordCells(name, false, true, true, new MissingWords(List.of()));
    }

    String name() {
        return name;
    }

    boolean numeric() {
        return numeric;
    }

    /** Whether all are numbers, and none is missing. */
    boolean plain() {
        return numeric && plain;
    }

    int size() {
        return numeric ? (int) numbers.size() : texts.size();
    }

    /** Takes a number; what it breaks, or an empty text. */
    String number(double value, String written) {
        if (!Double.isFinite(value)) {
            return Messages.quote(written) + " is not a finite number";
        }
        if (!numeric) {
            return text(written);
        }
        return missing.numeric() && missing.contains(value) ? nothing() : add(value);
    }

    /** Takes a text, blank where the cell is missing; what it breaks, or an empty text. */
    String text(String value) {
        String trimmed = key ? value : value.trim();
        if (key) {
            texts.add(value);
            return FINE;
        }
        if (trimmed.isEmpty() || ((numeric || filled) && missing(trimmed))) {
            return nothing();
        }
        if (!numeric) {
            texts.add(trimmed);
            return FINE;
        }
        double number = Numbers.parse(trimmed.toCharArray(), 0, trimmed.length());
        double known = Double.isNaN(number) ? Truths.parse(trimmed) : number;
        return Double.isNaN(known) ? Messages.quote(value) + " " + Numbers.rule(trimmed) : add(known);
    }

    private boolean missing(String text) {
        return missing.contains(text.toCharArray(), 0, text.length());
    }

    private String add(double value) {
        numbers.add(value);
        return FINE;
    }

    private String nothing() {
        if (!filled) {
            return numeric ? "is missing, a number is needed" : "is blank, a text is needed";
        }
        plain = false;
        if (numeric) {
            numbers.add(Double.NaN);
        } else {
            texts.add(null);
        }
        return FINE;
    }

    /** The last text; empty where it is missing. */
    String last() {
        return textAt(texts.size() - 1);
    }

    String textAt(int row) {
        String text = texts.get(row);
        return text == null ? "" : text;
    }

    /** All texts. */
    List<String> all() {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < texts.size(); i++) {
            all.add(textAt(i));
        }
        return all;
    }

    void copyInto(Matrix x, int column) {
        for (int i = 0; i < x.rows(); i++) {
            x.set(i, column, numbers.get(i));
        }
    }

    RawColumn raw() {
        if (!numeric) {
            return RawColumn.Texts.of(name, texts);
        }
        double[] values = new double[size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = numbers.get(i);
        }
        return RawColumn.Numbers.owning(name, values);
    }
}
