package dev.kith.mkl;

import dev.kith.data.DataException;
import dev.kith.data.Inputs;
import dev.kith.data.Names;
import dev.kith.data.StringInputs;
import dev.kith.kernel.ColumnViews;
import dev.kith.kernel.FeatureMap;
import dev.kith.kernel.HashedColumns;
import dev.kith.kernel.HashedStrings;
import dev.kith.kernel.StringKernel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How inputs are divided into views, before any data are seen. */
public interface Views {
    /** The name users write for the kernel in each view. */
    default String kernel() {
        return "linear";
    }

    /** The explicit features of inputs like these. */
    FeatureMap of(Inputs x);

    /** One view of all columns. */
    static Views all() {
        return x -> ColumnViews.all(numeric(x).features().size());
    }

    /** Features of one view share a name in {@code viewOf}; every feature must have one. */
    static Views named(Map<String, String> viewOf) {
        Map<String, String> copy = Map.copyOf(viewOf);
        return x -> {
            for (String feature : copy.keySet()) {
                if (!x.features().contains(feature)) {
                    throw new DataException("views: " + Names.unknown("feature", feature, x.features()));
                }
            }
            return byName(numeric(x), feature -> {
                String view = copy.get(feature);
                if (view == null) {
                    throw new DataException("views: feature '" + feature + "' has no view");
                }
                return view;
            });
        };
    }

    /** Views by the features' names: {@code pixel1, pixel2} make one, {@code colour=red, colour=blue} another. */
    static Views byStem() {
        return x -> byName(numeric(x), Views::stem);
    }

    /** Signed hashing of feature names into 2^bits columns, one view. */
    static Views hashed(int bits) {
        FeatureMap map = new HashedColumns(bits);
        return x -> {
            numeric(x);
            return map;
        };
    }

    /** Hashed substrings of a text column; see {@link HashedStrings}. */
    static Views strings(StringKernel kernel, int bits, boolean split, boolean mismatch) {
        HashedStrings map = new HashedStrings(kernel, bits, split, mismatch);
        return new Views() {
            @Override
            public String kernel() {
                return kernel.spec();
            }

            @Override
            public FeatureMap of(Inputs x) {
                if (!(x instanceof StringInputs)) {
                    throw new DataException(
                            "kernel '" + kernel.spec() + "' works on strings; name the column with --strings");
                }
                return map;
            }
        };
    }

    private static Inputs numeric(Inputs x) {
        if (x instanceof StringInputs strings) {
            throw new DataException(
                    "column '" + strings.name() + "' holds strings; use the kernel spectrum:k or weighted-degree:k");
        }
        return x;
    }

    private static FeatureMap byName(Inputs x, java.util.function.UnaryOperator<String> viewOf) {
        Map<String, List<Integer>> views = new LinkedHashMap<>();
        for (int j = 0; j < x.features().size(); j++) {
            views.computeIfAbsent(viewOf.apply(x.features().get(j)), name -> new ArrayList<>())
                    .add(j);
        }
        return ColumnViews.of(x.features().size(), List.copyOf(views.keySet()), List.copyOf(views.values()));
    }

    private static String stem(String feature) {
        int equals = feature.indexOf('=');
        if (equals > 0) {
            return feature.substring(0, equals);
        }
        String stem = feature.replaceAll("[-_.]*[0-9]+$", "");
        return stem.isEmpty() ? "numbered" : stem;
    }
}
