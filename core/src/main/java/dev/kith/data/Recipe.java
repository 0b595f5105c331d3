package dev.kith.data;

import java.util.List;

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
    }

    /** A feature of numbers; a missing one is the median. */
    public record Numeric(String column) implements Treatment {}

    /** A feature of 0 and 1 for no and yes, false and true. */
    public record Truth(String column) implements Treatment {}

    /** A feature of 0 and 1 for each value that is not rare, and one for the rare ones together. */
    public record Category(String column) implements Treatment {}
}
