package dev.kith.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.model.Model;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.Test;

/** Columns of predictions are what the model says of every row. */
class PredictionTest {
    private static final List<Local.Line> LINES = Local.lines(200, 3, false, 21);
    private static final KithModel MODEL =
            Local.regression().setMethod("mean").setLambda(0.1).fit(Local.frame(LINES));

    @Test
    void everyRowKeepsItsCellsAndGetsItsPrediction() {
        Model model = MODEL.kith();
        Dataset<Row> predicted = MODEL.transform(Local.frame(LINES));
        assertThat(predicted.schema())
                .isEqualTo(MODEL.transformSchema(Local.frame(LINES).schema()));
        List<Row> rows = predicted.collectAsList();
        assertThat(rows).hasSize(LINES.size());
        for (int i = 0; i < rows.size(); i++) {
            Local.Line line = LINES.get(i);
            assertThat(rows.get(i).getDouble(2)).isEqualTo(line.y());
            assertThat(rows.get(i).getDouble(4)).isEqualTo(model.predict(line.task(), line.x()));
        }
    }

    @Test
    void unknownTasksAreTreatedByTheOneVocabulary() {
        Dataset<Row> strangers = Local.frame(LINES)
                .withColumn(
                        "task",
                        functions
                                .when(functions.col("task").equalTo("task 1"), "elsewhere")
                                .otherwise(functions.col("task")));
        long count = strangers.filter("task = 'elsewhere'").count();
        assertThatThrownBy(() -> MODEL.transform(strangers).collectAsList()).hasMessageContaining("elsewhere");
        KithModel missing = MODEL.copy(new org.apache.spark.ml.param.ParamMap()).setUnknown("missing");
        assertThat(missing.transform(strangers).filter("prediction is null").count())
                .isEqualTo(count);
        assertThat(missing.unknownRows()).isGreaterThanOrEqualTo(count);
        KithModel common = MODEL.copy(new org.apache.spark.ml.param.ParamMap()).setUnknown("common");
        assertThat(common.transform(strangers).filter("prediction is null").count())
                .isZero();
        assertThatThrownBy(() -> MODEL.copy(new org.apache.spark.ml.param.ParamMap())
                        .setUnknown("guess")
                        .transform(strangers))
                .hasMessage("unknown must be one of error, missing, common, attributes; got 'guess'");
    }
}
