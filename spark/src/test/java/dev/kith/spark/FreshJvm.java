package dev.kith.spark;

import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.evaluation.RegressionEvaluator;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** A process of its own, which reads a saved pipeline and prints the error of its predictions. */
final class FreshJvm {
    private FreshJvm() {}

    public static void main(String[] args) {
        Dataset<Row> rows = Local.SPARK.read().parquet(args[1]);
        Dataset<Row> predicted = PipelineModel.load(args[0]).transform(rows);
        System.out.println(
                new RegressionEvaluator().setLabelCol("y").setMetricName("mse").evaluate(predicted));
        Local.SPARK.stop();
    }
}
