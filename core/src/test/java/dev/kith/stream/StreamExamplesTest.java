package dev.kith.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.data.Roles;
import dev.kith.file.ModelFile;
import dev.kith.model.Model;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code docs/guide/streams.md} shows of learning from streams in Java, between the comments word for word. */
class StreamExamplesTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path directory;

    @Test
    void anOnlineLoop() throws IOException {
        List<Example> examples =
                ShopRows.rows(300).stream().map(ShopRows::example).toList();
        Path state = directory.resolve("shops.state");
        Path file = directory.resolve("shops.kith");
        // example: loop
        NamedLearner learner = NamedLearner.of(LearnerSettings.of("perceptron").with("b", "auto"), "no", "yes");
        learner.learn(new Example("west", "yes", Map.of("price", -0.8, "rain", 0.3))); // predicts, then learns
        examples.forEach(learner::learn);
        learner.save(state); // goes on from here, bit for bit
        NamedLearner again = NamedLearner.load(state);
        String sold = again.classify("west", Map.of("price", -0.8, "rain", 0.3));
        ModelFile.write(again.model(), file);
        Model model = ModelFile.read(file);
        // end
        assertThat(sold).isEqualTo("yes");
        assertThat(learner.summary().rate()).isLessThan(0.2);
        assertThat(model.info().features()).containsExactly("price", "rain");
        assertThat(model.predict("west", -0.8, 0.3)).isPositive();
    }

    @Test
    void aResumableStream() throws IOException {
        Path rows = ShopRows.file(directory, ShopRows.rows(300));
        Path state = directory.resolve("run.state");
        Path file = directory.resolve("shops.kith");
        List<Double> rates = new ArrayList<>();
        // example: stream
        StreamRun run = StreamPlan.from(RowSource.file(rows, Roles.task("shop").target("sold")))
                .with(LearnerSettings.of("perceptron").with("averaged", true))
                .shuffled(1)
                .every(100)
                .listener(progress -> rates.add(progress.windowRate()))
                .resume(state) // after a kill, the same lines end with the same numbers
                .run();
        double mistakes = run.summary().rate();
        ModelFile.write(run.model(), file);
        // end
        assertThat(mistakes).isBetween(0.0, 0.2);
        assertThat(rates).hasSize(3);
        assertThat(state).exists();
        assertThat(ModelFile.read(file).info().classes()).containsExactly("no", "yes");
    }

    /** Every line between the comments above stands in the guide. */
    @ParameterizedTest
    @ValueSource(strings = {"loop", "stream"})
    void theGuideShowsTheseExamples(String name) throws IOException {
        Path root = Path.of("").toAbsolutePath();
        while (!Files.exists(root.resolve("docs/guide/streams.md"))) {
            root = Objects.requireNonNull(root.getParent());
        }
        String source = Files.readString(root.resolve("core/src/test/java/dev/kith/stream/StreamExamplesTest.java"));
        String start = "        // example: " + name + "\n";
        int from = source.indexOf(start) + start.length();
        String example = source.substring(from, source.indexOf("        // end", from));
        assertThat(example.lines().count()).isBetween(5L, 10L);
        assertThat(Files.readString(root.resolve("docs/guide/streams.md")))
                .contains("\n\n" + example.replaceAll("(?m)^    ", "") + "\n");
    }
}
