package dev.kith.method;

import java.util.List;
import java.util.Map;

/** What to call the methods before people who do not know their names: how tasks share, in a few words. */
final class PlainNames {
    private static final Map<String, String> ALL = Map.ofEntries(
            Map.entry("stl", "alone"),
            Map.entry("pooled", "one for all"),
            Map.entry("mean", "common mean"),
            Map.entry("graph", "given neighbours"),
            Map.entry("groups", "given groups"),
            Map.entry("tree", "given tree"),
            Map.entry("metric", "given likeness"),
            Map.entry("coding", "coded classes"),
            Map.entry("mtfl", "few shared directions"),
            Map.entry("okl", "learned likeness"),
            Map.entry("schatten", "shared directions by a power"),
            Map.entry("schatten-norm", "shared directions by a norm"),
            Map.entry("mtrl", "learned relations"),
            Map.entry("cluster", "groups"),
            Map.entry("sparse", "few related pairs"),
            Map.entry("logdet", "moderate relations"),
            Map.entry("learned-graph", "learned neighbours"),
            Map.entry("l21", "same few features"),
            Map.entry("l1", "own few features"),
            Map.entry("elastic", "own features, alike ones together"),
            Map.entry("dirty", "shared and own parts"),
            Map.entry("l21-relation", "same features, learned relations"),
            Map.entry("factor", "few hidden tasks"),
            Map.entry("transfer", "easy tasks help hard ones"),
            Map.entry("mixed", "common effects"),
            Map.entry("boosted", "trees over all tasks"),
            Map.entry("mean-gaussian", "mean, Gaussian kernel"),
            Map.entry("mkl", "weighted views and groups"),
            Map.entry("vanilla", "equal views and groups"),
            Map.entry("union", "one for all, by kernels"),
            Map.entry("individual", "alone, by kernels"),
            Map.entry("constrained", "obeys a constraint"),
            Map.entry("parametrised", "a constraint's parameters"));

    private PlainNames() {}

    /** Of a method of the catalogue; a method without one is a mistake in the catalogue. */
    static String of(String method) {
        String plain = ALL.get(method);
        if (plain == null) {
            throw new IllegalStateException("method '" + method + "' has no plain name");
        }
        return plain;
    }

    /** Every method has one, and no name is left of one that is gone. */
    static List<Method> checked(List<Method> methods) {
        methods.forEach(method -> of(method.name()));
        if (methods.size() != ALL.size()) {
            throw new IllegalStateException(
                    "there are " + methods.size() + " methods and " + ALL.size() + " plain names");
        }
        return methods;
    }
}
