package dev.kith.structure;

import dev.kith.data.DataException;
import dev.kith.provider.Providers;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Relations by name, Kith's own, then those of {@link RelationProvider}s: each is made again from its own description. */
public final class Relations {
    /** How relations of one name are made; throws as {@link #make(Description)} does. */
    interface Factory {
        Relation make(Description description);
    }

    private static final Map<String, Factory> FACTORIES = factories();
    private static final Providers<RelationProvider> OTHERS =
            new Providers<>("relation", RelationProvider.class, RelationProvider::name, FACTORIES.keySet());

    private Relations() {}

    private static Map<String, Factory> factories() {
        Map<String, Factory> all = new LinkedHashMap<>();
        all.put("stl", d -> new Independent());
        all.put("pooled", d -> new Pooled());
        all.put("mean", d -> new MeanVariance(d.number("gamma")));
        all.put("graph", d -> new GraphStructure(TaskGraph.parse(d.content("graph", Texts.EDGES)), d.number("gamma")));
        all.put("groups", d -> new Groups(Texts.parsePairs(d.content("groups", Texts.PAIRS)), d.number("gamma")));
        all.put("tree", d -> new TreeStructure(TaskTree.parse(d.content("tree", Texts.NEWICK)), d.number("gamma")));
        all.put("metric", d -> new Metric(d.matrix("metric")));
        all.put("coding", d -> Coding.ofStructure(d.matrix("coding"), d.number("eps")));
        all.put("mtfl", d -> new Schatten(1, d.numberOrLambda("rho")));
        all.put("okl", d -> new Schatten(2, d.numberOrLambda("rho")));
        all.put("schatten", d -> new Schatten(d.number("p"), d.numberOrLambda("rho")));
        all.put("mtrl", d -> new TraceConstrained(d.number("lambda1")));
        all.put(
                "cluster",
                d -> new Clustered(
                        d.whole("clusters"), d.number("eps-mean", 1), d.number("eps-between", 1), d.number("eps")));
        all.put("sparse", d -> new SparseRelations(d.number("mu"), d.number("eps")));
        all.put("logdet", d -> new LogDet(d.number("mu"), d.numberOrLambda("rho")));
        all.put(
                "learned-graph",
                d -> new LearnedLaplacian(d.number("gamma"), d.number("eps"), d.numberOrLambda("rho")));
        return Collections.unmodifiableMap(all);
    }

    /** The names there are. */
    public static Set<String> names() {
        Set<String> names = new LinkedHashSet<>(FACTORIES.keySet());
        names.addAll(OTHERS.all().keySet());
        return Collections.unmodifiableSet(names);
    }

    /**
     * The relation that is described so. One that is described by the digest of a matrix is made from the structure matrix,
     * and is about its tasks alone.
     *
     * @throws DataException if there is no such relation, or not enough is said of it
     * @throws IllegalArgumentException if a parameter is out of its range
     */
    public static Relation make(Description description) {
        Factory factory = FACTORIES.get(description.relation());
        if (factory != null) {
            return factory.make(description);
        }
        return OTHERS.find(description.relation())
                .orElseThrow(() -> new DataException("relation must be one of " + String.join(", ", names()) + ", got '"
                        + description.relation() + "'"))
                .make(description);
    }

    /** The relation of this name with these parameters, where text says it all. */
    public static Relation make(String name, Map<String, String> parameters) {
        return make(new Description(name, parameters, Optional.empty()));
    }

    /**
     * The relation of this name whose graph, groups, tree or matrix a file holds, with its other parameters as described.
     *
     * @throws DataException if relations of this name are not read from files, or not enough is said of it
     */
    public static Relation read(Path file, Description others) {
        return switch (others.relation()) {
            case "graph" -> new GraphStructure(StructureFiles.graph(file), others.number("gamma"));
            case "groups" -> new Groups(StructureFiles.groups(file), others.number("gamma"));
            case "tree" -> new TreeStructure(StructureFiles.tree(file), others.number("gamma"));
            case "metric" -> new Metric(StructureFiles.matrix(file));
            case "coding" -> new Coding(StructureFiles.matrix(file), others.number("eps"));
            default -> throw new DataException("relation '" + others.relation() + "' is not read from a file");
        };
    }
}
