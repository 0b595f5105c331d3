package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.file.ModelFile;
import dev.kith.linalg.Matrix;
import dev.kith.model.LinearModel;
import dev.kith.structure.ties.SharedDirections;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;

/** {@code show --graph}, {@code diff} and {@code extract}. */
class AfterTheFitTest {
    private static final List<String> TASKS = List.of("north \"1\"", "south, <&>", "east");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path dir;

    @SuppressWarnings("NullAway.Init") // set before each test
    private Path data;

    /** North and south are alike, east is the opposite. */
    @BeforeEach
    void write() throws IOException {
        data = Files.writeString(dir.resolve("d.csv"), rows(TASKS, 60));
    }

    private static String rows(List<String> tasks, int count) {
        Random random = new Random(9);
        StringBuilder text = new StringBuilder("t,y,x1,x2,x3\n");
        for (int n = 0; n < count; n++) {
            int t = n % tasks.size();
            double[] x = random.doubles(3, -1, 1).toArray();
            double y = (t == 2 ? -1 : 1) * (2 * x[0] - x[1]) + 0.3 * t * x[2] + 0.1 * random.nextGaussian() + t;
            text.append('"').append(tasks.get(t).replace("\"", "\"\"")).append('"');
            text.append("," + y + "," + x[0] + "," + x[1] + "," + x[2] + "\n");
        }
        return text.toString();
    }

    private Path fit(String name, Path from, Object... options) {
        Path model = dir.resolve(name);
        List<Object> args = new ArrayList<>(List.of("fit", from, "--task", "t", "--target", "y", "-o", model));
        args.addAll(List.of(options));
        Run run = kith(args.toArray());
        assertThat(run.code()).as(run.err()).isZero();
        return model;
    }

    private String graph(Path model, String name, Object... options) throws IOException {
        List<Object> args = new ArrayList<>(List.of("show", model, "--graph", dir.resolve(name)));
        args.addAll(List.of(options));
        Run run = kith(args.toArray());
        assertThat(run.code()).as(run.err()).isZero();
        return Files.readString(dir.resolve(name));
    }

    private static int times(String text, String piece) {
        return text.split(java.util.regex.Pattern.quote(piece), -1).length - 1;
    }

    @Test
    void graphsAreWrittenForOtherPrograms() throws Exception {
        Path model = fit("m.kith", data, "--method", "mtrl", "--lambda", 0.1);
        String dot = graph(model, "g.dot", "--ties", 0.05);
        assertThat(dot).contains("\"north \\\"1\\\"\" -- \"south, <&>\"").contains("style=dashed");
        int ties = times(dot, " -- ");
        Document xml = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(
                        graph(model, "g.graphml", "--ties", 0.05).getBytes(StandardCharsets.UTF_8)));
        assertThat(xml.getElementsByTagName("node").getLength()).isEqualTo(3);
        assertThat(xml.getElementsByTagName("edge").getLength()).isEqualTo(ties);
        assertThat(xml.getElementsByTagName("node").item(1).getTextContent()).startsWith("south, <&>");
        String json = graph(model, "g.json", "--ties", 0.05);
        assertThat(times(json, "\"partial\":")).isEqualTo(ties);
        assertThat(json)
                .contains("{\"name\":\"north \\\"1\\\"\",\"community\":0},{\"name\":\"south, <&>\",\"community\":0},"
                        + "{\"name\":\"east\",\"community\":1}");
        assertThat(graph(model, "g.csv", "--ties", 0.05).lines())
                .hasSize(ties + 1)
                .first()
                .isEqualTo("a,b,partial");
    }

    @Test
    void tiesKnowHowOftenTheyAppearInResamples() throws Exception {
        Path page = dir.resolve("m.html");
        Path model = fit(
                "m.kith", data, "--method", "mtrl", "--lambda", 0.1, "--bootstrap", 6, "--seed", 2, "--report", page);
        assertThat(Files.readString(page)).contains("\"stability\":1.0").contains("6 resamples of the rows");
        assertThat(graph(model, "g.csv").lines()).first().isEqualTo("a,b,partial,stability");
        assertThat(graph(model, "g.csv").lines().skip(1)).allMatch(line -> line.matches(".*,(0\\.\\d+|1\\.0)"));
        assertThat(graph(model, "g.dot")).contains("(100%)").contains(", stability=1.0]");
        assertThat(graph(model, "g.json")).contains("\"refits\":6").contains("\"stability\":1.0");
        Document xml = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(graph(model, "g.graphml").getBytes(StandardCharsets.UTF_8)));
        assertThat(xml.getElementsByTagName("edge").item(0).getChildNodes().getLength())
                .isEqualTo(3);
        assertThat(kith("show", model).out()).contains("of them in at least 90% of 6 refits");
        assertThat(kith("show", model, "--json").out()).contains("\"tieStability\":{\"refits\":6,");
        Path again = fit("again.kith", data, "--method", "mtrl", "--lambda", 0.1, "--bootstrap", 6, "--seed", 2);
        assertThat(again).hasSameBinaryContentAs(model);
    }

    @Test
    void aLearnedGraphIsALearnedStructure() throws IOException {
        Path model = fit("g.kith", data, "--method", "learned-graph", "--lambda", 0.1, "--bootstrap", 3);
        assertThat(kith("show", model).out()).contains("of 3 refits");
    }

    @Test
    void onlyLearnedStructuresAreLearnedAgain() {
        Path model = dir.resolve("m.kith");
        Run known =
                kith("fit", data, "--task", "t", "--target", "y", "--method", "mean", "--bootstrap", 5, "-o", model);
        assertThat(known.code()).isEqualTo(2);
        assertThat(known.err())
                .contains(
                        "--bootstrap is for methods that learn who is related, mtfl, okl, schatten, schatten-norm, mtrl, cluster,"
                                + " sparse, logdet, learned-graph; 'mean' does not");
        Run none = kith("fit", data, "--task", "t", "--target", "y", "--method", "okl", "--bootstrap", 0, "-o", model);
        assertThat(none.code()).isEqualTo(2);
        assertThat(none.err()).contains("--bootstrap must be a whole number >= 1, got 0");
    }

    @Test
    void aGraphOfAlikeTasksCanBeFittedWith() throws IOException {
        Path model = fit("m.kith", data, "--method", "mtrl", "--lambda", 0.1);
        String all = graph(model, "g.csv");
        List<String> alike = all.lines().filter(line -> !line.contains(",-")).toList();
        assertThat(alike).hasSizeBetween(2, 3);
        Path positive = Files.writeString(dir.resolve("positive.csv"), String.join("\n", alike) + "\n");
        fit("again.kith", data, "--method", "graph", "--graph", positive, "--lambda", 0.1);
    }

    @Test
    void modelsWithoutStructureShowHowAlikeTheirWeightsAre() throws IOException {
        Path model = fit("m.kith", data, "--method", "l21", "--lambda", 0.01);
        assertThat(graph(model, "g.json")).contains("\"a\":\"north \\\"1\\\"\",\"b\":\"south, <&>\"");
    }

    @Test
    void modelsOfTwoPartsShowBoth() throws IOException {
        Path model = fit("m.kith", data, "--method", "dirty", "--lambda", 0.05, "--sparse-cost", 0.7);
        LinearModel read = (LinearModel) ModelFile.read(model);
        Matrix own = read.sparsePart().orElseThrow();
        int count = 0;
        for (double weight : own.data()) {
            count += weight != 0 ? 1 : 0;
        }
        String shown = kith("show", model).out();
        assertThat(shown).containsPattern("shared +\\d directions? of at most \\d");
        assertThat(shown).containsPattern("own +" + count + " weights of " + own.data().length);
        assertThat(kith("show", model, "--json").out()).contains("\"sparsePart\":[[");
        assertThat(read.sharedPart().plus(1, own).plus(-1, read.weights()).maxAbs())
                .isLessThan(1e-12);
    }

    /** What the text says is what the library has, by feature; JSON has all of it. */
    @Test
    void modelsShowWhichDirectionsAreShared() throws IOException {
        Path model = fit("m.kith", data, "--method", "mtfl", "--lambda", 0.05);
        SharedDirections shared =
                ((LinearModel) ModelFile.read(model)).sharedDirections().orElseThrow();
        SharedDirections.Part first = shared.leading(0, 1).get(0);
        String shown = kith("show", model).out();
        assertThat(shown)
                .contains("shared    " + shared.directions().size() + " direction")
                .contains(String.format(
                        java.util.Locale.ROOT,
                        "%.0f%%  %s %+.2f",
                        100 * shared.directions().get(0).share(),
                        first.feature(),
                        first.weight()));
        assertThat(kith("show", model, "--json").out())
                .contains("\"sharedDirections\":[{\"share\":", "\"featureMatrix\":[[", "\"dictionary\":[[");
        Path mean = fit("mean.kith", data, "--method", "mean", "--lambda", 0.05);
        assertThat(kith("show", mean).out()).doesNotContain("shared ");
        assertThat(kith("show", mean, "--json").out())
                .doesNotContain("sharedDirections", "featureMatrix")
                .contains("\"dictionary\":[[");
    }

    @Test
    void kernelModelsShowTheirDictionary() throws IOException {
        Path model = fit("m.kith", data, "--method", "okl", "--lambda", 0.1, "--kernel", "gaussian:2");
        Matrix c = ModelFile.read(model).dictionary().orElseThrow();
        assertThat(kith("show", model, "--json").out())
                .contains("\"dictionary\":[[" + c.get(0, 0) + "," + c.get(0, 1))
                .doesNotContain("sharedDirections");
    }

    @Test
    void whatIsNoGraphIsRefused() {
        Path model = fit("m.kith", data, "--method", "mean", "--lambda", 0.1);
        assertThat(kith("show", model, "--graph", dir.resolve("g.png")).err())
                .contains("--graph must be a file ending in .dot, .graphml, .json or .csv, got 'g.png'");
        assertThat(kith("show", model, "--ties", 0.2).err()).contains("--ties is for --graph: give that too");
        assertThat(kith("show", model, "--graph", dir.resolve("g.dot"), "--ties", 2)
                        .err())
                .contains("the least partial correlation must be from 0 to 1, got 2.0");
    }

    private static List<Double> lastColumn(Run run) {
        assertThat(run.code()).as(run.err()).isZero();
        return run.out()
                .lines()
                .skip(1)
                .map(line -> Double.valueOf(line.substring(line.lastIndexOf(',') + 1)))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"linear", "gaussian:1"})
    void aTaskTakenOutPredictsAsItDidAmongTheOthers(String kernel) throws IOException {
        Path model = fit("m.kith", data, "--method", "mtrl", "--lambda", 0.1, "--kernel", kernel);
        Path one = dir.resolve("one.kith");
        assertThat(kith("extract", model, "--task", "south, <&>", "-o", one).out())
                .contains("Took 'south, <&>' out of 3 tasks");
        Path only = Files.writeString(dir.resolve("only.csv"), rows(List.of("south, <&>"), 20));
        List<Double> among = lastColumn(kith("predict", model, only));
        List<Double> alone = lastColumn(kith("predict", one, only));
        assertThat(alone).hasSize(20);
        for (int k = 0; k < 20; k++) {
            assertThat(alone.get(k)).isEqualTo(among.get(k), within(1e-9));
        }
        assertThat(kith("show", one, "--json").out())
                .contains("\"tasks\":[\"south, <&>\"]", "\"taken-out-of\":\"3 tasks\"");
    }

    @Test
    void coefficientsAreThoseOfThePredictions() {
        Path model = fit("m.kith", data, "--method", "mean", "--lambda", 0.1);
        Run run = kith("extract", model, "--task", "east", "--format", "csv");
        List<String> lines = run.out().lines().toList();
        assertThat(lines).hasSize(5).first().isEqualTo("feature,coefficient");
        assertThat(lines.get(1)).startsWith("(intercept),");
        List<Double> w = lastColumn(run);
        assertThat(w.get(1)).isLessThan(-1);
        assertThat(kith("extract", model, "--task", "east", "-o", dir.resolve("one.csv"))
                        .code())
                .isZero();
        assertThat(dir.resolve("one.csv")).hasContent(run.out());
    }

    @Test
    void whatCannotBeTakenOutIsRefused() {
        Path model = fit("m.kith", data, "--method", "mtrl", "--lambda", 0.1, "--kernel", "gaussian:1");
        assertThat(kith("extract", model, "--task", "eats", "-o", dir.resolve("o"))
                        .err())
                .contains("unknown task 'eats'");
        assertThat(kith("extract", model, "--task", "east", "--format", "csv").err())
                .contains("the model has no coefficients of single features: its kernel is gaussian");
        assertThat(kith("extract", model, "--task", "east").err()).contains("-o is needed");
    }

    @Test
    void aModelIsTheSameAsItself() {
        Path model = fit("m.kith", data, "--method", "mean", "--lambda", 0.1);
        assertThat(kith("diff", model, model).out())
                .isEqualToIgnoringNewLines("The models agree in settings, tasks, features, ties and weights.");
        assertThat(kith("diff", model, model, "--json").out()).startsWith("{\"same\":true,\"settings\":[],");
    }

    @Test
    void changesAreSaidInWords() throws IOException {
        Path more = Files.writeString(
                dir.resolve("more.csv"),
                rows(List.of("west", "south, <&>", "east"), 90).replace("x3", "x4"));
        Path before = fit("a.kith", data, "--method", "stl", "--lambda", 0.1);
        Path after = fit("b.kith", more, "--method", "mtrl", "--lambda", 0.2);
        String words = kith("diff", before, after).out();
        assertThat(words)
                .contains("method: stl -> mtrl", "lambda: 0.1 -> 0.2")
                .contains("1 task new: west (2 in both)", "1 task gone: north \"1\" (2 in both)")
                .contains("1 feature new: x4 (2 in both)", "1 feature gone: x3 (2 in both)")
                .containsPattern("'east' and 'south, <&>' are tied now \\(-0\\.\\d\\d\\)")
                .containsPattern("weights of 'east' moved by [\\d.]+%, most 'x\\d': -?[\\d.]+ -> -?[\\d.]+");
    }

    @Test
    void errorsAreMeasuredWhereRowsAreGiven() {
        Path before = fit("a.kith", data, "--method", "pooled", "--lambda", 0.1);
        Path after = fit("b.kith", data, "--method", "stl", "--lambda", 0.001);
        Run run = kith("diff", before, after, "--data", data, "--task", "t", "--target", "y");
        assertThat(run.out())
                .containsPattern("rmse over all rows: [\\d.]+ -> [\\d.]+; better for 3 tasks, worse for 0");
        assertThat(kith("diff", before, after, "--data", data, "--task", "t", "--target", "y", "--json")
                        .out())
                .contains("\"errors\":{\"measure\":\"rmse\",\"overall\":{\"task\":\"all\",\"before\":");
        assertThat(kith("diff", before, after, "--data", data).err()).contains("--data needs --task COL --target COL");
    }

    @Test
    void kernelModelsAreComparedByErrorsOnly() {
        Path before = fit("a.kith", data, "--method", "mean", "--lambda", 0.1, "--kernel", "gaussian:1");
        Path after = fit("b.kith", data, "--method", "mean", "--lambda", 0.1);
        assertThat(kith("diff", before, after).out())
                .contains("weights: cannot be compared, not both models are linear in their features");
    }
}
