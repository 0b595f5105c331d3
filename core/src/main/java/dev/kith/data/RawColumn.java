package dev.kith.data;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A column as its table has it: numbers or texts, some of them missing. Immutable. */
public sealed interface RawColumn permits RawColumn.Numbers, RawColumn.Texts {
    String name();

    int rows();

    /** Whether the cell of this row is missing. */
    boolean missing(int row);

    /** The given rows, in the given order; repeats allowed. */
    RawColumn select(int... rows);

    /** Numbers, finite where they are not missing. */
    final class Numbers implements RawColumn {
        private final String name;
        private final double[] values;

        private Numbers(String name, double[] values) {
            this.name = name;
            this.values = values;
        }

        /**
         * Copies the numbers.
         *
         * @param values NaN where one is missing
         * @throws DataException if one is infinite
         */
        public static Numbers of(String name, double... values) {
            return owning(name, values.clone());
        }

        /** Takes the numbers without copying. */
        public static Numbers owning(String name, double[] values) {
            for (int i = 0; i < values.length; i++) {
                if (Double.isInfinite(values[i])) {
                    throw new DataException(
                            "input " + i + ", column '" + name + "': must be a finite number, got " + values[i]);
                }
            }
            return new Numbers(name, values);
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public int rows() {
            return values.length;
        }

        @Override
        public boolean missing(int row) {
            return Double.isNaN(values[row]);
        }

        /** The number of this row; NaN where it is missing. */
        public double value(int row) {
            return values[row];
        }

        @Override
        public Numbers select(int... rows) {
            return new Numbers(
                    name, Arrays.stream(rows).mapToDouble(row -> values[row]).toArray());
        }
    }

    /** Texts, each different one kept once. */
    final class Texts implements RawColumn {
        private static final int MISSING = -1;

        private final String name;
        private final List<String> values;
        private final int[] codes;

        private Texts(String name, List<String> values, int[] codes) {
            this.name = name;
            this.values = values;
            this.codes = codes;
        }

        /**
         * The column with these texts.
         *
         * @param cells null where one is missing
         */
        public static Texts of(String name, List<@Nullable String> cells) {
            Map<String, Integer> known = new HashMap<>();
            List<String> values = new java.util.ArrayList<>();
            int[] codes = new int[cells.size()];
            for (int i = 0; i < codes.length; i++) {
                String cell = cells.get(i);
                codes[i] = MISSING;
                if (cell != null) {
                    codes[i] = known.computeIfAbsent(cell, text -> {
                        values.add(text);
                        return values.size() - 1;
                    });
                }
            }
            return new Texts(name, List.copyOf(values), codes);
        }

        /**
         * Takes the codes without copying.
         *
         * @param values the different texts
         * @param codes for each row a position among them; -1 where the text is missing
         */
        public static Texts owning(String name, List<String> values, int[] codes) {
            for (int code : codes) {
                if (code < MISSING || code >= values.size()) {
                    throw new IllegalArgumentException("codes of column '" + name + "' must be from -1 to "
                            + (values.size() - 1) + ", got " + code);
                }
            }
            return new Texts(name, List.copyOf(values), codes);
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public int rows() {
            return codes.length;
        }

        @Override
        public boolean missing(int row) {
            return codes[row] == MISSING;
        }

        /** The text of this row; empty where it is missing. */
        public Optional<String> value(int row) {
            return missing(row) ? Optional.empty() : Optional.of(values.get(codes[row]));
        }

        /** The different texts there may be, in no order. */
        public List<String> values() {
            return values;
        }

        /** The position of a row's text among {@link #values}; -1 where it is missing. */
        public int code(int row) {
            return codes[row];
        }

        @Override
        public Texts select(int... rows) {
            return new Texts(
                    name, values, Arrays.stream(rows).map(row -> codes[row]).toArray());
        }
    }
}
