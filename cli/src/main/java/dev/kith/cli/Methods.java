package dev.kith.cli;

import static dev.kith.cli.Method.convex;

import dev.kith.structure.Clustered;
import dev.kith.structure.Coding;
import dev.kith.structure.GraphStructure;
import dev.kith.structure.Groups;
import dev.kith.structure.Independent;
import dev.kith.structure.LearnedLaplacian;
import dev.kith.structure.LogDet;
import dev.kith.structure.MeanVariance;
import dev.kith.structure.Metric;
import dev.kith.structure.Pooled;
import dev.kith.structure.Relation;
import dev.kith.structure.Schatten;
import dev.kith.structure.SparseRelations;
import dev.kith.structure.StructureFiles;
import dev.kith.structure.TraceConstrained;
import dev.kith.structure.TreeStructure;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/** The methods there are, one line each. */
final class Methods {
    private static final List<Method> ALL = List.of(
            convex("stl", "every task alone", s -> new Independent()),
            convex("pooled", "one model for all tasks", s -> new Pooled()),
            convex(
                    "mean",
                    "tasks drawn to their common mean",
                    s -> new MeanVariance(s.number(Setting.GAMMA)),
                    Setting.GAMMA),
            convex(
                    "graph",
                    "neighbours in a graph drawn together",
                    s -> new GraphStructure(StructureFiles.graph(s.file(Setting.GRAPH)), s.number(Setting.GAMMA)),
                    Setting.GRAPH,
                    Setting.GAMMA),
            convex(
                    "groups",
                    "tasks drawn to the mean of their group",
                    s -> new Groups(StructureFiles.groups(s.file(Setting.GROUPS)), s.number(Setting.GAMMA)),
                    Setting.GROUPS,
                    Setting.GAMMA),
            convex(
                    "tree",
                    "tasks drawn to the means of their branches",
                    s -> new TreeStructure(StructureFiles.tree(s.file(Setting.TREE)), s.number(Setting.GAMMA)),
                    Setting.TREE,
                    Setting.GAMMA),
            convex(
                    "metric",
                    "a given similarity of tasks",
                    s -> new Metric(StructureFiles.matrix(s.file(Setting.METRIC))),
                    Setting.METRIC),
            convex(
                            "coding",
                            "tasks alike where their codes are",
                            s -> new Coding(StructureFiles.matrix(s.file(Setting.CODING)), s.number(Setting.EPS)),
                            Setting.CODING,
                            Setting.EPS)
                    .withDefault(Setting.EPS, Double.toString(Coding.DEFAULT_RIDGE)),
            learned(
                    "mtfl",
                    "learned: tasks share a few directions (trace norm)",
                    s -> new Schatten(1, s.rho()),
                    Setting.RHO),
            learned("okl", "learned: output kernel learning", s -> new Schatten(2, s.rho()), Setting.RHO),
            learned(
                    "schatten",
                    "learned: between mtfl (p = 1) and okl (p = 2), and beyond",
                    s -> new Schatten(s.number(Setting.P), s.rho()),
                    Setting.P,
                    Setting.RHO),
            learned(
                    "mtrl",
                    "learned: relationships of trace 1",
                    s -> new TraceConstrained(s.number(Setting.LAMBDA1)),
                    Setting.LAMBDA1),
            learned(
                            "cluster",
                            "learned: tasks fall into clusters",
                            s -> new Clustered(s.whole(Setting.CLUSTERS), 1, 1, s.number(Setting.EPS)),
                            Setting.CLUSTERS,
                            Setting.EPS)
                    .withDefault(Setting.EPS, "10"),
            learned(
                            "sparse",
                            "learned: a sparse graph of tasks",
                            s -> new SparseRelations(s.number(Setting.MU), s.number(Setting.EPS)),
                            Setting.MU,
                            Setting.EPS)
                    .withDefault(Setting.MU, Double.toString(SparseRelations.DEFAULT_MU))
                    .withDefault(Setting.EPS, Double.toString(SparseRelations.DEFAULT_EPS)),
            learned(
                            "logdet",
                            "learned: well-conditioned relationships",
                            s -> new LogDet(s.number(Setting.MU), s.rho()),
                            Setting.MU,
                            Setting.RHO)
                    .withDefault(Setting.MU, "1"),
            learnedGraph(),
            Method.rowSparse("l21", "tasks share which features they use"),
            KernelMethods.mkl(),
            KernelMethods.vanilla(),
            KernelMethods.union(),
            KernelMethods.individual(),
            ConstrainedMethod.method());

    private Methods() {}

    /** A convex method that learns the structure, so that there are solvers to choose from. */
    private static Method learned(
            String name, String summary, Function<Settings, Relation> relation, Setting... settings) {
        List<Setting> all = new ArrayList<>(List.of(settings));
        all.add(Setting.SOLVER);
        return convex(name, summary, relation, all.toArray(Setting[]::new));
    }

    private static Method learnedGraph() {
        return convex(
                        "learned-graph",
                        "learned: a graph of neighbours (NOT convex: no gap, ends at a stationary point)",
                        s -> new LearnedLaplacian(s.number(Setting.GAMMA), s.number(Setting.EPS), s.rho()),
                        Setting.GAMMA,
                        Setting.EPS,
                        Setting.RHO)
                .withDefault(Setting.EPS, Double.toString(LearnedLaplacian.DEFAULT_EPS));
    }

    /** Lists the methods at the end of a command's help. */
    static void addToHelp(CommandSpec command) {
        Stream<String> lines = ALL.stream().map(method -> String.format("  %-13s %s", method.name(), method.summary()));
        command.usageMessage()
                .footer(Stream.concat(Stream.of(command.usageMessage().footer()), lines)
                        .toArray(String[]::new));
    }

    static List<Method> all() {
        return ALL;
    }

    static Method find(String name) {
        return ALL.stream()
                .filter(method -> method.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new UsageException("--method must be one of "
                        + ALL.stream().map(Method::name).collect(Collectors.joining(", ")) + "; got '" + name + "'"));
    }

    /** The methods that take a setting. */
    static List<Method> using(Setting setting) {
        return ALL.stream()
                .filter(method -> method.settings().contains(setting))
                .toList();
    }
}
