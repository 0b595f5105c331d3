package dev.kith.data.read;

import dev.kith.data.DataException;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** Features that are known by a number from 1, feature i called {@code xi}: all up to the largest met, or given ones. */
public final class NumberedFeatures {
    /** 2^24: every number up to the largest becomes a feature, so a slip of the pen must not fill the memory. */
    public static final int MAX = 1 << 24;

    private final List<String> given;
    private int[] positionOf = new int[0];
    private int largest;

    /** @param given the only features that count, in order; none to take all */
    public NumberedFeatures(String file, List<String> given) {
        this.given = given;
        for (int j = 0; j < given.size(); j++) {
            String feature = given.get(j);
            int number = feature.matches("x[1-9][0-9]{0,7}") ? Integer.parseInt(feature.substring(1)) : MAX + 1;
            if (number > MAX) {
                throw new DataException(
                        file + ": unknown feature '" + feature + "'; a LIBSVM file has x1, x2, ... up to x" + MAX);
            }
            if (number >= positionOf.length) {
                positionOf = Arrays.copyOf(positionOf, Math.max(number + 1, Math.min(2 * number, MAX + 1)));
            }
            if (positionOf[number] > 0) {
                throw new DataException(file + ": feature '" + feature + "' is named twice");
            }
            positionOf[number] = j + 1;
        }
    }

    /** The position of feature {@code number} among the features; -1 when it does not count. */
    int position(int number) {
        largest = Math.max(largest, number);
        if (given.isEmpty()) {
            return number - 1;
        }
        return number < positionOf.length ? positionOf[number] - 1 : -1;
    }

    /** A live view. */
    List<String> names() {
        if (!given.isEmpty()) {
            return given;
        }
        return new AbstractList<>() {
            @Override
            public String get(int j) {
                return "x" + (Objects.checkIndex(j, largest) + 1);
            }

            @Override
            public int size() {
                return largest;
            }
        };
    }
}
