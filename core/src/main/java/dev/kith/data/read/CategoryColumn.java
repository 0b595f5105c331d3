package dev.kith.data.read;

import java.util.List;

/** A text column that becomes one feature for each of its values. Closed: the values are known, others are an error. */
public final class CategoryColumn {
    private final int column;
    private final String name;
    private final int rank;
    private final boolean closed;
    private final Symbols values = new Symbols();
    private final Ints features = new Ints();

    CategoryColumn(int column, String name, int rank, boolean closed) {
        this.column = column;
        this.name = name;
        this.rank = rank;
        this.closed = closed;
    }

    public int column() {
        return column;
    }

    public String name() {
        return name;
    }

    /** Where its features belong among those of other columns. */
    public int rank() {
        return rank;
    }

    public boolean closed() {
        return closed;
    }

    public List<String> values() {
        return values.names();
    }

    /** The feature that stands for the value in {@code text[from, to)}; -1 when there is none yet. */
    public int feature(char[] text, int from, int to) {
        int value = values.find(text, from, to);
        return value < 0 ? -1 : features.get(value);
    }

    /** For each of {@code count} features, which of the values it stands for; 0 for those of other columns. */
    public int[] places(int count) {
        int[] places = new int[count];
        for (int value = 0; value < features.size(); value++) {
            places[features.get(value)] = value;
        }
        return places;
    }

    void add(String value, int feature) {
        values.add(value.toCharArray(), 0, value.length());
        features.add(feature);
    }
}
