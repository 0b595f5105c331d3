package dev.kith.data;

import dev.kith.data.date.Dates;
import java.util.List;
import java.util.Optional;

/**
 * How the columns of a table shall become features, before any row was looked at; what it takes from rows (medians, categories) is found
 * by every fit in the rows it trains on, and kept in its model. Immutable.
 *
 * @param treatments one for each column, in the order of the features
 * @param impute whether missing cells are filled; else they are refused
 * @param missing spellings of a missing cell beside the usual ones
 */
public record Recipe(List<Treatment> treatments, boolean impute, List<String> missing) {
    public Recipe {
        treatments = List.copyOf(treatments);
        missing = List.copyOf(missing);
        Names.distinct("column", treatments.stream().map(Treatment::column).toList());
    }

    /** Missing cells are filled, and spelled as usual. */
    public static Recipe of(Treatment... treatments) {
        return new Recipe(List.of(treatments), true, List.of());
    }

    /** What is made of a column. */
    public sealed interface Treatment {
        String column();

        /** The part that asks for it when a table is read. */
        Roles.Part part();
    }

    /** A feature of numbers; a missing one is the median. */
    public record Numeric(String column) implements Treatment {
        @Override
        public Roles.Part part() {
            return Roles.Part.FEATURE;
        }
    }

    /** A feature of 0 and 1 for no and yes, false and true. */
    public record Truth(String column) implements Treatment {
        @Override
        public Roles.Part part() {
            return Roles.Part.FEATURE;
        }
    }

    /**
     * A feature of 0 and 1 for each value that is not rare, and one for the rare ones together; beyond {@link #MOST_VALUES} values one number, the
     * mean label of the value.
     */
    public record Category(String column) implements Treatment {
        /** With more values than these a feature for each has too few rows to be learned from. */
        public static final int MOST_VALUES = 50;

        @Override
        public Roles.Part part() {
            return Roles.Part.CATEGORICAL;
        }
    }

    /** A feature of 0 and 1 for each value that is not rare, however many values there are. */
    public record OneHot(String column) implements Treatment {
        @Override
        public Roles.Part part() {
            return Roles.Part.ONE_HOT;
        }
    }

    /**
     * Dates and times: trend, season, weekday, hour, as far as rows tell them.
     *
     * @param way how they are written, such as {@code dd/MM/yyyy}; empty where the column decides
     */
    public record Dated(String column, Optional<String> way) implements Treatment {
        /** The column decides how its dates are written. */
        public Dated(String column) {
            this(column, Optional.empty());
        }

        /**
         * A column, and after a colon how its dates are written, where that is said: {@code day:dd/MM/yyyy}. Columns may have colons in their
         * names: only a way that is known is taken off.
         */
        public static Dated parse(String text) {
            return Dates.names().stream()
                    .filter(way -> text.endsWith(":" + way) && text.length() > way.length() + 1)
                    .findFirst()
                    .map(way -> new Dated(text.substring(0, text.length() - way.length() - 1), Optional.of(way)))
                    .orElseGet(() -> new Dated(text));
        }

        @Override
        public Roles.Part part() {
            return Roles.Part.DATE;
        }
    }

    /**
     * Values in an order: a feature of 0 and 1 for each but the first, at least this.
     *
     * @param levels from the lowest to the highest
     */
    public record Ordered(String column, List<String> levels) implements Treatment {
        public Ordered {
            levels = Names.distinct("level", levels);
            if (levels.size() < 2) {
                throw new IllegalArgumentException(
                        "an order must have at least two levels, got " + levels + " for column '" + column + "'");
            }
        }

        @Override
        public Roles.Part part() {
            return Roles.Part.ORDERED;
        }
    }

    /**
     * A feature of 0 and 1 for each of 2^bits places that values are dealt to by their spelling.
     *
     * @param bits 1 to 12
     */
    public record Hashed(String column, int bits) implements Treatment {
        /** 64 places. */
        public static final int USUAL_BITS = 6;

        private static final int MOST_BITS = 12;

        public Hashed {
            if (!(bits >= 1 && bits <= MOST_BITS)) {
                throw new IllegalArgumentException("bits of column '" + column + "' must be a whole number from 1 to "
                        + MOST_BITS + ", got " + bits);
            }
        }

        @Override
        public Roles.Part part() {
            return Roles.Part.HASHED;
        }
    }
}
