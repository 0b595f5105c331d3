package dev.kith.cli.stream;

import dev.kith.data.DataException;
import dev.kith.data.RowStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which labels mean +1. Numbers: 1 among -1 and 1, or among 0 and 1. Texts: the second to appear. Or as told. */
final class LabelSigns {
    private final @Nullable String positive;
    private final double positiveNumber;
    private double other = Double.NaN;

    LabelSigns(@Nullable String positive) {
        this.positive = positive;
        double number = 1;
        if (positive != null) {
            try {
                number = Double.parseDouble(positive);
            } catch (NumberFormatException e) {
                number = Double.NaN;
            }
        }
        this.positiveNumber = number;
    }

    /** -1 or +1 for label k of the current row. */
    double of(RowStream rows, int k, String name) {
        double label = rows.label(k);
        List<String> texts = rows.classes();
        if (!texts.isEmpty()) {
            boolean second =
                    positive == null ? label == 1 : texts.get((int) label).equals(positive);
            return second ? 1 : -1;
        }
        if (label == positiveNumber) {
            return 1;
        }
        boolean expected = positive != null || label == -1 || label == 0;
        if (!expected || (!Double.isNaN(other) && label != other)) {
            throw new DataException(name + ":" + rows.line() + ": label " + text(label) + " must be one of two: "
                    + (Double.isNaN(other) ? "-1 (or 0)" : text(other)) + " and " + text(positiveNumber)
                    + (positive == null ? "; for other labels name the positive one with --positive" : ""));
        }
        other = label;
        return -1;
    }

    /** Names of the classes behind -1 and +1; a class not seen yet is named by its sign. */
    List<String> classes(RowStream rows) {
        List<String> texts = rows.classes();
        if (texts.isEmpty()) {
            return List.of(Double.isNaN(other) ? "-1" : text(other), text(positiveNumber));
        }
        String plus = positive != null ? positive : texts.size() > 1 ? texts.get(1) : "+1";
        String minus = texts.stream().filter(t -> !t.equals(plus)).findFirst().orElse("-1");
        return List.of(minus, plus);
    }

    private static String text(double label) {
        return label == Math.rint(label) ? Long.toString((long) label) : Double.toString(label);
    }
}
