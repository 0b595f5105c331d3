package dev.kith.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.DataException;
import dev.kith.file.ModelFile;
import dev.kith.model.Model;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;

/** The pass over a frame: what it does not depend on, what it sends, and which rows it takes. */
class PassTest {
    /** Sums of the same rows in another order, in doubles. */
    private static final double ANOTHER_ORDER = 1e-10;

    private static KithRegression tuned() {
        return Local.regression().setMethod("mean").setWeightCol("w");
    }

    private static void assertClose(Model a, Model b) {
        double[] x = {0.3, -1, 2, 0.7};
        for (String task : a.info().tasks()) {
            assertThat(a.predict(task, x)).isCloseTo(b.predict(task, x), within(ANOTHER_ORDER));
        }
    }

    @Test
    void partitionsDoNotMatter() {
        List<Local.Line> lines = Local.lines(400, 4, false, 1);
        List<Local.Line> turned = new ArrayList<>(lines);
        java.util.Collections.reverse(turned);
        Model one = tuned().fit(Local.frame(lines).coalesce(1)).kith();
        Model seven = tuned().fit(Local.frame(turned).repartition(7)).kith();
        assertThat(seven.info().lambda()).isEqualTo(one.info().lambda());
        assertClose(one, seven);
    }

    @Test
    void theSamePartitionsGiveTheSameBits() {
        Dataset<Row> frame = Local.frame(Local.lines(500, 6, true, 2));
        byte[] first = ModelFile.bytes(new ModelFile.Content(
                tuned().setMethod("mtfl").fit(frame).kith(), dev.kith.model.uncertainty.Uncertainty.none()));
        byte[] again = ModelFile.bytes(new ModelFile.Content(
                tuned().setMethod("mtfl").fit(frame).kith(), dev.kith.model.uncertainty.Uncertainty.none()));
        assertThat(again).isEqualTo(first);
    }

    @Test
    void whatIsSentOnEarlyAddsUpToTheSame() {
        KithRegression asked = Local.regression();
        List<Local.Line> lines = Local.lines(800, 3, false, 4);
        Frame frame = Frame.labelled(new KithParams(asked), Local.frame(lines));
        dev.kith.data.Dataset whole = new MomentsPass(frame, 5, 0).dataset();
        dev.kith.data.Dataset early = new MomentsPass(frame, 5, 0, 300).dataset();
        assertThat(early.labelsPerTask()).isEqualTo(whole.labelsPerTask());
        dev.kith.select.Search search = dev.kith.select.Search.on(early).method("mean");
        assertClose(
                search.run().model(),
                dev.kith.select.Search.on(whole).method("mean").run().model());
    }

    /** What goes from executors to the driver and between them. */
    private static final class Sent extends SparkListener {
        private final AtomicLong bytes = new AtomicLong();
        private final AtomicLong tasks = new AtomicLong();
        private final AtomicLong shuffled = new AtomicLong();

        @Override
        public void onTaskEnd(SparkListenerTaskEnd end) {
            bytes.addAndGet(end.taskMetrics().resultSize());
            tasks.incrementAndGet();
            shuffled.addAndGet(end.taskMetrics().shuffleWriteMetrics().recordsWritten());
        }
    }

    private static Sent sent(Runnable job) throws Exception {
        Sent sent = new Sent();
        Local.SPARK.sparkContext().addSparkListener(sent);
        job.run();
        Local.SPARK.sparkContext().listenerBus().waitUntilEmpty();
        Local.SPARK.sparkContext().removeSparkListener(sent);
        return sent;
    }

    @Test
    void theDriverGetsMomentsAndNoRows() throws Exception {
        int tasks = 8;
        int folds = 5;
        int width = 5;
        // a cell: triangle, mean, origin, errors and counts
        long numbers = (long) tasks * folds * (width * (width + 1) / 2 + 3 * width + 10);
        for (int rows : new int[] {2_000, 20_000}) {
            Dataset<Row> frame = Local.frame(Local.lines(rows, tasks, true, 5))
                    .repartition(4)
                    .cache();
            frame.count();
            Sent sent = sent(() -> tuned().fit(frame));
            long metadata = 4_000 * sent.tasks.get();
            assertThat(sent.bytes.get()).isLessThan(8 * numbers + metadata);
            frame.unpersist();
        }
    }

    @Test
    void aTaskWithHalfOfTheRowsIsAddedUpWhereItsRowsAre() throws Exception {
        int tasks = 8;
        int partitions = 4;
        Dataset<Row> frame = Local.frame(Local.lines(20_000, tasks, true, 6))
                .repartition(partitions)
                .cache();
        frame.count();
        Sent sent = sent(() -> tuned().fit(frame));
        // one part per task and partition, and a tally per partition
        assertThat(sent.shuffled.get()).isEqualTo((long) partitions * (tasks + 1));
        frame.unpersist();
    }

    private static final StructType COLUMNS = new StructType()
            .add("task", DataTypes.StringType)
            .add("a", DataTypes.DoubleType)
            .add("b", DataTypes.IntegerType)
            .add("y", DataTypes.DoubleType)
            .add("w", DataTypes.DoubleType);

    private static Dataset<Row> table(Row... more) {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            rows.add(RowFactory.create("t" + i % 2, Math.sin(i), i % 5, Math.cos(i) + i % 5, 1.0));
        }
        rows.addAll(Arrays.asList(more));
        return Local.SPARK.createDataFrame(rows, COLUMNS);
    }

    private static KithRegression ofTable() {
        return Local.regression().setFeatureCols("a", "b").setWeightCol("w").setLambda(0.1);
    }

    @Test
    void rowsWithoutLabelOrWeightAreLeftOutAndCounted() {
        Model plain = ofTable().fit(table()).kith();
        Model more = ofTable()
                .fit(table(
                        RowFactory.create("t0", 1.0, 2, null, 1.0),
                        RowFactory.create("t1", null, 2, Double.NaN, 1.0),
                        RowFactory.create("t1", 1.0, 2, 100.0, 0.0)))
                .kith();
        assertThat(more.info().data().read()).isEqualTo(33);
        assertThat(more.info().data().skipped()).isEqualTo(3);
        for (String task : List.of("t0", "t1")) {
            assertThat(more.predict(task, 0.5, 2)).isCloseTo(plain.predict(task, 0.5, 2), within(ANOTHER_ORDER));
        }
        assertThat(more.info().features()).containsExactly("a", "b");
    }

    @Test
    void whatIsMissingIsSaidWithItsCount() {
        assertThatThrownBy(() -> ofTable().fit(table(RowFactory.create(null, 1.0, 2, 1.0, 1.0))))
                .isInstanceOf(DataException.class)
                .hasMessage("1 of 31 rows have a label but no task (column 'task')");
        assertThatThrownBy(() -> ofTable()
                        .fit(table(
                                RowFactory.create("t0", 1.0, null, 1.0, 1.0),
                                RowFactory.create("t0", Double.NaN, null, 1.0, 1.0))))
                .isInstanceOf(DataException.class)
                .hasMessage("1 of 32 rows lack feature 'a' (null, NaN or infinite): fill it (Imputer in the pipeline)"
                        + " or leave such rows out");
        assertThatThrownBy(() -> ofTable().fit(table(RowFactory.create("t0", 1.0, 2, 1.0, -1.0))))
                .isInstanceOf(DataException.class)
                .hasMessage("1 of 31 rows have a weight that is no finite number >= 0");
        assertThatThrownBy(() -> ofTable().fit(table(RowFactory.create("t0", 1.0, 2, Double.POSITIVE_INFINITY, 1.0))))
                .isInstanceOf(DataException.class)
                .hasMessage("1 of 31 rows have an infinite label (column 'y')");
        assertThatThrownBy(() -> ofTable()
                        .fit(table().withColumn("y", functions.lit(null).cast("double"))))
                .isInstanceOf(DataException.class)
                .hasMessage("no row has a label in column 'y'");
    }

    @Test
    void vectorsMustBeThereAndOfOneLength() {
        List<Local.Line> lines = new ArrayList<>(Local.lines(20, 2, false, 7));
        lines.add(new Local.Line("task 0", new double[] {1, 2}, 1, 1));
        assertThatThrownBy(() -> Local.regression().setLambda(1).fit(Local.frame(lines)))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith("all rows must have as many features, got ");
        lines.set(20, new Local.Line("task 0", new double[0], 1, 1));
        assertThatThrownBy(() -> Local.regression().setLambda(1).fit(Local.frame(lines)))
                .isInstanceOf(DataException.class)
                .hasMessage("1 of 21 rows have a label but no vector of features");
    }
}
