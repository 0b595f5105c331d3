package dev.kith.stream.source;

import dev.kith.data.ClassNames;
import dev.kith.data.DataException;
import dev.kith.data.RowStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which labels mean -1 and which +1: as the caller says, or else as {@link ClassNames} orders the two, the same way as
 * for data that are read as a whole.
 *
 * <p>A stream cannot order what it has not seen. Of the numbers -1, 0 and 1 the sign is clear at once; any other label
 * is held, its sign 0, until a second one appears. Where all rows are read before any is learned from, every label is.
 */
final class LabelSigns {
    private static final String ASK = "name the positive class, or both";

    private final @Nullable ClassNames named;
    private final @Nullable String positiveName;
    private final boolean byAppearance;
    private final boolean readsAll;
    // Labels as rows give them: numbers, or positions among the texts. NaN while unknown.
    private double negative = Double.NaN;
    private double positive = Double.NaN;
    private double held = Double.NaN;

    /** @param readsAll whether all labels will have been seen before the first sign is needed */
    LabelSigns(Preparation preparation, boolean readsAll) {
        this.named = preparation.labels().classes();
        this.positiveName = preparation.labels().positive();
        this.byAppearance = preparation.version() == RowVersion.FIRST;
        this.readsAll = readsAll;
    }

    /** -1 or +1 for label k of the current row; 0 while that cannot be said. */
    double of(RowStream rows, int k, String name) {
        double label = rows.label(k) + 0.0; // -0 is 0
        if (label == negative) {
            return -1;
        }
        if (label == positive) {
            return 1;
        }
        return label == held ? 0 : meet(rows, label, name);
    }

    /** A label that has no sign yet. */
    private double meet(RowStream rows, double label, String name) {
        boolean text = !rows.classes().isEmpty();
        String word = text ? rows.classes().get((int) label) : ClassNames.name(label);
        if (named != null) {
            return isClass(named.positive(), word, label, text)
                    ? positive(label)
                    : isClass(named.negative(), word, label, text) ? negative(label) : refuse(rows, word, name);
        }
        if (positiveName != null) {
            return isClass(positiveName, word, label, text)
                    ? positive(label)
                    : Double.isNaN(negative) ? negative(label) : refuse(rows, word, name);
        }
        if (text && byAppearance) {
            return label == 0 ? negative(label) : positive(label);
        }
        if (!text && !readsAll) {
            return label == 1
                    ? positive(label)
                    : Double.isNaN(negative) && (label == -1 || label == 0)
                            ? negative(label)
                            : refuse(rows, word, name);
        }
        return order(rows, label, text, word, name);
    }

    /** Holds the first label; with the second, both are in order. */
    private double order(RowStream rows, double label, boolean text, String word, String name) {
        if (Double.isNaN(held)) {
            held = label;
            return 0;
        }
        if (!Double.isNaN(negative)) {
            return refuse(rows, word, name);
        }
        boolean larger = text
                ? ClassNames.ofTexts(rows.classes().get((int) held), word)
                        .positive()
                        .equals(word)
                : label > held;
        negative = larger ? held : label;
        positive = larger ? label : held;
        return larger ? 1 : -1;
    }

    private double positive(double label) {
        positive = label;
        return 1;
    }

    private double negative(double label) {
        negative = label;
        return -1;
    }

    /** Texts are compared as they are, numbers by their values: "1.0" is 1. */
    private static boolean isClass(String className, String word, double label, boolean text) {
        if (text || className.equals(word)) {
            return className.equals(word);
        }
        try {
            return Double.parseDouble(className) == label;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private double refuse(RowStream rows, String word, String name) {
        String minus = named != null ? named.negative() : word(negative, rows, "-1 (or 0)");
        String plus =
                named != null ? named.positive() : positiveName != null ? positiveName : word(positive, rows, "1");
        boolean guessed = named == null && positiveName == null;
        throw new DataException(name + ":" + rows.line() + ": label " + word + " must be one of two: " + minus + " and "
                + plus + (guessed ? "; for other labels name the positive one, or both classes" : ""));
    }

    private static String word(double label, RowStream rows, String unknown) {
        if (Double.isNaN(label)) {
            return unknown;
        }
        return rows.classes().isEmpty()
                ? ClassNames.name(label)
                : rows.classes().get((int) label);
    }

    /** Whether every label met so far has its sign. */
    boolean decided() {
        return Double.isNaN(held) || !Double.isNaN(negative) || !Double.isNaN(positive);
    }

    /** The sign of the labels that were held. */
    double heldSign() {
        return held == negative ? -1 : 1;
    }

    /** After the last row. A single class has a sign only if it is -1, 0 or 1. */
    void end(RowStream rows, String name) {
        if (decided()) {
            return;
        }
        if (rows.classes().isEmpty() && (held == -1 || held == 0)) {
            negative = held;
        } else if (rows.classes().isEmpty() && held == 1) {
            positive = held;
        } else {
            throw new DataException(
                    name + ": all labels are '" + word(held, rows, "") + "', a second class is needed; " + ASK);
        }
    }

    /** So many rows are in memory, waiting for a second class. */
    DataException tooMany(RowStream rows, String name, int count) {
        return new DataException(name + ":" + rows.line() + ": the first " + count + " labels are all '"
                + word(held, rows, "") + "', and which of two classes is the positive one cannot be said before the"
                + " second appears; " + ASK);
    }

    /** Names of the classes behind -1 and +1; a class not seen yet is named by its sign. */
    List<String> classes(RowStream rows) {
        if (named != null) {
            return named.list();
        }
        String one = rows.classes().isEmpty() ? "1" : "+1";
        return List.of(word(negative, rows, "-1"), word(positive, rows, positiveName != null ? positiveName : one));
    }

    /** Both classes once they are certain, else empty. */
    List<String> knownClasses(RowStream rows) {
        boolean certain = named != null || (!Double.isNaN(negative) && !Double.isNaN(positive));
        return certain ? classes(rows) : List.of();
    }
}
