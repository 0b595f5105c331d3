package dev.kith.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.file.ModelFile;
import dev.kith.model.LinearModel;
import dev.kith.text.Json;
import dev.kith.trust.TaskCard;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Explanations add up to predictions; tasks are as the model file has them; what is counted is what was asked. */
@SuppressWarnings("NullAway.Init") // set before all
class ExplainTest {
    private static final String ROW = "[{\"shop\":\"shop-1\",\"price\":1.5,\"rain\":2}]";

    @TempDir
    static Path dir;

    private static KithServer server;
    private static Client client;

    @BeforeAll
    static void start() throws IOException {
        Demo demo = new Demo(dir);
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

    private static double number(String json, String name) {
        Matcher found = Pattern.compile("\"" + name + "\":(-?[0-9.E-]+)").matcher(json);
        assertThat(found.find()).as(name + " in " + json).isTrue();
        return Double.parseDouble(found.group(1));
    }

    @Test
    void partsAddUpToThePrediction() {
        String why = client.json("/models/plain/explain", ROW).body();
        double prediction = number(client.json("/models/plain/predict", ROW).body(), "prediction");
        assertThat(number(why, "sum")).isCloseTo(prediction, within(1e-9));
        assertThat(number(why, "base") + number(why, "price") + number(why, "rain"))
                .isCloseTo(prediction, within(1e-9));
        assertThat(number(why, "base") + number(why, "own") + number(why, "borrowed"))
                .isCloseTo(prediction, within(1e-9));
        String byTask = client.json("/models/kernel/explain", ROW).body();
        assertThat(byTask).contains("\"features\":{}");
        assertThat(number(byTask, "base") + number(byTask, "own") + number(byTask, "borrowed"))
                .isCloseTo(number(client.json("/models/kernel/predict", ROW).body(), "prediction"), within(1e-9));
        assertThat(client.csv("/models/wide/explain", "x1,x2\n1,2\n").body())
                .contains("\"row\":1,\"task\":\"a\"")
                .contains("\"row\":1,\"task\":\"b\"");
    }

    @Test
    void explainsUnknownTasksWhereThatIsAskedFor() {
        String strange = ROW.replace("shop-1", "elsewhere");
        assertThat(client.json("/models/plain/explain?unknown=common", strange).body())
                .contains("\"tasks\":{\"all tasks in common\":");
        assertThat(client.json("/models/plain/explain", strange).body()).contains("unknown task 'elsewhere'");
        assertThat(client.json("/models/plain/explain?unknown=missing", strange).body())
                .contains("'unknown' missing leaves nothing to explain");
        assertThat(client.json("/models/plain/explain?interval=0.9", ROW).body())
                .contains("unknown parameter 'interval'");
    }

    @Test
    void aTaskIsAsTheFileHasIt() throws IOException {
        ModelFile.Content content = ModelFile.readContent(dir.resolve("plain.kith"));
        LinearModel model = (LinearModel) content.model();
        HttpResponse<String> answer = client.get("/models/plain/tasks/shop-3?top=2");
        assertThat(answer.body())
                .isEqualTo(Json.of(TaskCard.of(content, "shop-3", 2).members()));
        int t = model.info().task("shop-3");
        assertThat(number(answer.body(), "price")).isEqualTo(model.weights().get(0, t));
        assertThat(number(answer.body(), "intercept"))
                .isEqualTo(model.intercept().get(0, t));
        assertThat(answer.body()).containsPattern("\"neighbours\":\\{(\"shop-[0-4]\":[0-9.E-]+,?){2}\\}");
        assertThat(client.get("/models/plain/tasks/shop-9").statusCode()).isEqualTo(404);
        assertThat(client.get("/models/plain/tasks/shop-1?top=none").statusCode())
                .isEqualTo(400);
        assertThat(client.get("/models/plain/tasks/%2e%2e%2f").statusCode()).isBetween(400, 404);
    }

    @Test
    void countsWhatWasAsked() throws IOException {
        try (KithServer fresh = KithServer.start(ServeOptions.of(dir))) {
            Client asking = Client.of(fresh);
            asking.json("/models/plain/predict", ROW);
            asking.csv("/models/plain/predict", Demo.numbers(200, 1));
            asking.get("/models/made-up-by-a-stranger");
            String text = asking.get("/metrics").body();
            assertThat(text)
                    .contains(
                            "kith_requests_total{model=\"plain\",route=\"/models/{model}/predict\",status=\"200\"} 2.0")
                    .contains("kith_requests_total{model=\"\",route=\"/models/{model}\",status=\"404\"} 1.0")
                    .contains("kith_rows_total{model=\"plain\",version=\"1\"} 201.0")
                    .contains("kith_request_seconds_count{route=\"/models/{model}/predict\"} 2")
                    .doesNotContain("stranger");
        }
    }

    /** The same rows as in training have no shift to speak of; rows moved by three deviations have. */
    @Test
    void seesInputsDrift() throws IOException {
        LinearModel model =
                (LinearModel) ModelFile.readContent(dir.resolve("plain.kith")).model();
        double away = 3 * model.scaling().orElseThrow().featureScale().get(0, 0);
        assertThat(Math.abs(shift(0))).isLessThan(0.5);
        assertThat(shift(away) - shift(0)).isCloseTo(3, within(1e-9));
    }

    private static double shift(double by) throws IOException {
        try (KithServer fresh = KithServer.start(ServeOptions.of(dir))) {
            Client asking = Client.of(fresh);
            StringBuilder rows = new StringBuilder("shop,price,rain\n");
            Demo.numbers(32, 1).lines().skip(1).forEach(line -> {
                String[] cells = line.split(",", -1);
                rows.append(cells[0])
                        .append(',')
                        .append(Double.parseDouble(cells[1]) + by)
                        .append(',');
                rows.append(cells[2]).append('\n');
            });
            asking.csv("/models/plain/predict", rows.toString());
            Matcher shift = Pattern.compile("kith_input_shift\\{feature=\"price\",model=\"plain\"\\} (\\S+)")
                    .matcher(asking.get("/metrics").body());
            assertThat(shift.find()).isTrue();
            return Double.parseDouble(shift.group(1));
        }
    }
}
