package dev.kith.kernel;

import dev.kith.data.DataException;
import dev.kith.data.Inputs;
import dev.kith.data.StringInputs;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A kernel on strings given by explicit sparse features (substrings), scaled to k(x, x) = 1: the inner product of the
 * feature vectors divided by their lengths.
 */
public interface StringKernel extends Kernel {
    /** Calls {@code sink} with every feature of the string and its value; a feature may come several times, values add. */
    void features(String text, Sink sink);

    /** Receives features. */
    interface Sink {
        void add(String feature, double value);
    }

    @Override
    default Matrix cross(Inputs x, Inputs z) {
        Map<String, Integer> vocabulary = new HashMap<>();
        SparseRows a = rows(x, vocabulary);
        SparseRows b = rows(z, vocabulary);
        return a.widen(vocabulary.size()).timesTranspose(b);
    }

    @Override
    default Matrix gram(Inputs x) {
        SparseRows rows = rows(x, new HashMap<>());
        return rows.timesTranspose(rows).symmetrized();
    }

    @Override
    default double[] diagonal(Inputs x) {
        double[] ones = new double[x.rows()];
        Arrays.fill(ones, 1);
        return ones;
    }

    /** The unit-length feature rows of strings; names not in {@code vocabulary} yet are added to it. */
    default SparseRows rows(Inputs x, Map<String, Integer> vocabulary) {
        if (!(x instanceof StringInputs strings)) {
            throw new DataException("kernel '" + spec() + "' works on strings; name the column with --strings");
        }
        int n = strings.rows();
        int[] starts = new int[n + 1];
        List<int[]> indices = new ArrayList<>(n);
        List<double[]> values = new ArrayList<>(n);
        for (int i = 0; i < n; i++) {
            TreeMap<Integer, Double> row = new TreeMap<>();
            features(strings.values().get(i), (feature, value) -> {
                Integer fresh = vocabulary.size();
                Integer known = vocabulary.putIfAbsent(feature, fresh);
                row.merge(known == null ? fresh : known, value, Double::sum);
            });
            double norm =
                    Math.sqrt(row.values().stream().mapToDouble(v -> v * v).sum());
            if (!(norm > 0)) {
                throw new DataException("column '" + strings.name() + "', input " + i + ": \""
                        + strings.values().get(i) + "\" is too short for kernel '" + spec() + "'");
            }
            indices.add(row.keySet().stream().mapToInt(Integer::intValue).toArray());
            values.add(row.values().stream().mapToDouble(v -> v / norm).toArray());
            starts[i + 1] = starts[i] + row.size();
        }
        int[] flatIndices = new int[starts[n]];
        double[] flatValues = new double[starts[n]];
        for (int i = 0; i < n; i++) {
            System.arraycopy(indices.get(i), 0, flatIndices, starts[i], indices.get(i).length);
            System.arraycopy(values.get(i), 0, flatValues, starts[i], values.get(i).length);
        }
        return new SparseRows(vocabulary.size(), starts, flatIndices, flatValues);
    }
}
