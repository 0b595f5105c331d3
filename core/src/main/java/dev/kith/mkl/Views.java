package dev.kith.mkl;

import dev.kith.data.DataException;
import dev.kith.data.Inputs;
import dev.kith.data.Names;
import dev.kith.data.StringInputs;
import dev.kith.data.read.Texts;
import dev.kith.kernel.FeatureMap;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.StringKernel;
import dev.kith.kernel.map.ColumnViews;
import dev.kith.kernel.map.HashedColumns;
import dev.kith.kernel.map.HashedStrings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** How inputs are divided into views, before any data are seen. */
public interface Views {
    /** The name users write for the kernel in each view. */
    String kernel();

    /** What tells this division from others, by the names users write; empty for one view of all columns. */
    Map<String, String> parameters();

    /** The explicit features of inputs like these. */
    FeatureMap of(Inputs x);

    /** One view of all columns. */
    static Views all() {
        return new Numbers(Map.of(), x -> ColumnViews.all(x.features().size()));
    }

    /** Features of one view share a name in {@code viewOf}; every feature must have one. */
    static Views named(Map<String, String> viewOf) {
        Map<String, String> copy = Map.copyOf(viewOf);
        return new Numbers(Map.of("views", Texts.pairs(copy)), x -> {
            for (String feature : copy.keySet()) {
                if (!x.features().contains(feature)) {
                    throw new DataException("views: " + Names.unknown("feature", feature, x.features()));
                }
            }
            return byName(x, feature -> {
                String view = copy.get(feature);
                if (view == null) {
                    throw new DataException("views: feature '" + feature + "' has no view");
                }
                return view;
            });
        });
    }

    /** Views by the features' names: {@code pixel1, pixel2} make one, {@code colour=red, colour=blue} another. */
    static Views byStem() {
        return new Numbers(Map.of("views", "auto"), x -> byName(x, Views::stem));
    }

    /** Signed hashing of feature names into 2^bits columns, one view. */
    static Views hashed(int bits) {
        FeatureMap map = new HashedColumns(bits);
        return new Numbers(Map.of("feature-hash", Integer.toString(bits)), x -> map);
    }

    /** Hashed substrings of a text column; see {@link HashedStrings}. */
    static Views strings(StringKernel kernel, int bits, boolean split, boolean mismatch) {
        return new Strings(kernel, new HashedStrings(kernel, bits, split, mismatch), split);
    }

    /** One view: the features that a kernel on numbers stands for, written out ({@link Kernel#explicit}). */
    static Views explicit(Kernel kernel) {
        return new Explicit(kernel);
    }

    /** Features of a kernel on numbers. */
    record Explicit(Kernel of) implements Views {
        public Explicit {
            if (of.explicit(1).isEmpty()) {
                throw new IllegalArgumentException(
                        "explicit features must be of kernel polynomial:2 or polynomial:3, got " + of.spec());
            }
        }

        @Override
        public String kernel() {
            return of.spec();
        }

        @Override
        public Map<String, String> parameters() {
            return Map.of("explicit", "yes");
        }

        @Override
        public FeatureMap of(Inputs x) {
            return of.explicit(numeric(x).features().size()).orElseThrow();
        }
    }

    /** Numeric features, each by itself. */
    record Numbers(Map<String, String> parameters, Function<Inputs, FeatureMap> maps) implements Views {
        @Override
        public String kernel() {
            return "linear";
        }

        @Override
        public FeatureMap of(Inputs x) {
            return maps.apply(numeric(x));
        }
    }

    /**
     * Substrings of a text column.
     *
     * @param split whether every length of substrings is a view
     */
    record Strings(StringKernel strings, FeatureMap map, boolean split) implements Views {
        @Override
        public String kernel() {
            return strings.spec();
        }

        @Override
        public Map<String, String> parameters() {
            return split ? Map.of("views", "auto") : Map.of();
        }

        @Override
        public FeatureMap of(Inputs x) {
            if (!(x instanceof StringInputs)) {
                throw new DataException(
                        "kernel '" + strings.spec() + "' works on strings; name the column with --strings");
            }
            return map;
        }
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
