package dev.kith.data.prepare;

import dev.kith.data.DataException;
import dev.kith.data.RawColumn;
import dev.kith.data.RawInputs;
import dev.kith.data.Recipe;
import dev.kith.linalg.Matrix;
import dev.kith.text.Words;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is done to one column: a declaration, complete in itself, that anyone can carry out. */
public sealed interface Step
        permits Dated, Drawn, Hashed, Ordered, Step.Numeric, Step.Truth, Step.Category, Step.Omitted {
    /** The column it reads. */
    String column();

    /** The features it makes, in order. */
    List<String> features();

    /**
     * Writes the features of all rows.
     *
     * @param x rows x features of all steps
     * @param at the column of {@code x} where the first feature of this step belongs
     */
    void writeInto(Matrix x, int at, RawInputs rows);

    /** What is assumed about the column, in a few words; empty where nothing is. */
    Optional<String> words();

    /** The treatment that a reader gives the column, so that this step can be carried out. */
    Recipe.Treatment treatment();

    /** The version of {@link Preparation} that has such steps. */
    default int version() {
        return 1;
    }

    /**
     * Refuses rows in which something would have to stand in for a cell.
     *
     * @throws DataException if one is missing
     */
    default void requireComplete(RawInputs data) {
        RawColumn cells = data.column(column());
        for (int i = 0; i < cells.rows(); i++) {
            if (cells.missing(i)) {
                throw new DataException("input " + i + ", column '" + column()
                        + "': is missing, and the model was fitted to complete rows");
            }
        }
    }

    /** A number as it is; a missing one is filled. */
    record Numeric(String column, Filling filling) implements Step {
        @Override
        public Recipe.Treatment treatment() {
            return new Recipe.Numeric(column);
        }

        @Override
        public List<String> features() {
            return filling.features(column);
        }

        @Override
        public void writeInto(Matrix x, int at, RawInputs rows) {
            NumberCells.write(x, at, rows, column, filling);
        }

        @Override
        public Optional<String> words() {
            return filling.words();
        }
    }

    /** 1 for yes, true, y, t and 0 for no, false, n, f, in any case; a number as it is. */
    record Truth(String column, Filling filling) implements Step {
        @Override
        public Recipe.Treatment treatment() {
            return new Recipe.Truth(column);
        }

        @Override
        public List<String> features() {
            return filling.features(column);
        }

        @Override
        public void writeInto(Matrix x, int at, RawInputs rows) {
            NumberCells.write(x, at, rows, column, filling);
        }

        @Override
        public Optional<String> words() {
            return Optional.of("yes -> 1, no -> 0"
                    + filling.words().map(words -> "; " + words).orElse(""));
        }
    }

    /**
     * 1 for the value of the row, 0 for the others.
     *
     * @param levels values that have a feature of their own, sorted
     * @param other whether the rare values had one together, which every value takes that is none of the levels; where not, and no level is
     *     called other, such a value is 0 everywhere
     * @param flagged whether missing cells have a feature of their own
     * @param usual the level a missing cell counts as where they have not
     * @param rare how many values were rare when this was fitted
     * @param missing rows without a value then
     * @param rows all rows then
     */
    record Category(
            String column,
            List<String> levels,
            boolean other,
            boolean flagged,
            String usual,
            long rare,
            long missing,
            long rows)
            implements Step {
        /** The level that takes values nobody saw. */
        static final String OTHER = "other";

        public Category {
            levels = List.copyOf(levels);
            if (!levels.contains(usual) || (other && levels.contains(OTHER))) {
                throw new IllegalArgumentException("levels must hold the usual one, '" + usual
                        + "', and the one for all others at most once, got " + levels);
            }
        }

        @Override
        public List<String> features() {
            List<String> names = new ArrayList<>();
            levels.forEach(level -> names.add(column + "=" + level));
            if (other) {
                names.add(column + "=" + OTHER);
            }
            if (flagged) {
                names.add(Filling.flag(column));
            }
            return names;
        }

        @Override
        public Recipe.Treatment treatment() {
            return new Recipe.Category(column);
        }

        @Override
        public void writeInto(Matrix x, int at, RawInputs rows) {
            RawColumn.Texts texts = TextCells.of(rows.column(column));
            Map<String, Integer> place = new HashMap<>();
            for (int k = 0; k < levels.size(); k++) {
                place.put(levels.get(k), k);
            }
            int unknown = other ? levels.size() : place.getOrDefault(OTHER, -1);
            int absent = flagged ? levels.size() + (other ? 1 : 0) : place.getOrDefault(usual, -1);
            int[] each = texts.values().stream()
                    .mapToInt(value -> place.getOrDefault(value, unknown))
                    .toArray();
            for (int i = 0; i < x.rows(); i++) {
                int k = texts.missing(i) ? absent : each[texts.code(i)];
                if (k >= 0) {
                    x.set(i, at + k, 1);
                }
            }
        }

        @Override
        public Optional<String> words() {
            List<String> all = new ArrayList<>();
            if (missing > 0) {
                all.add("missing -> " + (flagged ? "a value of its own" : "'" + usual + "'") + " (" + missing + " of "
                        + Words.count(rows, "row") + ")");
            }
            if (rare > 0) {
                all.add(Words.count(rare, "rare value") + " -> '" + OTHER + "', as any new one");
            } else if (!levels.contains(OTHER)) {
                all.add("a new value counts as an average one");
            }
            return Optional.of(
                    Words.count(levels.size(), "value") + (all.isEmpty() ? "" : "; " + String.join("; ", all)));
        }
    }

    /** Nothing: no training row had a value. */
    record Omitted(String column) implements Step {
        @Override
        public Recipe.Treatment treatment() {
            return new Recipe.Numeric(column);
        }

        @Override
        public List<String> features() {
            return List.of();
        }

        @Override
        public void writeInto(Matrix x, int at, RawInputs rows) {
            // it has no features
        }

        @Override
        public Optional<String> words() {
            return Optional.of("left out, no row has a value");
        }
    }
}
