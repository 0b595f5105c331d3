package dev.kith.data;

import java.util.List;

/**
 * The names of the two classes behind the labels -1 and +1. One rule decides which is which wherever nobody names them,
 * for data sets and for streams: the smaller class is the negative one, numbers by their values, texts by their
 * characters ({@link String#compareTo}, capitals before small letters).
 */
public record ClassNames(String negative, String positive) {
    public ClassNames {
        if (negative.equals(positive)) {
            throw new IllegalArgumentException("classes must have two different names, got '" + negative + "' twice");
        }
    }

    /** The two texts, the smaller as the negative class. */
    public static ClassNames ofTexts(String one, String other) {
        return one.compareTo(other) < 0 ? new ClassNames(one, other) : new ClassNames(other, one);
    }

    /** The two numbers, the smaller as the negative class. */
    public static ClassNames ofNumbers(double one, double other) {
        return new ClassNames(name(Math.min(one, other)), name(Math.max(one, other)));
    }

    /** A class that is a number, as text: {@code 1}, not {@code 1.0}. */
    public static String name(double label) {
        return label == Math.rint(label) && Math.abs(label) < 1e15
                ? Long.toString((long) label)
                : Double.toString(label);
    }

    /** Both names, the negative class first. */
    public List<String> list() {
        return List.of(negative, positive);
    }
}
