package dev.kith.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.file.ModelFile;
import dev.kith.model.Model;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** After every batch the model is the fit to all rows so far; no batch is learned twice. */
class StreamTest {
    /** Direct solutions to the same moments, added up in another order. */
    private static final double ROUNDING = 1e-9;

    private static final List<Local.Line> LINES = Local.lines(600, 4, false, 61);

    @TempDir
    Path dir;

    private static KithRegression asked() {
        return Local.regression().setMethod("mean").setLambda(0.1);
    }

    private static void assertClose(Model a, Model b) {
        double[] x = {0.3, -1, 2, 0.7};
        assertThat(a.info().tasks())
                .containsExactlyInAnyOrderElementsOf(b.info().tasks());
        for (String task : b.info().tasks()) {
            assertThat(a.predict(task, x)).isCloseTo(b.predict(task, x), within(ROUNDING));
        }
    }

    @Test
    void aStreamThatIsStoppedAndStartedLearnsEveryRowOnce() throws Exception {
        String rows = dir.resolve("rows").toString();
        String models = dir.resolve("models").toString();
        for (int part = 0; part < 3; part++) {
            Local.frame(LINES.subList(200 * part, 200 * part + 200))
                    .coalesce(1)
                    .write()
                    .mode("append")
                    .parquet(rows);
            // a run for each part: the second and third begin where the one before ended
            Local.SPARK
                    .readStream()
                    .schema(Local.frame(LINES).schema())
                    .parquet(rows)
                    .writeStream()
                    .foreachBatch(new KithStream(asked(), models))
                    .option("checkpointLocation", dir.resolve("checkpoint").toString())
                    .trigger(Trigger.AvailableNow())
                    .start()
                    .awaitTermination();
        }
        KithModel model = new KithStream(asked(), models).model();
        assertThat(model.kith().info().observations()).isEqualTo(LINES.size());
        assertClose(model.kith(), asked().fit(Local.frame(LINES)).kith());
        assertThat(model.transform(Local.frame(LINES)).columns()).contains("prediction");
    }

    @Test
    void aBatchThatIsRepeatedIsLeftAlone() {
        KithStream stream = new KithStream(asked(), dir.toString());
        assertThatThrownBy(stream::model).hasMessageEndingWith("no batch has been learned yet");
        stream.call(Local.frame(LINES.subList(0, 300)), 0L);
        stream.call(Local.frame(LINES.subList(300, 600)), 1L);
        byte[] once = ModelFile.bytes(stream.model().content());
        stream.call(Local.frame(LINES.subList(300, 600)), 1L);
        new KithStream(asked(), dir.toString()).call(Local.frame(LINES.subList(0, 300)), 0L);
        assertThat(ModelFile.bytes(stream.model().content())).isEqualTo(once);
        stream.call(Local.frame(LINES).filter("y is null"), 2L);
        assertThat(ModelFile.bytes(stream.model().content())).isEqualTo(once);
    }

    @Test
    void whatIsForgottenCountsLess() {
        KithStream stream = new KithStream(asked(), dir.toString()).setForgetting(0.25);
        stream.call(Local.frame(LINES.subList(0, 300)), 0L);
        stream.call(Local.frame(LINES.subList(300, 600)), 1L);
        List<Local.Line> weighted = new java.util.ArrayList<>();
        for (int i = 0; i < LINES.size(); i++) {
            Local.Line line = LINES.get(i);
            weighted.add(new Local.Line(line.task(), line.x(), line.y(), i < 300 ? 0.25 : 1));
        }
        assertClose(
                stream.model().kith(),
                asked().setWeightCol("w").fit(Local.frame(weighted)).kith());
    }

    @Test
    void whatWouldHaveToBeChosenIsRefused() {
        assertThatThrownBy(() -> new KithStream(Local.regression().setMethod("mean"), dir.toString()))
                .hasMessageStartingWith("lambda must be given: a stream has no folds to choose it by");
    }
}
