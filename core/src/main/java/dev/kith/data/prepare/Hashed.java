package dev.kith.data.prepare;

import dev.kith.data.RawColumn;
import dev.kith.data.RawInputs;
import dev.kith.data.Recipe;
import dev.kith.linalg.Matrix;
import dev.kith.numeric.Hashing;
import dev.kith.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Texts dealt to 2^bits places by their spelling ({@link Hashing}): the feature of the place is 1, the others 0. A text nobody saw has a place
 * like any other; texts of one place share what is learned.
 *
 * @param flagged whether a missing cell has a place of its own; where not it is 0 everywhere, an average one
 * @param values different texts when this was fitted
 * @param missing rows without a text then
 * @param rows all rows then
 */
public record Hashed(String column, int bits, boolean flagged, long values, long missing, long rows) implements Step {
    public Hashed {
        bits = new Recipe.Hashed(column, bits).bits();
    }

    @Override
    public Recipe.Treatment treatment() {
        return new Recipe.Hashed(column, bits);
    }

    private int places() {
        return 1 << bits;
    }

    @Override
    public int version() {
        return 2;
    }

    @Override
    public List<String> features() {
        List<String> names = new ArrayList<>(IntStream.range(0, places())
                .mapToObj(place -> column + "#" + place)
                .toList());
        if (flagged) {
            names.add(Filling.flag(column));
        }
        return names;
    }

    @Override
    public void writeInto(Matrix x, int at, RawInputs rows) {
        RawColumn.Texts texts = TextCells.of(rows.column(column));
        Hashing hashing = new Hashing(bits);
        int[] each = texts.values().stream()
                .mapToInt(text -> hashing.column(Hashing.hash(text)))
                .toArray();
        for (int i = 0; i < x.rows(); i++) {
            if (!texts.missing(i)) {
                x.set(i, at + each[texts.code(i)], 1);
            } else if (flagged) {
                x.set(i, at + places(), 1);
            }
        }
    }

    @Override
    public Optional<String> words() {
        String absent = missing == 0
                ? ""
                : "; missing -> " + (flagged ? "a place of its own" : "an average one") + " (" + missing + " of "
                        + Words.count(rows, "row") + ")";
        return Optional.of(Words.count(values, "value") + " dealt to " + places() + " places" + absent);
    }
}
