package dev.kith.cli;

import static dev.kith.cli.Method.convex;

import dev.kith.structure.Coding;
import dev.kith.structure.GraphStructure;
import dev.kith.structure.Groups;
import dev.kith.structure.Independent;
import dev.kith.structure.MeanVariance;
import dev.kith.structure.Metric;
import dev.kith.structure.Pooled;
import dev.kith.structure.StructureFiles;
import dev.kith.structure.TreeStructure;
import java.util.List;
import java.util.stream.Collectors;

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
                    Setting.EPS));

    private Methods() {}

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
