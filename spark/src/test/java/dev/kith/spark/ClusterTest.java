package dev.kith.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.file.ModelFile;
import dev.kith.loss.Losses;
import dev.kith.model.Model;
import dev.kith.select.Search;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.SparkEnv;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same on a cluster: driver, master, workers and executors are processes of their own. */
@Tag("cluster")
class ClusterTest {
    private static final double ROUNDING = 1e-9;

    @TempDir
    static Path dir;

    private static Cluster cluster;

    @BeforeAll
    static void start() throws IOException {
        cluster = new Cluster(dir);
        System.setProperty("kith.master", cluster.master());
        System.setProperty("kith.jars", Cluster.ownJars(dir));
    }

    @AfterAll
    static void stop() {
        Local.SPARK.stop();
        cluster.close();
    }

    @Test
    void aFitAndItsPredictionsAreThoseOfOneMachine() {
        List<Local.Line> lines = Local.lines(2_000, 5, true, 41);
        assertThat(Local.SPARK.sparkContext().master()).startsWith("spark://");
        KithModel fitted = Local.regression().setMethod("mean").setLambda(0.1).fit(Local.frame(lines));
        Model one = Search.on(Local.rows(lines, false))
                .method("mean")
                .defaultsForTheRest()
                .loss(Losses.squared())
                .lambda(0.1)
                .run()
                .model();
        for (Row row : fitted.transform(Local.frame(lines)).limit(50).collectAsList()) {
            double expected = one.predict(row.getString(0), row.<Vector>getAs(1).toArray());
            assertThat(row.getDouble(4)).isCloseTo(expected, within(ROUNDING));
        }
    }

    @Test
    void anExecutorThatDiesInMidPassChangesNothing() {
        List<Local.Line> lines = Local.lines(2_000, 5, true, 42);
        String rows = dir.resolve("rows").toString();
        Local.frame(lines).write().parquet(rows);
        Dataset<Row> frame = Local.SPARK.read().parquet(rows);
        KithRegression asked = Local.regression().setMethod("mtfl");
        byte[] expected = ModelFile.bytes(asked.fit(frame).content());
        Path mark = dir.resolve("died");
        Dataset<Row> deadly = frame.withColumn(
                "y",
                functions
                        .udf(new DiesOnce(mark.toString(), lines.get(1_700).y()), DataTypes.DoubleType)
                        .asNondeterministic()
                        .apply(functions.col("y"), functions.col("w")));
        byte[] found = ModelFile.bytes(asked.fit(deadly).content());
        assertThat(mark).exists();
        assertThat(found).isEqualTo(expected);
    }

    /** Ends its process, as kill -9 does, at one row, the first time only. */
    private static final class DiesOnce implements UDF2<Double, Double, Double> {
        private static final long serialVersionUID = 1L;

        private final String mark;
        private final double at;

        DiesOnce(String mark, double at) {
            this.mark = mark;
            this.at = at;
        }

        @Override
        public Double call(Double label, Double weight) throws IOException {
            boolean onExecutor = !SparkEnv.get().executorId().equals("driver");
            if (onExecutor && label == at && !Files.exists(Path.of(mark))) {
                Files.createFile(Path.of(mark));
                Runtime.getRuntime().halt(137);
            }
            return label;
        }
    }
}
