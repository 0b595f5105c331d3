package dev.kith.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.select.Comparison;
import java.nio.file.Path;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/guide/spark.md shows, run. */
class GuideTest {
    @TempDir
    Path dir;

    private static Dataset<Row> frame() {
        Dataset<Row> rows = Local.frame(Local.lines(400, 3, false, 51));
        return rows.withColumn("v", org.apache.spark.ml.functions.vector_to_array(rows.col("features"), "float64"))
                .select(
                        functions.col("task").as("shop"),
                        functions.col("v").getItem(0).as("price"),
                        functions.col("v").getItem(1).as("size"),
                        functions.col("y").as("sales"));
    }

    @Test
    void fitComparePredict() {
        Dataset<Row> frame = frame();
        KithRegression shops = new KithRegression()
                .setTaskCol("shop")
                .setFeatureCols("price", "size")
                .setLabelCol("sales")
                .setMethod("mtfl");
        KithModel model = shops.fit(frame);
        Dataset<Row> predicted = model.transform(frame);
        assertThat(predicted.columns()).containsExactly("shop", "price", "size", "sales", "prediction");
        KithRegression sparse = shops.copy(new ParamMap())
                .setMethod("sparse")
                .setParameter("mu", "auto")
                .setFolds(10)
                .setWeighting("observation");
        assertThat(sparse.explainParam(sparse.getParam("mu"))).contains("current: auto");
        Comparison found = new KithCompare(shops).setMethods("mean", "mtfl").run(frame);
        System.out.println(found.headline());
        assertThat(found.headline()).isNotEmpty();
    }

    @Test
    void aStream() throws Exception {
        KithRegression shops = new KithRegression()
                .setTaskCol("shop")
                .setFeatureCols("price", "size")
                .setLabelCol("sales")
                .setMethod("mtfl");
        frame().coalesce(1).write().parquet(dir.resolve("sales").toString());
        Dataset<Row> stream = Local.SPARK
                .readStream()
                .schema(frame().schema())
                .parquet(dir.resolve("sales").toString());
        String directory = dir.resolve("models").toString();
        String checkpoint = dir.resolve("checkpoint").toString();
        KithStream learning = new KithStream(shops.copy(new ParamMap()).setLambda(0.01), directory);
        StreamingQuery query = stream.writeStream()
                .foreachBatch(learning)
                .option("checkpointLocation", checkpoint)
                .start();
        query.processAllAvailable();
        query.stop();
        KithModel now = learning.model();
        assertThat(now.kith().info().tasks()).hasSize(3);
    }
}
