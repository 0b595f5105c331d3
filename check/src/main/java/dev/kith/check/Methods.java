package dev.kith.check;

import dev.kith.check.exact.Dd;
import dev.kith.check.exact.DdMatrix;
import dev.kith.check.exact.Factor;
import dev.kith.check.exact.KnownPenalty;
import dev.kith.check.exact.RowPenalty;
import dev.kith.check.exact.SparsePenalty;
import dev.kith.check.exact.SpectralPenalty;
import dev.kith.check.exact.Spectrum;
import dev.kith.data.NamedMatrix;
import dev.kith.linalg.Matrix;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import dev.kith.structure.TaskGraph;
import dev.kith.structure.TaskTree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;

/** The methods under check, each with parameters drawn for a number of tasks: one line in {@link #ALL} per method. */
final class Methods {
    /** Draws a method's parameters. */
    interface Draw {
        Method of(Random random, int tasks);
    }

    static final Map<String, Draw> ALL = new LinkedHashMap<>();

    static {
        ALL.put("stl", (random, tasks) -> known("stl", Relations.independent(), DdMatrix.identity(tasks)));
        ALL.put("pooled", (random, tasks) -> pooled());
        ALL.put("mean", (random, tasks) -> mean(power(random, -3, 4)));
        ALL.put("graph", Methods::graph);
        ALL.put("groups", Methods::groups);
        ALL.put("tree", Methods::tree);
        ALL.put("metric", Methods::metric);
        ALL.put("coding", Methods::coding);
        ALL.put("mtfl", (random, tasks) -> schatten(1, rho(random)));
        ALL.put("okl", (random, tasks) -> schatten(2, rho(random)));
        ALL.put("schatten", (random, tasks) -> schatten(1 + 3 * random.nextDouble(), rho(random)));
        ALL.put("mtrl", (random, tasks) -> traceOne(random.nextBoolean() ? 0 : power(random, -4, 1)));
        ALL.put("cluster", Methods::cluster);
        ALL.put("logdet", (random, tasks) -> logDet(power(random, -2, 2), rho(random)));
        ALL.put("sparse", (random, tasks) -> sparse(random.nextDouble(), power(random, -6, 0)));
        ALL.put("l21", (random, tasks) -> rowSparse());
        ALL.put("union", (random, tasks) -> MklMethods.union(tasks));
        ALL.put("individual", (random, tasks) -> MklMethods.individual(tasks));
        ALL.put("vanilla", (random, tasks) -> MklMethods.vanilla(tasks));
        ALL.put("mkl", MklMethods::mkl);
    }

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

    private static Dd lambda(Problem problem) {
        return Dd.of(problem.lambda());
    }

    static Method known(String name, dev.kith.structure.Structure structure, DdMatrix precision) {
        return new ConvexMethod(
                name, tasks -> structure, (problem, saved, dim) -> new KnownPenalty(precision, lambda(problem), dim));
    }

    private static Method pooled() {
        return new ConvexMethod(
                "pooled",
                tasks -> Relations.pooled(),
                (problem, saved, dim) ->
                        new KnownPenalty(DdMatrix.identity(1), lambda(problem).times(problem.tasks()), dim),
                true);
    }

    /** I + gamma (I - M), M the projection on means of groups. */
    private static DdMatrix spread(int[] group, double gamma) {
        int n = group.length;
        DdMatrix precision = new DdMatrix(n, n);
        for (int t = 0; t < n; t++) {
            int size = 0;
            for (int g : group) {
                size += g == group[t] ? 1 : 0;
            }
            for (int s = 0; s < n; s++) {
                if (group[s] == group[t]) {
                    precision.set(t, s, Dd.of(-gamma).over(size));
                }
            }
            precision.add(t, t, Dd.of(gamma).plus(1));
        }
        return precision;
    }

    private static Method mean(double gamma) {
        return new ConvexMethod(
                "mean",
                tasks -> Relations.mean(gamma),
                (problem, saved, dim) ->
                        new KnownPenalty(spread(new int[problem.tasks()], gamma), lambda(problem), dim));
    }

    private static Method groups(Random random, int tasks) {
        double gamma = power(random, -3, 4);
        int[] group = new int[tasks];
        Map<String, String> names = new LinkedHashMap<>();
        for (int t = 0; t < tasks; t++) {
            group[t] = random.nextInt(3);
            names.put("t" + t, "g" + group[t]);
        }
        return known("groups", Relations.groups(names, gamma), spread(group, gamma));
    }

    private static Method graph(Random random, int tasks) {
        double gamma = power(random, -6, 2);
        DdMatrix precision = new DdMatrix(tasks, tasks).plusDiagonal(Dd.of(gamma));
        List<TaskGraph.Edge> edges = new ArrayList<>();
        for (int t = 0; t < tasks; t++) {
            for (int s = 0; s < t; s++) {
                if (random.nextInt(3) > 0) {
                    double weight = power(random, -2, 2);
                    edges.add(new TaskGraph.Edge("t" + t, "t" + s, weight));
                    precision.add(t, t, Dd.of(weight));
                    precision.add(s, s, Dd.of(weight));
                    precision.set(t, s, Dd.of(-weight));
                    precision.set(s, t, Dd.of(-weight));
                }
            }
        }
        return known("graph", Relations.graph(new TaskGraph(edges), gamma), precision);
    }

    /** A root with two inner nodes; A = (diag(branches) + gamma sum length_g e_g e_g'/|g|) / (1 + gamma). */
    private static Method tree(Random random, int tasks) {
        double gamma = power(random, -3, 3);
        List<TaskTree.Node> nodes = new ArrayList<>(List.of(new TaskTree.Node("root", -1, power(random, -1, 1))));
        nodes.add(new TaskTree.Node("left", 0, power(random, -1, 1)));
        nodes.add(new TaskTree.Node("right", 0, power(random, -1, 1)));
        int[] below = new int[tasks];
        double[] branch = new double[tasks];
        for (int t = 0; t < tasks; t++) {
            below[t] = t == 0 ? 1 : t == 1 ? 2 : 1 + random.nextInt(2);
            branch[t] = power(random, -2, 1);
            nodes.add(new TaskTree.Node("t" + t, below[t], branch[t]));
        }
        DdMatrix a = new DdMatrix(tasks, tasks);
        for (int node = 0; node < 3; node++) {
            int of = node;
            int size = (int) java.util.Arrays.stream(below)
                    .filter(g -> of == 0 || g == of)
                    .count();
            for (int t = 0; t < tasks && size > 0; t++) {
                for (int s = 0; s < tasks; s++) {
                    if (node == 0 || (below[t] == node && below[s] == node)) {
                        a.add(t, s, Dd.of(gamma).times(nodes.get(node).length()).over(size));
                    }
                }
            }
        }
        for (int t = 0; t < tasks; t++) {
            a.add(t, t, Dd.of(branch[t]));
        }
        DdMatrix precision =
                times(Factor.of(a).orElseThrow().inverse(), Dd.of(gamma).plus(1));
        // with one task the right node would be a leaf
        List<TaskTree.Node> used = tasks > 1 ? nodes : List.of(nodes.get(0), nodes.get(1), nodes.get(3));
        return known("tree", Relations.tree(new TaskTree(used), gamma), precision);
    }

    private static DdMatrix times(DdMatrix m, Dd factor) {
        return new DdMatrix(m.rows, m.cols).plus(factor, m);
    }

    private static double[][] draw(Random random, int rows, int cols) {
        double[][] values = new double[rows][cols];
        for (double[] row : values) {
            for (int j = 0; j < cols; j++) {
                row[j] = random.nextGaussian();
            }
        }
        return values;
    }

    /** GG' + ridge I with a ridge down to 1e-8, rounded to doubles: that is then A exactly. */
    private static Method metric(Random random, int tasks) {
        double[][] g = draw(random, tasks, tasks);
        double ridge = power(random, -8, 0);
        double[][] a = new double[tasks][tasks];
        for (int t = 0; t < tasks; t++) {
            for (int s = 0; s < tasks; s++) {
                for (int k = 0; k < (tasks + 1) / 2; k++) {
                    a[t][s] += g[Math.min(t, s)][k] * g[Math.max(t, s)][k];
                }
            }
            a[t][t] += ridge;
        }
        DdMatrix precision = Factor.of(DdMatrix.of(a)).orElseThrow().inverse();
        List<String> names = Problem.names(tasks);
        return known("metric", Relations.metric(NamedMatrix.ofTasks(names, Matrix.of(a))), precision);
    }

    /** L'L + eps tr(L'L)/T I. */
    private static Method coding(Random random, int tasks) {
        double eps = power(random, -6, 0);
        double[][] codes = draw(random, 1 + random.nextInt(tasks), tasks);
        DdMatrix a = DdMatrix.of(codes).gram();
        a = a.plusDiagonal(a.trace().times(eps).over(tasks));
        List<String> names = Problem.names(tasks);
        return known(
                "coding",
                Relations.coding(NamedMatrix.ofColumns(names, Matrix.of(codes)), eps),
                Factor.of(a).orElseThrow().inverse());
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

    private static Method rowSparse() {
        return new ConvexMethod(
                "l21", null, (problem, saved, dim) -> new RowPenalty(lambda(problem), dim, problem.tasks()));
    }
}
