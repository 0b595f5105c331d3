package dev.kith.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.data.table.Tables;
import dev.kith.file.ModelFile;
import dev.kith.model.Predictions.Unknown;
import dev.kith.trust.Predictor;
import dev.kith.trust.Question;
import java.io.IOException;
import java.io.StringWriter;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The server says what the library says of the same rows, to the byte, however the rows come. */
@SuppressWarnings("NullAway.Init") // set before all
class PredictTest {
    @TempDir
    static Path dir;

    private static Demo demo;
    private static KithServer server;
    private static Client client;

    @BeforeAll
    static void start() throws IOException {
        demo = new Demo(dir);
        demo.shops(dir.resolve("shops.kith"));
        demo.busy(dir.resolve("busy.kith"));
        demo.plain(dir.resolve("plain.kith"), 1);
        demo.kernel(dir.resolve("kernel.kith"));
        demo.wide(dir.resolve("wide.kith"));
        server = KithServer.start(ServeOptions.of(dir));
        client = Client.of(server);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String expected(String model, String csv, Question question, UnaryOperator<Predictor> as)
            throws IOException {
        Predictor plain = Predictor.of(ModelFile.readContent(dir.resolve(model + ".kith")));
        Predictor predictor = as.apply(plain.scope(question.scope(plain.model().info())));
        Path file = java.nio.file.Files.writeString(dir.resolve("asked.csv"), csv);
        StringWriter out = new StringWriter();
        Question.predict(
                        predictor,
                        Tables.read(file).rows(question.roles(plain.model().info())))
                .writeTo(out);
        return out.toString();
    }

    /** What its header calls a row's cells, as JSON records; numbers stay as they are written. */
    static String json(String csv) {
        List<String> lines = csv.lines().toList();
        String[] names = lines.get(0).split(",", -1);
        StringBuilder json = new StringBuilder("[");
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.replace("\"florist, \"\"best\"\"\"", "florist~ \\\"best\\\"")
                    .split(",", -1);
            json.append(json.length() > 1 ? ",{" : "{");
            for (int j = 0; j < names.length; j++) {
                String cell = cells[j].replace('~', ',');
                boolean number = cell.matches("-?[0-9.]+(E-?[0-9]+)?");
                json.append(j > 0 ? "," : "").append('"').append(names[j]).append("\":");
                json.append(cell.isEmpty() ? "null" : number ? cell : "\"" + cell + "\"");
            }
            json.append('}');
        }
        return json.append(']').toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"shops", "busy"})
    void equalsTheLibraryForColumnsOfAllKinds(String model) throws IOException {
        String csv = Demo.rows(300, 7);
        String expected = expected(model, csv, Question.USUAL, p -> p);
        HttpResponse<String> answer = client.csv("/models/" + model + "/predict", csv);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type").orElse("")).startsWith("text/csv");
        assertThat(answer.body()).isEqualTo(expected);
        HttpResponse<String> ofRecords = client.post(
                "/models/" + model + "/predict",
                "application/json",
                json(csv).replaceAll(",\"(sold|busy)\":[^,}]*", ""),
                "Accept",
                "text/csv");
        assertThat(ofRecords.body()).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "kernel"})
    void equalsTheLibraryForNumbers(String model) throws IOException {
        String csv = Demo.numbers(200, 9);
        String expected = expected(model, csv, Question.USUAL, p -> p);
        assertThat(client.csv("/models/" + model + "/predict", csv).body()).isEqualTo(expected);
        assertThat(client.post("/models/" + model + "/predict", "application/json", json(csv), "Accept", "text/csv")
                        .body())
                .isEqualTo(expected);
    }

    @Test
    void takesTheOptionsOfTheCommand() throws IOException {
        String csv = Demo.rows(40, 11);
        Question ids = Question.USUAL.ids(List.of("sold"));
        assertThat(client.csv("/models/shops/predict?interval=0.8&id=sold", csv).body())
                .isEqualTo(expected("shops", csv, ids, p -> p.intervals(0.8)));
        assertThat(client.csv("/models/busy/predict?decision=true", csv).body())
                .isEqualTo(expected("busy", csv, Question.USUAL, Predictor::decisions));
        String strange = csv.replace("shop-3", "new shop");
        Question common = Question.USUAL.unknown(Unknown.COMMON);
        assertThat(client.csv("/models/shops/predict?unknown=common", strange).body())
                .isEqualTo(expected("shops", strange, common, p -> p.unknown(Unknown.COMMON)))
                .contains("new shop");
        String wide = "x1,x2\n1,2\n3,4\n";
        assertThat(client.csv("/models/wide/predict", wide).body())
                .isEqualTo(expected("wide", wide, Question.USUAL, p -> p))
                .startsWith("a,b\n");
    }

    @Test
    void recordsHaveTheColumnsOfTheCsv() {
        HttpResponse<String> answer = client.json(
                "/models/plain/predict?id=ticket",
                "[{\"ticket\":7,\"shop\":\"shop-1\",\"price\":2,\"rain\":1},"
                        + "{\"shop\":\"shop-0\",\"price\":1,\"rain\":0,\"ticket\":\"b\"}]");
        assertThat(answer.body())
                .matches("\\{\"model\":\"plain\",\"version\":\"1\",\"predictions\":\\["
                        + "\\{\"ticket\":\"7\",\"task\":\"shop-1\",\"prediction\":[-0-9.E]+\\},"
                        + "\\{\"ticket\":\"b\",\"task\":\"shop-0\",\"prediction\":[-0-9.E]+\\}\\]\\}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "[{\"shop\":\"shop-1\",\"price\":1}]|request, row 1: column 'rain': is not there",
                "[{\"shop\":\"shop-1\",\"price\":1,\"rain\":2},{\"shop\":\"shop-1\",\"price\":1,\"rain\":\"wet\"}]|request, row 2: column 'rain': \\\"wet\\\" is not a number",
                "[{\"shop\":\"shop-1\",\"price\":1e400,\"rain\":2}]|request, row 1: column 'price': \\\"1e400\\\" is not a finite number",
                "[{\"shop\":\"shop-1\",\"price\":Infinity,\"rain\":2}]|not JSON",
                "[{\"shop\":\"shop-1\",\"price\":\"Infinity\",\"rain\":2}]|column 'price': \\\"Infinity\\\" is not a finite number",
                "[{\"shop\":\"shop-1\",\"price\":null,\"rain\":2}]|column 'price': is missing, a number is needed",
                "[{\"shop\":\"shop-1\",\"price\":[1],\"rain\":2}]|column 'price': must be a number, a text, true, false or null",
                "[{\"shop\":\"shop-1\",\"price\":1,\"rain\":2,\"rian\":2}]|unknown column 'rian'; did you mean 'rain'?",
                "[{\"shop\":\"shop-1\",\"price\":1,\"price\":1,\"rain\":2}]|not JSON that is taken here: Duplicate",
                "[{\"shop\":\"shop-9\",\"price\":1,\"rain\":2}]|unknown task 'shop-9'; did you mean",
                "[{\"shop\":null,\"price\":1,\"rain\":2}]|column 'shop': is blank, a text is needed",
                "[[1]]|row 1 is no record",
                "{}|rows are an array of records",
                "[]|request: no rows",
                "[{]|not JSON that is taken here",
                "|not JSON that is taken here: it ends too early",
            })
    void saysWhatIsWrongWithRecords(String body, String words) {
        HttpResponse<String> answer = client.json("/models/plain/predict", body == null ? "" : body);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).startsWith("{\"error\":\"").contains(words);
    }

    @Test
    void saysWhatElseThereIsThanToRefuseAnUnknownTask() {
        assertThat(client.csv("/models/plain/predict", "shop,price,rain\nshop-9,1,2\n")
                        .body())
                .contains("request:2: column 'shop': unknown task 'shop-9'")
                .contains(
                        "(unknown=common predicts such rows by what all tasks have in common, unknown=missing leaves them blank)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "/models/plian/predict|404|unknown model 'plian'; did you mean 'plain'?",
                "/models/plain/versions/7/predict|404|model 'plain' has no version '7'; there are [1]",
                "/models/plain/predict?intervall=0.9|400|unknown parameter 'intervall'; did you mean 'interval'",
                "/models/plain/predict?interval=2|400|'interval' must be a number > 0 and < 1, got '2'",
                "/models/plain/predict?interval=0.9|400|calibr",
                "/models/plain/predict?unknown=maybe|400|'unknown' must be one of error, missing, common, attributes",
                "/models/wide/predict?unknown=common|400|'unknown' is for rows that name their task",
                "/models/plain/predict?id=a&id=b|400|'id' is said twice",
                "/model|404|there is nothing at this address",
                "/models|405|this address answers GET, got POST",
            })
    void saysWhatIsWrongWithAddresses(String path, int status, String words) {
        HttpResponse<String> answer = client.json(path, "[{\"shop\":\"shop-1\",\"price\":1,\"rain\":2}]");
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.body()).contains(words);
    }

    @Test
    void takesRowsByTheirMediaTypeOnly() {
        assertThat(client.post("/models/plain/predict", "text/plain", "x").statusCode())
                .isEqualTo(415);
        assertThat(client.post(
                                "/models/plain/predict",
                                "text/csv",
                                "shop,price,rain\nshop-1,1,1\n",
                                "Accept",
                                "image/png")
                        .statusCode())
                .isEqualTo(400);
    }

    @Test
    void listsModelsAndWhatTheyLookAt() {
        assertThat(client.get("/models").body()).contains("\"id\":\"busy\"").contains("\"id\":\"wide\"");
        assertThat(client.get("/models/shops").body())
                .contains("\"taskColumn\":\"shop\"")
                .contains("{\"name\":\"kind\",\"kind\":\"text\"}", "\"shop-4\"");
        assertThat(client.get("/health").body()).isEqualTo("{\"status\":\"ok\"}");
        assertThat(client.get("/ready").statusCode()).isEqualTo(200);
    }
}
