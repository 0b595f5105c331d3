package dev.kith.structure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.DataException;
import dev.kith.data.NamedMatrix;
import dev.kith.data.read.Texts;
import dev.kith.linalg.Matrix;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Relations describe themselves, and are made again from that. */
class RelationsTest {
    private static final List<String> TASKS = List.of("b", "a", "c");

    private static final List<String> ODD = List.of(
            "a,b", "c;d", "\"quoted\"", "it's", " spaced ", "(x):1", "line\nend", "newick:", "\ud83d\ude00", "");

    private static List<Relation> writtenOut() {
        return List.of(
                new Independent(),
                new Pooled(),
                new MeanVariance(0),
                new MeanVariance(2.5),
                new GraphStructure(
                        new TaskGraph(List.of(new TaskGraph.Edge("a", "b", 1), new TaskGraph.Edge("b", "c", 0.1))), 3),
                new GraphStructure(new TaskGraph(List.of()), 1e-7),
                new Groups(Map.of("a", "north", "b", "south", "c", "north"), 1),
                new TreeStructure(TaskTree.parseNewick("((a:0.5,b)inner:2,c)root;"), 1),
                new Schatten(1),
                new Schatten(1, OptionalDouble.of(0.25)),
                new Schatten(2),
                new SchattenNorm(3, OptionalDouble.empty()),
                new Schatten(1.5, OptionalDouble.of(1e300)),
                new TraceConstrained(0.01),
                new Clustered(3, 1, 1, 10),
                new Clustered(2, 0.5, 2, 4),
                new SparseRelations(0.3),
                new SparseRelations(1, 1e-9),
                new LogDet(1),
                new LogDet(0.1, OptionalDouble.of(7)),
                new LearnedLaplacian(1, 0.01),
                new LearnedLaplacian(0.3, 2, OptionalDouble.of(0.125)));
    }

    @ParameterizedTest
    @MethodSource("writtenOut")
    void whatARelationSaysMakesItAgain(Relation relation) {
        assertThat(Relations.make(relation.name(), relation.parameters())).isEqualTo(relation);
    }

    @Test
    void everyNameIsTried() {
        List<String> tried = new java.util.ArrayList<>(
                writtenOut().stream().map(Relation::name).distinct().toList());
        tried.addAll(List.of("metric", "coding"));
        Set<String> own = new HashSet<>(Relations.names());
        own.remove("barrier-trace"); // a stranger's
        assertThat(tried).containsExactlyInAnyOrderElementsOf(own);
    }

    @Test
    void numbersHaveOneText() {
        assertThat(new MeanVariance(1).parameters()).isEqualTo(Map.of("gamma", "1"));
        assertThat(new MeanVariance(0.1).parameters()).isEqualTo(Map.of("gamma", "0.1"));
        assertThat(new SparseRelations(0.3).parameters()).isEqualTo(Map.of("mu", "0.3", "eps", "0.001"));
        assertThat(new Schatten(1.5).parameters()).isEqualTo(Map.of("p", "1.5", "rho", "lambda"));
        assertThat(new Clustered(2, 1, 1, 10).parameters()).isEqualTo(Map.of("clusters", "2", "eps", "10"));
        for (double value : new double[] {0, -0.0, 1e15, 1e19, 1e300, 4.9e-324, 1.0 / 3, -7}) {
            assertThat(Double.parseDouble(Texts.number(value))).isEqualTo(value);
        }
    }

    @Test
    void structuresFromFilesAreWrittenOut() {
        TaskGraph graph = new TaskGraph(
                List.of(new TaskGraph.Edge("a", "b", 1, "g.csv:2"), new TaskGraph.Edge("b", "c d", 0.5, "g.csv:3")));
        assertThat(graph.text()).isEqualTo("edges:a,b;b,c d,0.5");
        assertThat(Texts.pairs(Map.of("b", "south", "a", "north"))).isEqualTo("pairs:a,north;b,south");
        assertThat(TaskTree.ofParents(Map.of("a", "x", "b", "x", "x", "r", "c d", "r"))
                        .text())
                .isEqualTo("newick:(c d,(a,b)x)r;");
    }

    @Test
    void namesMayHoldAnyCharacters() {
        List<TaskGraph.Edge> edges = new java.util.ArrayList<>();
        Map<String, String> groups = new TreeMap<>();
        Map<String, String> parents = new LinkedHashMap<>();
        for (int k = 1; k < ODD.size(); k++) {
            edges.add(new TaskGraph.Edge(ODD.get(k - 1), ODD.get(k), k));
            groups.put(ODD.get(k - 1), ODD.get(k));
            parents.put(ODD.get(k - 1), "root");
        }
        TaskGraph graph = new TaskGraph(edges);
        assertThat(TaskGraph.parse(graph.text())).isEqualTo(graph);
        assertThat(Texts.parsePairs(Texts.pairs(groups))).isEqualTo(groups);
        TaskTree tree = TaskTree.ofParents(parents);
        assertThat(TaskTree.parse(tree.text())).isEqualTo(tree);
    }

    @Test
    void aTreeNumberedLevelByLevelMakesTheSameStructure() {
        Map<String, String> parents = Map.of("a", "x", "b", "y", "c", "y", "x", "r", "y", "x");
        TreeStructure levels = new TreeStructure(TaskTree.ofParents(parents), 0.7);
        TreeStructure again = (TreeStructure) Relations.make("tree", levels.parameters());
        assertThat(again.matrix(TASKS)).isEqualTo(levels.matrix(TASKS));
        assertThat(again.parameters()).isEqualTo(levels.parameters());
    }

    @Test
    void deepTreesAreWritten() {
        Map<String, String> chain = new LinkedHashMap<>();
        for (int k = 0; k < 100_000; k++) {
            chain.put("n" + k, "n" + (k + 1));
        }
        TaskTree tree = TaskTree.ofParents(chain);
        assertThat(TaskTree.parse(tree.text())).isEqualTo(tree);
    }

    private static NamedMatrix similarity(List<String> tasks) {
        Matrix values = Matrix.zeros(3, 3);
        for (int t = 0; t < 3; t++) {
            for (int s = 0; s < 3; s++) {
                values.set(
                        t,
                        s,
                        t == s
                                ? 2
                                : 1.0 / (tasks.get(t).charAt(0) + tasks.get(s).charAt(0)));
            }
        }
        return NamedMatrix.ofTasks(tasks, values);
    }

    @Test
    void aMetricIsADigestAndMadeAgainFromTheStructure() {
        Metric metric = new Metric(similarity(List.of("a", "b", "c")));
        assertThat(metric.parameters()).isEqualTo(new Metric(similarity(TASKS)).parameters());
        NamedMatrix structure = NamedMatrix.ofTasks(TASKS, metric.matrix(TASKS));
        Relation again = Relations.make(new Description("metric", metric.parameters(), Optional.of(structure)));
        assertThat(again).isEqualTo(new Metric(similarity(TASKS)));
        assertThat(again.parameters()).isEqualTo(metric.parameters());
        NamedMatrix other =
                new NamedMatrix("task", TASKS, TASKS, structure.values().plusDiagonal(1e-15));
        assertThat(new Metric(other).parameters()).isNotEqualTo(metric.parameters());
    }

    @Test
    void codesAreADigestAndMadeAgainFromTheStructure() {
        Matrix codes = Matrix.of(new double[] {1, 0, 1}, new double[] {0.5, -2, 0});
        Coding coding = new Coding(new NamedMatrix("code", List.of("p", "q"), TASKS, codes), 0.1);
        assertThat(coding.parameters()).containsEntry("eps", "0.1");
        NamedMatrix structure = NamedMatrix.ofTasks(TASKS, coding.matrix(TASKS));
        Coding again = (Coding) Relations.make(new Description("coding", coding.parameters(), Optional.of(structure)));
        assertThat(again.ridge()).isEqualTo(0.1);
        Matrix difference = again.matrix(TASKS).plus(-1, coding.matrix(TASKS));
        assertThat(difference.maxAbs()).isCloseTo(0, within(1e-14));
    }

    @Test
    void whatIsNotSaidIsRefused() {
        assertThatThrownBy(() -> Relations.make("sparse", Map.of("eps", "0.001")))
                .isInstanceOf(DataException.class)
                .hasMessage(
                        "the model does not say its 'mu', so its relation 'sparse' cannot be made again; fit it again,"
                                + " or give the relation itself");
        assertThatThrownBy(() -> Relations.make("graph", Map.of("graph", "roads.csv", "gamma", "1")))
                .isInstanceOf(DataException.class)
                .hasMessage(
                        "the model does not say what was in 'roads.csv', so its relation 'graph' cannot be made again;"
                                + " fit it again, or give the relation itself");
        assertThatThrownBy(() -> Relations.make("metric", new Metric(similarity(TASKS)).parameters()))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith("the model does not say more than a digest of its 'metric'");
        assertThatThrownBy(() -> Relations.make("sparse", Map.of("eps", "0.001", "mu", "most")))
                .isInstanceOf(DataException.class)
                .hasMessage("mu of relation 'sparse' must be a number, got 'most'");
        assertThatThrownBy(() -> Relations.make("cluster", Map.of("eps", "10", "clusters", "2.5")))
                .isInstanceOf(DataException.class)
                .hasMessage("clusters of relation 'cluster' must be a whole number, got '2.5'");
        assertThatThrownBy(() -> Relations.make("friends", Map.of()))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith("relation must be one of stl, pooled, ")
                .hasMessageEndingWith(", got 'friends'");
        assertThatThrownBy(() -> TaskGraph.parse("edges:a")).hasMessageContaining("an edge must have two tasks");
        assertThatThrownBy(() -> TaskGraph.parse("edges:a,b,x"))
                .hasMessage("graph: edge weight must be a number, got 'x'");
        assertThatThrownBy(() -> TaskGraph.parse("edges:\"a,b")).hasMessageContaining("unclosed quote");
        assertThatThrownBy(() -> Texts.parsePairs("pairs:a,b,c")).hasMessageContaining("must have two names");
    }

    @Test
    void onlyStructuresOverNamedTasksNeedOthersForNewTasks() {
        assertThat(writtenOut().stream()
                        .filter(Relation::namesTasks)
                        .map(Relation::name)
                        .distinct())
                .containsExactly("graph", "groups", "tree");
        assertThat(new Metric(similarity(TASKS)).namesTasks()).isTrue();
    }
}
