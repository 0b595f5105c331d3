package dev.kith.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.data.DataException;
import dev.kith.data.Format;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class StreamRunTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path directory;

    private final List<ShopRows> rows = ShopRows.rows(2000);

    private StreamPlan plan() throws IOException {
        return StreamPlan.from(RowSource.file(ShopRows.file(directory, rows), ShopRows.ROLES))
                .every(100);
    }

    /** A person at a terminal stops a stream that has no end; the next run has its file. */
    @Test
    @Timeout(60)
    void aRunThatIsStoppedWhileItWaitsForRowsReturnsAndCanBeResumed() throws Exception {
        Path state = directory.resolve("run.state");
        CountDownLatch learned = new CountDownLatch(10);
        try (PipedOutputStream out = new PipedOutputStream();
                PipedInputStream in = new PipedInputStream(out, 1 << 20)) {
            StreamRun run = StreamPlan.from(RowSource.of("shops.csv", in, Format.CSV, ShopRows.ROLES))
                    .every(100)
                    .listener(progress -> learned.countDown())
                    .checkpoint(state)
                    .prepare();
            CompletableFuture<StreamSummary> end = CompletableFuture.supplyAsync(() -> {
                try {
                    return run.run();
                } catch (IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            });
            out.write(ShopRows.csv(rows.subList(0, 1200), ShopRows.TEXTS).getBytes(StandardCharsets.UTF_8));
            out.flush();
            assertThat(learned.await(50, TimeUnit.SECONDS)).isTrue();
            run.stop();
            StreamSummary summary = end.get(50, TimeUnit.SECONDS);
            assertThat(summary.stopped()).isTrue();
            assertThat(summary.all().rows()).isBetween(1000L, 1200L);
        }
        List<Long> resumed = new ArrayList<>();
        StreamRun rest = plan().listener(new StreamListener() {
                    @Override
                    public void windowEnded(StreamProgress progress) {}

                    @Override
                    public void resumed(long before) {
                        resumed.add(before);
                    }
                })
                .resume(state)
                .run();
        assertThat(resumed)
                .singleElement()
                .satisfies(before -> assertThat(before).isBetween(1000L, 1200L));
        StreamSummary whole = plan().run().summary();
        assertThat(rest.summary().all()).isEqualTo(whole.all());
        assertThat(rest.summary().windows()).isEqualTo(whole.windows());
        assertThat(rest.summary().stopped()).isFalse();
    }

    @Test
    void aRunThatIsStoppedBeforeItBeginsLearnsNothing() throws IOException {
        Path state = directory.resolve("run.state");
        StreamRun run = plan().checkpoint(state).prepare();
        run.stop();
        assertThat(run.run().all().rows()).isZero();
        assertThat(state).doesNotExist();
    }

    @Test
    void stoppingARunThatHasEndedChangesNothing() throws IOException {
        Path state = directory.resolve("run.state");
        StreamRun run = plan().checkpoint(state).run();
        byte[] kept = Files.readAllBytes(state);
        run.learner().learn(rows.get(0).example());
        run.stop();
        assertThat(Files.readAllBytes(state)).isEqualTo(kept);
    }

    @Test
    void itRunsOnceAndIsAskedAfterwards() throws IOException {
        StreamRun run = plan().prepare();
        assertThatThrownBy(run::summary).hasMessage("the run has not ended");
        run.run();
        assertThatThrownBy(run::run).hasMessage("a run goes through its stream once; prepare another");
        assertThat(run.summary().tasks().keySet()).containsExactly("north", "south", "west");
    }

    @Test
    void progressAddsUpToTheSummary() throws IOException {
        List<StreamProgress> told = new ArrayList<>();
        StreamSummary summary = plan().listener(told::add).run().summary();
        assertThat(told).hasSize(20);
        assertThat(told.stream().mapToLong(StreamProgress::windowMistakes).sum())
                .isEqualTo(summary.all().mistakes());
        assertThat(told.get(19).rate()).isEqualTo(summary.rate());
        assertThat(told.get(2).windowRate()).isEqualTo(summary.windows().get(2).rate());
        assertThat(summary.search()).isPresent();
        assertThat(summary.rowsPerSecond()).isPositive();
    }

    @Test
    void anotherPlanIsRefusedByItsWords() throws IOException {
        Path state = directory.resolve("run.state");
        plan().checkpoint(state).run();
        assertThatThrownBy(() -> plan().with(LearnerSettings.of("perceptron").with("b", 2))
                        .resume(state)
                        .run())
                .isInstanceOf(DataException.class)
                .hasMessage(state + ": the checkpoint is of a run with other settings: shops.csv: perceptron every=100"
                        + " {task=[shop], target=[sold]}; this one has: shops.csv: perceptron b=2 every=100"
                        + " {task=[shop], target=[sold]}");
        assertThatThrownBy(() -> plan().unscaled().resume(state).run())
                .hasMessageContaining("perceptron unscaled every");
        assertThat(plan().resume(state).run().summary().all().rows()).isEqualTo(2000);
    }

    @Test
    void whatMakesNoSenseIsRefusedBeforeAnythingIsOpened() {
        StreamPlan plan = StreamPlan.from(RowSource.file(directory.resolve("nothing.csv"), ShopRows.ROLES));
        assertThatThrownBy(() -> plan.withIntercept()
                        .with(LearnerSettings.of("second-order"))
                        .run())
                .hasMessage("intercept is for learners with explicit weights: leave it or kernel out");
        assertThatThrownBy(() -> plan.hashed(31)).hasMessage("hash bits must be a whole number from 1 to 30, got 31");
        assertThatThrownBy(() -> plan.every(0)).hasMessage("window must be a whole number of rows >= 1, got 0");
        assertThatThrownBy(() -> plan.expecting(0)).hasMessage("tasks must be a whole number >= 1, got 0");
        assertThatThrownBy(plan::run).isInstanceOf(java.nio.file.NoSuchFileException.class);
    }

    @Test
    void hashedFeaturesHaveNoModel() throws IOException {
        StreamRun run = plan().hashed(5).run();
        assertThat(run.summary().rate()).isLessThan(0.2);
        assertThatThrownBy(run::model).hasMessage("shops.csv: hashed features have no names");
        assertThatThrownBy(run::learner).hasMessage("shops.csv: hashed features have no names");
    }

    /** Weights go with their rows, shuffled or resumed or in rounds; a learner that would leave them out refuses them. */
    @Test
    void aRowCountsAsOftenAsItsWeightSays() throws IOException {
        LearnerSettings adaptive = LearnerSettings.of("adaptive");
        StreamPlan plain = plan().with(adaptive);
        assertThat(weighted(n -> 1, adaptive).run().summary().windows())
                .isEqualTo(plain.run().summary().windows());
        StreamPlan plan = weighted(n -> n % 5 == 0 ? 0 : n % 3, adaptive);
        StreamSummary whole = plan.run().summary();
        assertThat(whole.all()).isNotEqualTo(plain.run().summary().all());
        assertThat(plan.shuffled(3).run().summary().all())
                .isNotEqualTo(plain.shuffled(3).run().summary().all());
        assertThat(plan.inRounds().run().summary().all())
                .isNotEqualTo(plain.inRounds().run().summary().all());
        assertThatThrownBy(() -> weighted(n -> 1, LearnerSettings.of("pnorm")).run())
                .isInstanceOf(LearnerException.class)
                .hasMessage("weight has no effect with learner pnorm: leave it out");
    }

    @Test
    void aCheckpointKnowsTheWeightsOfItsRows() throws IOException {
        Path state = directory.resolve("run.state");
        LearnerSettings adaptive = LearnerSettings.of("adaptive");
        weighted(n -> n % 3, adaptive).knownAs("shops").checkpoint(state).run();
        assertThat(weighted(n -> n % 3, adaptive)
                        .knownAs("shops")
                        .resume(state)
                        .run()
                        .summary())
                .extracting(StreamSummary::all)
                .isEqualTo(weighted(n -> n % 3, adaptive).run().summary().all());
        assertThatThrownBy(() -> weighted(n -> n % 2, adaptive)
                        .knownAs("shops")
                        .resume(state)
                        .run())
                .hasMessageContaining("the checkpoint is of another stream");
    }

    private StreamPlan weighted(java.util.function.IntUnaryOperator weight, LearnerSettings learner)
            throws IOException {
        String[] lines = ShopRows.csv(rows, ShopRows.TEXTS).lines().toArray(String[]::new);
        StringBuilder text = new StringBuilder(lines[0]).append(",count\n");
        for (int n = 1; n < lines.length; n++) {
            text.append(lines[n]).append(',').append(weight.applyAsInt(n)).append('\n');
        }
        Path file = Files.writeString(directory.resolve("weighted.csv"), text);
        return StreamPlan.from(RowSource.file(file, ShopRows.ROLES.weight("count")))
                .with(learner)
                .every(100);
    }
}
