package dev.kith.kernel.map;

import dev.kith.data.DataException;
import dev.kith.data.Inputs;
import dev.kith.data.StringInputs;
import dev.kith.kernel.FeatureMap;
import dev.kith.kernel.Kernels;
import dev.kith.kernel.StringKernel;
import dev.kith.linalg.SparseRows;
import dev.kith.numeric.Hashing;
import java.util.ArrayList;
import java.util.List;

/**
 * The explicit features of a string kernel, hashed with signs into 2^bits columns a view.
 *
 * <p>With {@code split} substrings of every length are a view of their own, each scaled to unit length, so that their
 * weights can be learned; otherwise all are one view of unit length, the kernel itself up to collisions. With {@code
 * mismatch} every substring also counts, at half its value, once for each position with that letter left open.
 */
public record HashedStrings(StringKernel kernel, int bits, boolean split, boolean mismatch) implements FeatureMap {
    public HashedStrings {
        Hashing.requireTable(bits);
    }

    /** One view, exact substrings. */
    public HashedStrings(StringKernel kernel, int bits) {
        this(kernel, bits, false, false);
    }

    static HashedStrings parse(String text) {
        String[] parts = text.split(":", -1);
        return new HashedStrings(
                (StringKernel) Kernels.parse(parts[0] + ":" + parts[1]),
                Integer.parseInt(parts[2]),
                Boolean.parseBoolean(parts[3]),
                Boolean.parseBoolean(parts[4]));
    }

    @Override
    public String spec() {
        return "strings:" + kernel.spec() + ":" + bits + ":" + split + ":" + mismatch;
    }

    @Override
    public List<String> views() {
        if (!split) {
            return List.of(kernel.spec());
        }
        List<String> views = new ArrayList<>();
        for (int length = kernel.shortest(); length <= kernel.longest(); length++) {
            views.add("length " + length);
        }
        return views;
    }

    @Override
    public int[] starts() {
        int[] starts = new int[views().size() + 1];
        for (int v = 1; v < starts.length; v++) {
            starts[v] = Math.multiplyExact(v, new Hashing(bits).columns());
        }
        return starts;
    }

    @Override
    public SparseRows rows(Inputs x) {
        if (!(x instanceof StringInputs strings)) {
            throw new DataException("kernel '" + kernel.spec() + "' works on strings; name the column with --strings");
        }
        int[] starts = starts();
        FeatureMaps.RowsBuilder rows = new FeatureMaps.RowsBuilder(x.rows(), 16 * x.rows());
        FeatureMaps.RowBuilder row = new FeatureMaps.RowBuilder();
        for (int i = 0; i < x.rows(); i++) {
            String text = strings.values().get(i);
            row.clear();
            kernel.features(
                    text, (start, length, place, value) -> add(token(text, start, length, place), value, starts, row));
            if (row.isEmpty()) {
                throw new DataException("column '" + strings.name() + "', input " + i + ": \"" + text
                        + "\" is too short for kernel '" + kernel.spec() + "'");
            }
            int from = rows.size();
            row.appendTo(rows);
            normalize(rows, from, starts);
        }
        return rows.build(starts[starts.length - 1]);
    }

    /** What is hashed; never changes, as models hold weights of the columns it leads to. */
    private String token(String text, int start, int length, int place) {
        String letters = text.substring(start, start + length);
        return kernel.positional() ? place + ":" + letters : letters;
    }

    private void add(String token, double value, int[] starts, FeatureMaps.RowBuilder row) {
        int letters = kernel.positional() ? token.indexOf(':') + 1 : 0;
        int start = split ? starts[token.length() - letters - kernel.shortest()] : 0;
        put(token, value, start, row);
        if (mismatch) {
            StringBuilder open = new StringBuilder(token);
            for (int k = letters; k < token.length(); k++) {
                open.setCharAt(k, '\0');
                put(open, value / 2, start, row);
                open.setCharAt(k, token.charAt(k));
            }
        }
    }

    private void put(CharSequence token, double value, int start, FeatureMaps.RowBuilder row) {
        long hash = Hashing.hash(token);
        row.add(start + new Hashing(bits).column(hash), Hashing.sign(hash) * value);
    }

    /** Brings every view of the row that began at entry {@code from} to unit length. */
    private static void normalize(FeatureMaps.RowsBuilder rows, int from, int[] starts) {
        int k = from;
        for (int v = 1; v < starts.length; v++) {
            int begin = k;
            double sum = 0;
            for (; k < rows.size() && rows.column(k) < starts[v]; k++) {
                sum += rows.value(k) * rows.value(k);
            }
            for (int j = begin; j < k; j++) {
                rows.scale(j, 1 / Math.sqrt(sum));
            }
        }
    }
}
