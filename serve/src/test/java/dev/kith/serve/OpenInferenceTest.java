package dev.kith.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests as the specifications of others write them; the numbers are those of {@code /models/M/predict}. */
@SuppressWarnings("NullAway.Init") // set before all
class OpenInferenceTest {
    private static final String TASKS =
            "{\"name\":\"task\",\"shape\":[2],\"datatype\":\"BYTES\",\"data\":[\"shop-1\",\"shop-0\"]}";
    private static final String CSV = "shop,price,rain\nshop-1,1.5,2\nshop-0,-0.5,7\n";

    @TempDir
    static Path dir;

    private static KithServer server;
    private static Client client;

    @BeforeAll
    static void start() throws IOException {
        Demo demo = new Demo(dir);
        demo.shops(dir.resolve("shops.kith"));
        demo.busy(dir.resolve("busy.kith"));
        demo.plain(dir.resolve("plain.kith"), 1);
        demo.wide(dir.resolve("wide.kith"));
        server = KithServer.start(ServeOptions.of(dir));
        client = Client.of(server);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String ok(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    /** A column of what predict answers as CSV, as JSON has it. */
    private static String column(String csv, int column) {
        return csv.lines()
                .skip(1)
                .map(line -> line.split(",", -1)[column])
                .reduce((a, b) -> a + "," + b)
                .orElseThrow();
    }

    @Test
    void saysThatItIsThereAndWhatItTakes() {
        assertThat(ok(client.get("/v2/health/live"))).isEqualTo("{\"live\":true}");
        assertThat(ok(client.get("/v2/health/ready"))).isEqualTo("{\"ready\":true}");
        assertThat(ok(client.get("/v2"))).contains("\"name\":\"kith\"").contains("\"extensions\":[]");
        assertThat(ok(client.get("/v2/models/plain/ready"))).isEqualTo("{\"name\":\"plain\",\"ready\":true}");
        assertThat(ok(client.get("/v2/models/plain/versions/1")))
                .isEqualTo("{\"name\":\"plain\",\"versions\":[\"1\"],\"platform\":\"kith\",\"inputs\":["
                        + "{\"name\":\"task\",\"datatype\":\"BYTES\",\"shape\":[-1]},"
                        + "{\"name\":\"price\",\"datatype\":\"FP64\",\"shape\":[-1]},"
                        + "{\"name\":\"rain\",\"datatype\":\"FP64\",\"shape\":[-1]}],\"outputs\":["
                        + "{\"name\":\"prediction\",\"datatype\":\"FP64\",\"shape\":[-1]},"
                        + "{\"name\":\"low\",\"datatype\":\"FP64\",\"shape\":[-1]},"
                        + "{\"name\":\"high\",\"datatype\":\"FP64\",\"shape\":[-1]}]}");
        assertThat(client.get("/v2/models/none/ready").statusCode()).isEqualTo(404);
    }

    @Test
    void takesOneMatrixOrATensorPerColumn() {
        String expected = column(client.csv("/models/plain/predict", CSV).body(), 1);
        String answer =
                "{\"model_name\":\"plain\",\"model_version\":\"1\",\"id\":\"42\",\"outputs\":[{\"name\":\"prediction\","
                        + "\"datatype\":\"FP64\",\"shape\":[2],\"data\":[" + expected + "]}]}";
        assertThat(ok(client.json(
                        "/v2/models/plain/infer",
                        "{\"id\":\"42\",\"inputs\":[" + TASKS
                                + ",{\"name\":\"x\",\"shape\":[2,2],\"datatype\":\"FP64\",\"data\":[1.5,2,-0.5,7]}]}")))
                .isEqualTo(answer);
        assertThat(ok(client.json(
                        "/v2/models/plain/versions/1/infer",
                        "{\"id\":\"42\",\"inputs\":[{\"data\":[[1.5],[-0.5]],\"name\":\"price\",\"shape\":[2,1],\"datatype\":\"FP32\"},"
                                + "{\"name\":\"rain\",\"shape\":[2],\"datatype\":\"INT64\",\"data\":[2,7]},"
                                + TASKS.replace("task", "shop") + "],\"outputs\":[{\"name\":\"prediction\"}]}")))
                .isEqualTo(answer);
    }

    @Test
    void givesWhatIsAskedFor() {
        String csv = "shop,kind,day,open,price,rain\nshop-1,baker,2026-03-11,yes,NA,2\n";
        String inputs = "\"inputs\":[{\"name\":\"task\",\"shape\":[1],\"datatype\":\"BYTES\",\"data\":[\"shop-1\"]},"
                + "{\"name\":\"kind\",\"shape\":[1],\"datatype\":\"BYTES\",\"data\":[\"baker\"]},"
                + "{\"name\":\"day\",\"shape\":[1],\"datatype\":\"BYTES\",\"data\":[\"2026-03-11\"]},"
                + "{\"name\":\"open\",\"shape\":[1],\"datatype\":\"BOOL\",\"data\":[true]},"
                + "{\"name\":\"price\",\"shape\":[1],\"datatype\":\"FP64\",\"data\":[null]},"
                + "{\"name\":\"rain\",\"shape\":[1],\"datatype\":\"FP64\",\"data\":[2]}]";
        String bounds = client.csv("/models/shops/predict?interval=0.8", csv).body();
        assertThat(ok(client.json(
                        "/v2/models/shops/infer",
                        "{\"parameters\":{\"interval\":0.8}," + inputs
                                + ",\"outputs\":[{\"name\":\"low\"},{\"name\":\"high\"}]}")))
                .contains("\"name\":\"low\",\"datatype\":\"FP64\",\"shape\":[1],\"data\":[" + column(bounds, 2) + "]")
                .contains("\"name\":\"high\",\"datatype\":\"FP64\",\"shape\":[1],\"data\":[" + column(bounds, 3) + "]");
        String classes = client.csv("/models/busy/predict?decision=true", csv).body();
        assertThat(
                        ok(
                                client.json(
                                        "/v2/models/busy/infer",
                                        "{" + inputs
                                                + ",\"outputs\":[{\"name\":\"class\"},{\"name\":\"probability\"},{\"name\":\"decision\"}]}")))
                .contains("\"datatype\":\"BYTES\",\"shape\":[1],\"data\":[\"" + column(classes, 1) + "\"]")
                .contains("\"name\":\"probability\",\"datatype\":\"FP64\",\"shape\":[1],\"data\":[" + column(classes, 2)
                        + "]")
                .contains("\"name\":\"decision\",\"datatype\":\"FP64\",\"shape\":[1],\"data\":[" + column(classes, 3)
                        + "]");
        assertThat(client.json("/v2/models/shops/infer", "{" + inputs + ",\"outputs\":[{\"name\":\"low\"}]}")
                        .body())
                .contains("output 'low' needs the level of its interval");
        assertThat(client.json("/v2/models/shops/infer", "{" + inputs + ",\"outputs\":[{\"name\":\"decision\"}]}")
                        .body())
                .contains("decision values are for classes; this model predicts numbers");
    }

    @Test
    void givesAMatrixWhereEveryTaskIsAsked() {
        String line = client.csv("/models/wide/predict", "x1,x2\n1,2\n")
                .body()
                .lines()
                .skip(1)
                .findFirst()
                .orElseThrow();
        assertThat(ok(client.json(
                        "/v2/models/wide/infer",
                        "{\"inputs\":[{\"name\":\"x\",\"shape\":[1,2],\"datatype\":\"FP64\",\"data\":[[1,2]]}]}")))
                .contains("\"shape\":[1,2],\"data\":[" + line + "]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "{\"name\":\"x\",\"shape\":[2,3],\"datatype\":\"FP64\",\"data\":[1,2,3,4]}|input 'x': shape must be [rows] or [rows, columns] of its data, got [2, 3] for 4 values",
                "{\"name\":\"x\",\"shape\":[2,1],\"datatype\":\"FP64\",\"data\":[1,2]}|input 'x' must have a column for each of 'price', 'rain', 2 in all, got 1",
                "{\"name\":\"x\",\"shape\":[1,2],\"datatype\":\"FP64\",\"data\":[1,2]}|all inputs must have as many rows: 'x' has 1, another 2",
                "{\"name\":\"x\",\"shape\":[2,2],\"datatype\":\"FP64\",\"data\":[1,2,1e400,4]}|input 'x', value 3: \\\"1e400\\\" is not a finite number",
                "{\"name\":\"x\",\"shape\":[2,2],\"datatype\":\"INT32\",\"data\":[1,2,1.5,4]}|data of INT32 must be whole numbers, got 1.5",
                "{\"name\":\"x\",\"shape\":[2,2],\"datatype\":\"FP64\",\"data\":[1,2,\"3\",4]}|input 'x': data must be all numbers or all texts",
                "{\"name\":\"x\",\"shape\":[2,2],\"datatype\":\"COMPLEX\",\"data\":[1,2,3,4]}|datatype must be FP64, INT64, BOOL, BYTES or one like these, got 'COMPLEX'",
                "{\"name\":\"x\",\"shape\":[2,-2],\"datatype\":\"FP64\",\"data\":[1,2,3,4]}|'shape' must be one or two whole numbers",
                "{\"name\":\"prise\",\"shape\":[2],\"datatype\":\"FP64\",\"data\":[1,2]}|unknown input 'prise'; did you mean 'price'?",
                "{\"name\":\"price\",\"shape\":[2],\"datatype\":\"FP64\",\"data\":[1,2]}|row 1: column 'rain': is not there",
                "{\"name\":\"shop\",\"shape\":[2],\"datatype\":\"BYTES\",\"data\":[\"a\",\"b\"]}|column 'shop' is in two inputs",
                "7|'inputs' must be an array of objects",
            })
    void saysWhatIsWrongWithTensors(String input, String words) {
        HttpResponse<String> answer =
                client.json("/v2/models/plain/infer", "{\"inputs\":[" + TASKS + "," + input + "]}");
        assertThat(answer.body()).startsWith("{\"error\":\"").contains(words);
        assertThat(answer.statusCode()).isEqualTo(400);
    }

    @Test
    void answersMlflowAndSageMaker() {
        String expected = client.json(
                        "/models/plain/predict",
                        "[{\"shop\":\"shop-1\",\"price\":1.5,\"rain\":2},{\"shop\":\"shop-0\",\"price\":-0.5,\"rain\":7}]")
                .body();
        assertThat(client.get("/ping").statusCode()).isEqualTo(200);
        assertThat(ok(client.json(
                        "/invocations?model=plain",
                        "{\"dataframe_split\":{\"index\":[0,1],\"columns\":[\"shop\",\"price\",\"rain\"],"
                                + "\"data\":[[\"shop-1\",1.5,2],[\"shop-0\",-0.5,7]]}}")))
                .isEqualTo(expected);
        assertThat(ok(client.json(
                        "/invocations?model=plain",
                        "{\"dataframe_records\":[{\"shop\":\"shop-1\",\"price\":1.5,\"rain\":2},"
                                + "{\"shop\":\"shop-0\",\"price\":-0.5,\"rain\":7}]}")))
                .isEqualTo(expected);
        assertThat(ok(client.csv("/invocations?model=plain", CSV)))
                .isEqualTo(client.csv("/models/plain/predict", CSV).body());
        assertThat(client.csv("/invocations", CSV).body()).contains("say which by ?model=NAME");
        assertThat(client.json(
                                "/invocations?model=plain",
                                "{\"dataframe_split\":{\"columns\":[\"shop\"],\"data\":[[\"shop-1\",1]]}}")
                        .body())
                .contains("row 1 has more cells than there are columns");
    }
}
