package dev.kith.structure.ties;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.linalg.Matrix;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GraphFileTest {
    /** a and =b& are tied, "c stands alone. */
    private static LearnedGraph graph() {
        Matrix structure = Matrix.of(new double[] {1, 0.5, 0}, new double[] {0.5, 1, 0}, new double[] {0, 0, 1});
        return LearnedGraph.of(List.of("a", "=b&", "\"c"), structure, OptionalDouble.empty());
    }

    private static String written(GraphFile kind, LearnedGraph graph) throws IOException {
        StringWriter text = new StringWriter();
        kind.write(graph, text);
        return text.toString();
    }

    private static double partial() {
        return graph().ties().get(0).partial();
    }

    @Test
    void everyKindHasTasksAndTies() throws IOException {
        assertThat(written(GraphFile.DOT, graph()))
                .startsWith("graph tasks {\n  \"a\" [community=0];\n")
                .contains("  \"\\\"c\" [community=", "  \"a\" -- \"=b&\" [label=\"", "similarity=0.5, partial=")
                .doesNotContain("stability")
                .endsWith("];\n}\n");
        assertThat(written(GraphFile.GRAPHML, graph()))
                .contains("<node id=\"n1\"><data key=\"label\">=b&amp;</data>")
                .contains("<edge source=\"n0\" target=\"n1\"><data key=\"partial\">" + partial() + "</data>");
        assertThat(written(GraphFile.JSON, graph()))
                .startsWith("{\"ties are\":\"non-zeros of the structure\",\"tasks\":[{\"name\":\"a\",\"community\":0},")
                .endsWith("\"ties\":[{\"a\":\"a\",\"b\":\"=b&\",\"partial\":" + partial() + ",\"similarity\":0.5}]}\n");
        assertThat(written(GraphFile.CSV, graph())).isEqualTo("a,b,partial\na,'=b&," + partial() + "\n");
    }

    @Test
    void tiesThatWereLearnedAgainSayHowOften() throws IOException {
        Matrix alike = Matrix.identity(3).map(x -> 1 - x).scale(0.75);
        LearnedGraph graph = graph().withRefits(new TieStability(4, alike, Matrix.zeros(3, 3)));
        assertThat(written(GraphFile.DOT, graph)).contains(" (75%)\", penwidth=", ", stability=0.75];");
        assertThat(written(GraphFile.GRAPHML, graph))
                .contains("attr.name=\"stability\"", "<data key=\"stability\">0.75</data>");
        assertThat(written(GraphFile.JSON, graph)).contains("\"refits\":4,", "\"stability\":0.75}");
        assertThat(written(GraphFile.CSV, graph))
                .startsWith("a,b,partial,stability\n")
                .endsWith(",0.75\n");
    }

    @ParameterizedTest
    @CsvSource({"x.dot,DOT", "x.GV,DOT", "x.graphml,GRAPHML", "x.xml,GRAPHML", "dir/x.json,JSON", "x.csv,CSV"})
    void theEndingSaysWhich(Path file, GraphFile kind) {
        assertThat(GraphFile.of(file)).hasValue(kind);
    }

    @Test
    void otherEndingsSayNothing() {
        assertThat(GraphFile.of(Path.of("graph.png"))).isEmpty();
    }
}
