package dev.kith.kernel.map;

import dev.kith.data.DataException;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.SparseInputs;
import dev.kith.kernel.FeatureMap;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Numeric features as they are, each view a set of columns; a column may be in several views or in none. */
public final class ColumnViews implements FeatureMap {
    private final int features;
    private final List<String> names;
    private final List<int[]> columns;
    private final boolean identity;

    private ColumnViews(int features, List<String> names, List<int[]> columns) {
        this.features = features;
        this.names = List.copyOf(names);
        this.columns = columns;
        identity = columns.size() == 1 && columns.get(0).length == features;
    }

    /** One view of all columns. */
    public static ColumnViews all(int features) {
        int[] all = new int[features];
        Arrays.setAll(all, j -> j);
        return new ColumnViews(features, List.of("all"), List.of(all));
    }

    /** View k is {@code names.get(k)} with the columns {@code columns.get(k)}, each from 0 to features - 1. */
    public static ColumnViews of(int features, List<String> names, List<List<Integer>> columns) {
        if (names.size() != columns.size() || names.isEmpty()) {
            throw new IllegalArgumentException(
                    "views must have one list of columns each, got " + names.size() + " and " + columns.size());
        }
        List<int[]> sorted = new ArrayList<>();
        for (int v = 0; v < names.size(); v++) {
            int[] view = columns.get(v).stream()
                    .mapToInt(Integer::intValue)
                    .distinct()
                    .sorted()
                    .toArray();
            if (view.length == 0 || view[0] < 0 || view[view.length - 1] >= features) {
                throw new IllegalArgumentException("view '" + names.get(v) + "' must have columns 0 to "
                        + (features - 1) + ", got " + columns.get(v));
            }
            sorted.add(view);
        }
        return new ColumnViews(features, names, sorted);
    }

    @Override
    public String spec() {
        StringBuilder text = new StringBuilder("columns:").append(features);
        for (int v = 0; v < names.size(); v++) {
            text.append(';')
                    .append(URLEncoder.encode(names.get(v), StandardCharsets.UTF_8))
                    .append('=');
            int[] view = columns.get(v);
            for (int from = 0; from < view.length; ) {
                int to = from;
                while (to + 1 < view.length && view[to + 1] == view[to] + 1) {
                    to++;
                }
                text.append(from == 0 ? "" : ",").append(view[from]).append('-').append(view[to]);
                from = to + 1;
            }
        }
        return text.toString();
    }

    static ColumnViews parse(String text, int features) {
        String[] parts = text.split(";", -1);
        if (Integer.parseInt(parts[0]) != features) {
            throw new DataException("views were made for " + parts[0] + " features, got " + features);
        }
        List<String> names = new ArrayList<>();
        List<List<Integer>> columns = new ArrayList<>();
        for (int v = 1; v < parts.length; v++) {
            String[] view = parts[v].split("=", -1);
            names.add(URLDecoder.decode(view[0], StandardCharsets.UTF_8));
            List<Integer> list = new ArrayList<>();
            for (String range : view[1].split(",", -1)) {
                String[] ends = range.split("-", -1);
                int from = Integer.parseInt(ends[0]);
                int to = Integer.parseInt(ends[1]);
                if (from < 0 || to >= features) {
                    throw new DataException("view '" + names.get(v - 1) + "' must have columns 0 to " + (features - 1));
                }
                for (int j = from; j <= to; j++) {
                    list.add(j);
                }
            }
            columns.add(list);
        }
        return of(features, names, columns);
    }

    @Override
    public List<String> views() {
        return names;
    }

    @Override
    public int[] starts() {
        int[] starts = new int[names.size() + 1];
        for (int v = 0; v < names.size(); v++) {
            starts[v + 1] = starts[v] + columns.get(v).length;
        }
        return starts;
    }

    @Override
    public SparseRows rows(Inputs x) {
        if (x.features().size() != features) {
            throw new DataException("views were made for " + features + " features, the inputs have "
                    + x.features().size());
        }
        if (x instanceof SparseInputs sparse) {
            return identity ? sparse.values() : select(sparse.values());
        }
        if (x instanceof DenseInputs dense) {
            return identity ? sparse(dense.values()) : select(sparse(dense.values()));
        }
        throw new DataException("views of columns need numeric features, got strings");
    }

    private static SparseRows sparse(Matrix dense) {
        FeatureMaps.RowsBuilder rows = new FeatureMaps.RowsBuilder(dense.rows(), dense.rows() * dense.cols());
        for (int i = 0; i < dense.rows(); i++) {
            for (int j = 0; j < dense.cols(); j++) {
                if (dense.get(i, j) != 0) {
                    rows.add(j, dense.get(i, j));
                }
            }
            rows.endRow();
        }
        return rows.build(dense.cols());
    }

    private SparseRows select(SparseRows all) {
        int[] starts = starts();
        int[][] position = new int[columns.size()][features];
        for (int v = 0; v < position.length; v++) {
            Arrays.fill(position[v], -1);
            for (int k = 0; k < columns.get(v).length; k++) {
                position[v][columns.get(v)[k]] = starts[v] + k;
            }
        }
        FeatureMaps.RowsBuilder rows = new FeatureMaps.RowsBuilder(all.rows(), all.nonZeros());
        for (int i = 0; i < all.rows(); i++) {
            for (int[] of : position) {
                for (int k = all.start(i); k < all.end(i); k++) {
                    int column = of[all.indices()[k]];
                    if (column >= 0) {
                        rows.add(column, all.values()[k]);
                    }
                }
            }
            rows.endRow();
        }
        return rows.build(starts[columns.size()]);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ColumnViews views && views.spec().equals(spec());
    }

    @Override
    public int hashCode() {
        return spec().hashCode();
    }

    @Override
    public String toString() {
        return spec();
    }
}
