package dev.kith.structure.ties;

import dev.kith.data.table.CsvRecords;
import dev.kith.structure.ties.LearnedGraph.Tie;
import dev.kith.text.Json;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** A graph of tasks as a file for other programs; the ending of its name says which kind. */
public enum GraphFile {
    /** For Graphviz: opposite tasks are joined by dashed lines, stronger ties by thicker ones. */
    DOT(".dot", ".gv") {
        @Override
        public void write(LearnedGraph graph, Writer out) throws IOException {
            out.write("graph tasks {\n");
            for (int t = 0; t < graph.tasks().size(); t++) {
                out.write("  " + dotName(graph, t) + " [community="
                        + graph.communities().get(t) + "];\n");
            }
            for (Tie tie : graph.ties()) {
                out.write("  " + dotName(graph, tie.a()) + " -- " + dotName(graph, tie.b())
                        + String.format(
                                Locale.ROOT,
                                " [label=\"%.2f%s\", penwidth=%.2f, style=%s, similarity=%s, partial=%s%s];\n",
                                tie.partial(),
                                percent(graph, tie),
                                0.5 + 4 * Math.abs(tie.partial()),
                                tie.partial() < 0 ? "dashed" : "solid",
                                tie.similarity(),
                                tie.partial(),
                                stability(graph, tie, ", stability=", "")));
            }
            out.write("}\n");
        }

        private String dotName(LearnedGraph graph, int t) {
            return '"' + graph.tasks().get(t).replace("\\", "\\\\").replace("\"", "\\\"") + '"';
        }
    },

    /** For Gephi, yEd, Cytoscape, NetworkX. */
    GRAPHML(".graphml", ".xml") {
        @Override
        public void write(LearnedGraph graph, Writer out) throws IOException {
            out.write("""
                    <?xml version="1.0" encoding="UTF-8"?>
                    <graphml xmlns="http://graphml.graphdrawing.org/xmlns">
                      <key id="label" for="node" attr.name="label" attr.type="string"/>
                      <key id="community" for="node" attr.name="community" attr.type="int"/>
                      <key id="partial" for="edge" attr.name="partial" attr.type="double"/>
                      <key id="similarity" for="edge" attr.name="similarity" attr.type="double"/>
                    """);
            if (graph.refits().isPresent()) {
                out.write("  <key id=\"stability\" for=\"edge\" attr.name=\"stability\" attr.type=\"double\"/>\n");
            }
            out.write("  <graph edgedefault=\"undirected\">\n");
            for (int t = 0; t < graph.tasks().size(); t++) {
                out.write("    <node id=\"n" + t + "\"><data key=\"label\">"
                        + xml(graph.tasks().get(t)) + "</data><data key=\"community\">"
                        + graph.communities().get(t) + "</data></node>\n");
            }
            for (Tie tie : graph.ties()) {
                out.write("    <edge source=\"n" + tie.a() + "\" target=\"n" + tie.b() + "\"><data key=\"partial\">"
                        + tie.partial() + "</data><data key=\"similarity\">" + tie.similarity() + "</data>"
                        + stability(graph, tie, "<data key=\"stability\">", "</data>") + "</edge>\n");
            }
            out.write("  </graph>\n</graphml>\n");
        }

        /** XML has no way to write most control characters. */
        private String xml(String text) {
            return text.replaceAll("[\\p{Cntrl}\\uFFFE\\uFFFF&&[^\\t\\n\\r]]", "\uFFFD")
                    .replace("&", "&amp;")
                    .replace("<", "&lt;")
                    .replace(">", "&gt;");
        }
    },

    /** Tasks with their communities, ties with their strengths, and what makes a tie. */
    JSON(".json", ".json") {
        @Override
        public void write(LearnedGraph graph, Writer out) throws IOException {
            out.write(Json.of(json(graph)));
            out.write('\n');
        }
    },

    /** A line for each tie: {@code a,b,partial}, which {@code fit --graph} reads where no tie is negative; stability last. */
    CSV(".csv", ".csv") {
        @Override
        public void write(LearnedGraph graph, Writer out) throws IOException {
            CsvRecords csv = new CsvRecords(out);
            int columns = graph.refits().isPresent() ? 4 : 3;
            csv.write(List.of("a", "b", "partial", "stability").subList(0, columns));
            for (Tie tie : graph.ties()) {
                List<String> line = List.of(
                        graph.tasks().get(tie.a()),
                        graph.tasks().get(tie.b()),
                        Double.toString(tie.partial()),
                        stability(graph, tie, "", ""));
                csv.write(line.subList(0, columns));
            }
            csv.flush();
        }
    };

    private final String ending;
    private final String otherEnding;

    GraphFile(String ending, String otherEnding) {
        this.ending = ending;
        this.otherEnding = otherEnding;
    }

    /** Writes the graph; leaves {@code out} open. */
    public abstract void write(LearnedGraph graph, Writer out) throws IOException;

    /** How often a tie appeared in refits, between two texts; nothing where that is not known. */
    private static String stability(LearnedGraph graph, Tie tie, String before, String after) {
        OptionalDouble share = graph.stability(tie);
        return share.isPresent() ? before + share.getAsDouble() + after : "";
    }

    private static String percent(LearnedGraph graph, Tie tie) {
        OptionalDouble share = graph.stability(tie);
        return share.isPresent() ? String.format(Locale.ROOT, " (%.0f%%)", 100 * share.getAsDouble()) : "";
    }

    /** The kind that a file's name asks for by its ending: .dot, .gv, .graphml, .xml, .json or .csv. */
    public static Optional<GraphFile> of(Path file) {
        String name = file.toString().toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(kind -> name.endsWith(kind.ending) || name.endsWith(kind.otherEnding))
                .findFirst();
    }

    /** Tasks, ties and communities as maps and lists. */
    private static Map<String, Object> json(LearnedGraph graph) {
        List<Object> tasks = new ArrayList<>();
        for (int t = 0; t < graph.tasks().size(); t++) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("name", graph.tasks().get(t));
            one.put("community", graph.communities().get(t));
            tasks.add(one);
        }
        List<Object> ties = new ArrayList<>();
        for (Tie tie : graph.ties()) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("a", graph.tasks().get(tie.a()));
            one.put("b", graph.tasks().get(tie.b()));
            one.put("partial", tie.partial());
            one.put("similarity", tie.similarity());
            graph.stability(tie).ifPresent(share -> one.put("stability", share));
            ties.add(one);
        }
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("ties are", graph.rule());
        graph.refits().ifPresent(refits -> all.put("refits", refits.refits()));
        all.put("tasks", tasks);
        all.put("ties", ties);
        return all;
    }
}
