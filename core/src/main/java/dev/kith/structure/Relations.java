package dev.kith.structure;

import dev.kith.data.DataException;
import dev.kith.data.NamedMatrix;
import dev.kith.data.read.Texts;
import dev.kith.provider.Providers;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Relations between tasks: Kith's own, each by a method here, and all of them, with those of {@link RelationProvider}s, by
 * name, made again from their own description. A is the structure matrix, W the weights of the tasks.
 */
public final class Relations {
    /** How relations of one name are made; throws as {@link #make(Description)} does. */
    interface Factory {
        Relation make(Description description);
    }

    private static final Map<String, Factory> FACTORIES = factories();
    private static final Providers<RelationProvider> OTHERS =
            new Providers<>("relation", RelationProvider.class, RelationProvider::name, FACTORIES.keySet());

    /** The name of {@link #graph}. */
    public static final String GRAPH = "graph";

    /** The name of {@link #learnedGraph}. */
    public static final String LEARNED_GRAPH = "learned-graph";

    /** The ridge {@link #coding} has unless told otherwise. */
    public static final double CODING_RIDGE = 1e-6;

    /** The mu {@link #sparse} has unless told otherwise. */
    public static final double SPARSE_MU = 0.7;

    /** The barrier {@link #sparse(double)} has. */
    public static final double SPARSE_EPS = 1e-3;

    /** The eps {@link #learnedGraph} has unless told otherwise, in units of squared weights. */
    public static final double LEARNED_GRAPH_EPS = 0.01;

    private Relations() {}

    /** Single-task learning, {@code stl}: A = I, nothing is shared. */
    public static Structure independent() {
        return new Independent();
    }

    /** One model for all tasks, {@code pooled}: A = 11'/T, and one common intercept. */
    public static Structure pooled() {
        return new Pooled();
    }

    /**
     * All tasks are alike, {@code mean}: A^-1 = I + gamma (I - 11'/T), which charges gamma for the variance of the tasks
     * around their mean. gamma = 0 is single-task learning, gamma large is one model for all.
     */
    public static Structure mean(double gamma) {
        return new MeanVariance(gamma);
    }

    /** Neighbours in a graph are alike, {@code graph}: A^-1 = Laplacian + gamma I, gamma &gt; 0. */
    public static Structure graph(TaskGraph graph, double gamma) {
        return new GraphStructure(graph, gamma);
    }

    /** Tasks of one group are alike, {@code groups}: {@link #mean} inside every group and nothing between groups. */
    public static Structure groups(Map<String, String> groupOf, double gamma) {
        return new Groups(groupOf, gamma);
    }

    /**
     * Tasks under a common node are alike, {@code tree}: every node draws the tasks below it towards their mean. A tree of
     * depth 1 with unit branches is {@link #mean} with the same gamma.
     */
    public static Structure tree(TaskTree tree, double gamma) {
        return new TreeStructure(tree, gamma);
    }

    /** A given similarity of tasks, {@code metric}: A is the matrix itself, symmetric and positive semidefinite. */
    public static Structure metric(NamedMatrix similarity) {
        return new Metric(similarity);
    }

    /**
     * Tasks described by codes or label embeddings, {@code coding}: A = L'L + ridge I with L the codes x tasks matrix and
     * the ridge relative to the mean of the diagonal of L'L.
     */
    public static Structure coding(NamedMatrix codes, double ridge) {
        return new Coding(codes, ridge);
    }

    /**
     * Learned, F(A) = lambda times the sum of p-th powers of the eigenvalues of A, p &gt;= 1: {@code mtfl} (p = 1, the trace
     * norm: few directions are shared), {@code okl} (p = 2, output kernel learning) or {@code schatten}.
     */
    public static Relation schatten(double p) {
        return new Schatten(p);
    }

    /** {@link #schatten(double)} with a weight rho of its own instead of lambda, where given. */
    public static Relation schatten(double p, OptionalDouble rho) {
        return new Schatten(p, rho);
    }

    /**
     * Learned, F(A) = lambda ||A||_p, the Schatten norm of A, p &gt;= 1, {@code schatten-norm}: 2 lambda (sum sigma^q)^(1/q) of the singular
     * values of W, q = 2p/(p+1). p = 1 is {@code mtfl}, and the larger p the more directions are shared.
     */
    public static Relation schattenNorm(double p) {
        return new SchattenNorm(p, OptionalDouble.empty());
    }

    /** {@link #schattenNorm(double)} with a weight rho of its own instead of lambda, where given. */
    public static Relation schattenNorm(double p, OptionalDouble rho) {
        return new SchattenNorm(p, rho);
    }

    /** Relationship learning, {@code mtrl}: A of trace 1. */
    public static Relation traceConstrained() {
        return new TraceConstrained();
    }

    /** {@link #traceConstrained()} with a plain ridge lambda1 tr(W'W) beside it. */
    public static Relation traceConstrained(double lambda1) {
        return new TraceConstrained(lambda1);
    }

    /**
     * Tasks fall into unknown clusters, method "cluster": the convex relaxation of charging epsMean for the mean of all
     * tasks, epsBetween for the spread between clusters and epsWithin, at least as much, for the spread within.
     */
    public static Relation clustered(int clusters, double epsMean, double epsBetween, double epsWithin) {
        return new Clustered(clusters, epsMean, epsBetween, epsWithin);
    }

    /** {@link #sparse(double, double)} with the usual barrier. */
    public static Relation sparse(double mu) {
        return new SparseRelations(mu);
    }

    /**
     * Learned and sparse, {@code sparse}: F(A) = lambda (eps tr A^-1 + mu tr A + (1 - mu) sum |A_ts|). Off-diagonal zeros of
     * A are exact: they are the recovered task graph. No two tasks are linked while the cosines between all tasks' weights
     * stay below 1 - mu.
     *
     * @param mu between 0 (sparsest) and 1 (not sparse: the trace norm with a barrier)
     * @param eps barrier that keeps A positive definite, in units of squared weights
     */
    public static Relation sparse(double mu, double eps) {
        return new SparseRelations(mu, eps);
    }

    /** Learned, {@code logdet}: F(A) = lambda (mu tr A - log det A); a task without signal keeps A_tt = 1/mu. */
    public static Relation logDet(double mu) {
        return new LogDet(mu);
    }

    /** {@link #logDet(double)} with a weight rho of its own instead of lambda, where given. */
    public static Relation logDet(double mu, OptionalDouble rho) {
        return new LogDet(mu, rho);
    }

    /**
     * {@link #logDet(double, OptionalDouble)} with a pattern: A_ts is zero, and tasks t and s borrow nothing from each other directly, unless
     * they are neighbours in the graph. Convex, with the same proven gap.
     *
     * @param pattern pairs that may be related; weights &gt; 0 are all the same, pairs of weight 0 are left out
     */
    public static Relation logDet(double mu, OptionalDouble rho, TaskGraph pattern) {
        return new LogDet(mu, rho, Optional.of(pattern));
    }

    /**
     * A learned graph, {@code learned-graph}: A^-1 = L + gamma I with L the Laplacian of learned edge weights &gt;= 0. NOT
     * convex in predictors and graph together: a fit ends at a stationary point, without a gap.
     *
     * @param gamma draws every task to zero, &gt; 0
     * @param eps added to squared distances, so that equal tasks do not get infinite ties
     */
    public static Relation learnedGraph(double gamma, double eps) {
        return new LearnedLaplacian(gamma, eps);
    }

    /** {@link #learnedGraph(double, double)} with a weight rho of the log determinant instead of lambda, where given. */
    public static Relation learnedGraph(double gamma, double eps, OptionalDouble rho) {
        return new LearnedLaplacian(gamma, eps, rho);
    }

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
        all.put("schatten-norm", d -> new SchattenNorm(d.number("p"), d.numberOrLambda("rho")));
        all.put("mtrl", d -> new TraceConstrained(d.number("lambda1")));
        all.put(
                "cluster",
                d -> new Clustered(
                        d.whole("clusters"), d.number("eps-mean", 1), d.number("eps-between", 1), d.number("eps")));
        all.put("sparse", d -> new SparseRelations(d.number("mu"), d.number("eps")));
        all.put("logdet", LogDet::of);
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
     * The relation of this name whose graph, groups, tree, matrix or pattern a file holds, with its other parameters as described.
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
            case "logdet" ->
                new LogDet(others.number("mu"), others.numberOrLambda("rho"), Optional.of(StructureFiles.graph(file)));
            default -> throw new DataException("relation '" + others.relation() + "' is not read from a file");
        };
    }
}
