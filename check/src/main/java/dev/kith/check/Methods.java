package dev.kith.check;

import dev.kith.check.exact.Dd;
import dev.kith.check.exact.DdMatrix;
import dev.kith.check.exact.EntryPenalty;
import dev.kith.check.exact.KnownPenalty;
import dev.kith.check.exact.RowPenalty;
import dev.kith.check.exact.SparsePenalty;
import dev.kith.check.exact.SpectralPenalty;
import dev.kith.check.exact.Spectrum;
import dev.kith.convex.WeightPenalty;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;

/** The methods under check, each with parameters drawn for a number of tasks: one line in {@link #ALL} per method. */
final class Methods {
    /** Draws a method's parameters. */
    interface Draw {
        Method of(Random random, int tasks);
    }

    static final Map<String, Draw> ALL = new LinkedHashMap<>();

    static {
        ALL.put("stl", (random, tasks) -> KnownMethods.known("stl", Relations.independent(), DdMatrix.identity(tasks)));
        ALL.put("pooled", (random, tasks) -> pooled());
        ALL.put("mean", (random, tasks) -> KnownMethods.mean(random, -3, 4));
        ALL.put("graph", (random, tasks) -> KnownMethods.graph(random, tasks, -6, 2));
        ALL.put("groups", (random, tasks) -> KnownMethods.groups(random, tasks, -3, 4));
        ALL.put("tree", (random, tasks) -> KnownMethods.tree(random, tasks, -3, 3));
        ALL.put("metric", (random, tasks) -> KnownMethods.metric(random, tasks, -8, 0));
        ALL.put("coding", (random, tasks) -> KnownMethods.coding(random, tasks, -6, 0));
        ALL.put("mtfl", (random, tasks) -> schatten(1, rho(random)));
        ALL.put("okl", (random, tasks) -> schatten(2, rho(random)));
        ALL.put("schatten", (random, tasks) -> schatten(1 + 3 * random.nextDouble(), rho(random)));
        ALL.put("schatten-norm", (random, tasks) -> schattenNorm(1 + 3 * random.nextDouble(), rho(random)));
        ALL.put("mtrl", (random, tasks) -> traceOne(random.nextBoolean() ? 0 : power(random, -4, 1)));
        ALL.put("cluster", Methods::cluster);
        ALL.put("logdet", (random, tasks) -> logDet(power(random, -2, 2), rho(random)));
        ALL.put("sparse", (random, tasks) -> sparse(random.nextDouble(), power(random, -6, 0)));
        ALL.put("l21", (random, tasks) -> rowSparse());
        ALL.put("l1", (random, tasks) -> entrySparse(WeightPenalty.entries(), 1));
        ALL.put("elastic", (random, tasks) -> elastic(0.05 + 0.95 * random.nextDouble()));
        ALL.put("common", Methods::common);
        ALL.put("union", (random, tasks) -> MklMethods.union(tasks));
        ALL.put("individual", (random, tasks) -> MklMethods.individual(tasks));
        ALL.put("vanilla", (random, tasks) -> MklMethods.vanilla(tasks));
        ALL.put("mkl", MklMethods::mkl);
    }

    /** Methods without a structure of their own tasks. */
    private static final Set<String> UNCHARGED =
            Set.of("pooled", "l21", "l1", "elastic", "common", "union", "individual", "vanilla", "mkl");

    private Methods() {}

    /** A method of this name with parameters for so many tasks. */
    static Method draw(String name, Random random, int tasks) {
        Draw draw = ALL.get(name);
        if (draw == null) {
            throw new IllegalArgumentException("method must be one of " + ALL.keySet() + ", got '" + name + "'");
        }
        return draw.of(random, tasks);
    }

    static double power(Random random, double low, double high) {
        return Math.pow(10, low + (high - low) * random.nextDouble());
    }

    private static OptionalDouble rho(Random random) {
        return random.nextInt(3) > 0 ? OptionalDouble.empty() : OptionalDouble.of(power(random, -4, 2));
    }

    static Dd lambda(Problem problem) {
        return Dd.of(problem.lambda());
    }

    private static Method pooled() {
        return new ConvexMethod(
                "pooled",
                tasks -> Relations.pooled(),
                null,
                (problem, saved, dim) ->
                        new KnownPenalty(DdMatrix.identity(1), lambda(problem).times(problem.tasks()), dim),
                true);
    }

    private static Method spectral(
            String name, dev.kith.structure.Relation relation, double ridge, SpectrumOf spectrum) {
        return new ConvexMethod(
                name,
                tasks -> relation,
                (problem, saved, dim) -> new SpectralPenalty(
                        spectrum.of(lambda(problem)), lambda(problem), Dd.of(ridge), null, dim, problem.tasks()));
    }

    private interface SpectrumOf {
        Spectrum of(Dd lambda);
    }

    private static Dd given(OptionalDouble rho, Dd lambda) {
        return rho.isPresent() ? Dd.of(rho.getAsDouble()) : lambda;
    }

    private static Method schatten(double p, OptionalDouble rho) {
        Relation relation = Relations.schatten(p, rho);
        return spectral(relation.name(), relation, 0, lambda -> new Spectrum.Schatten(lambda, given(rho, lambda), p));
    }

    private static Method schattenNorm(double p, OptionalDouble rho) {
        return spectral(
                "schatten-norm",
                Relations.schattenNorm(p, rho),
                0,
                lambda -> new Spectrum.SchattenNorm(lambda, given(rho, lambda), p));
    }

    private static Method traceOne(double lambda1) {
        return spectral("mtrl", Relations.traceConstrained(lambda1), lambda1, lambda -> new Spectrum.OfTraceOne());
    }

    private static Method logDet(double mu, OptionalDouble rho) {
        return spectral(
                "logdet", Relations.logDet(mu, rho), 0, lambda -> new Spectrum.LogDet(lambda, given(rho, lambda), mu));
    }

    private static Method cluster(Random random, int tasks) {
        int clusters = 1 + random.nextInt(tasks);
        double epsMean = power(random, -2, 1);
        double epsBetween = power(random, -2, 1);
        double epsWithin = epsBetween * power(random, 0, 3);
        Dd low = Dd.ONE.over(epsWithin);
        Dd high = Dd.ONE.over(epsBetween);
        Spectrum spectrum = new Spectrum.Clusters(low, high, high.minus(low).times(clusters - 1));
        return new ConvexMethod(
                "cluster",
                names -> Relations.clustered(clusters, epsMean, epsBetween, epsWithin),
                (problem, saved, dim) ->
                        new SpectralPenalty(spectrum, lambda(problem), Dd.ZERO, Dd.of(epsMean), dim, problem.tasks()));
    }

    private static Method sparse(double mu, double eps) {
        return new ConvexMethod(
                "sparse",
                tasks -> Relations.sparse(mu, eps),
                (problem, saved, dim) -> new SparsePenalty(
                        lambda(problem),
                        mu,
                        eps,
                        dim,
                        saved.structure() == null
                                ? DdMatrix.identity(problem.tasks())
                                : DdMatrix.of(saved.structure())));
    }

    /** Any structure, known or learned, of what tasks differ by. */
    private static Method common(Random random, int tasks) {
        List<String> charged = ALL.entrySet().stream()
                .map(Map.Entry::getKey)
                .filter(name -> !UNCHARGED.contains(name))
                .toList();
        String name = charged.get(random.nextInt(charged.size()));
        return new CommonMethod("common-" + name, (ConvexMethod) draw(name, random, tasks), power(random, -3, 3));
    }

    private static Method rowSparse() {
        return new ConvexMethod(
                WeightPenalty.rows(), (problem, saved, dim) -> new RowPenalty(lambda(problem), dim, problem.tasks()));
    }

    private static Method entrySparse(WeightPenalty penalty, double ratio) {
        return new ConvexMethod(
                penalty,
                (problem, saved, dim) -> new EntryPenalty(
                        lambda(problem).times(ratio),
                        lambda(problem).times(Dd.ONE.minus(Dd.of(ratio))),
                        dim * problem.tasks()));
    }

    private static Method elastic(double ratio) {
        return entrySparse(WeightPenalty.elastic(ratio), ratio);
    }
}
