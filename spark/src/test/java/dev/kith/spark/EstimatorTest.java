package dev.kith.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.data.DataException;
import dev.kith.file.ModelFile;
import dev.kith.method.Methods;
import dev.kith.method.SettingException;
import dev.kith.model.Model;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.evaluation.RegressionEvaluator;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.tuning.CrossValidator;
import org.apache.spark.ml.tuning.CrossValidatorModel;
import org.apache.spark.ml.tuning.ParamGridBuilder;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The conventions of Spark ML: params, copies, pipelines, saving and loading. */
class EstimatorTest {
    private static final List<Local.Line> LINES = Local.lines(300, 3, false, 11);

    private static Dataset<Row> columns() {
        Dataset<Row> frame = Local.frame(LINES);
        return frame.withColumn("v", org.apache.spark.ml.functions.vector_to_array(frame.col("features"), "float64"))
                .select(
                        functions.col("task"),
                        functions.col("v").getItem(0).as("price"),
                        functions.col("v").getItem(1).as("size"),
                        functions.col("y"));
    }

    private static Pipeline pipeline() {
        return new Pipeline().setStages(new PipelineStage[] {
            new VectorAssembler().setInputCols(new String[] {"price", "size"}).setOutputCol("features"),
            Local.regression().setMethod("mtfl").setLambda(0.05)
        });
    }

    private static double error(Dataset<Row> predicted) {
        return new RegressionEvaluator().setLabelCol("y").setMetricName("mse").evaluate(predicted);
    }

    @Test
    void everyParameterOfEveryMethodIsAParam() {
        KithRegression asked = Local.regression();
        Methods.parameters()
                .keySet()
                .forEach(name -> assertThat(asked.hasParam(name)).as(name).isTrue());
        assertThat(asked.setParameter("gamma", 2).explainParams())
                .contains("gamma: ", "current: 2.0", "taskCol: ", "intercept-cost: ");
    }

    @Test
    void copiesHaveWhatWasSet() {
        KithRegression asked = Local.regression().setMethod("sparse").setParameter("mu", "0.5");
        KithRegression copy =
                asked.copy(new ParamMap().put(asked.getParam("folds").w(3)));
        assertThat(copy.explainParam(copy.getParam("mu"))).contains("current: 0.5");
        assertThat(copy.explainParam(copy.getParam("folds"))).contains("current: 3");
        assertThat(asked.explainParam(asked.getParam("folds"))).doesNotContain("current");
        assertThat(copy.uid()).isEqualTo(asked.uid());
    }

    @Test
    void aSavedPipelineIsReadByAFreshJvmAndItsModelByEveryReader(@TempDir Path dir) throws Exception {
        PipelineModel fitted = pipeline().fit(columns());
        String saved = dir.resolve("pipeline").toString();
        fitted.write().overwrite().save(saved);
        columns().write().parquet(dir.resolve("rows").toString());
        Process fresh = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-Xmx1g",
                        "-cp",
                        System.getProperty("java.class.path"),
                        FreshJvm.class.getName(),
                        saved,
                        dir.resolve("rows").toString())
                .redirectErrorStream(false)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String said = new String(fresh.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(fresh.waitFor()).isZero();
        assertThat(Double.parseDouble(said.strip())).isEqualTo(error(fitted.transform(columns())));
        Path file;
        try (var files = java.nio.file.Files.walk(dir.resolve("pipeline"))) {
            file = files.filter(one -> one.endsWith("model.kith")).findFirst().orElseThrow();
        }
        Model model = ModelFile.read(file);
        assertThat(model.info().features()).containsExactly("price", "size");
        assertThat(model.info().columns().task()).contains("task");
        Dataset<Row> again = KithModel.ofFile(file.toString()).transform(columns());
        assertThat(error(again)).isEqualTo(error(fitted.transform(columns())));
    }

    @Test
    void aSavedEstimatorFitsTheSame(@TempDir Path dir) throws Exception {
        KithRegression asked =
                Local.regression().setMethod("schatten").setLambda(0.05).setParameter("p", "1.2");
        asked.write().save(dir.resolve("asked").toString());
        KithRegression read = KithRegression.load(dir.resolve("asked").toString());
        Dataset<Row> frame = Local.frame(LINES);
        assertThat(ModelFile.bytes(read.fit(frame).content()))
                .isEqualTo(ModelFile.bytes(asked.fit(frame).content()));
    }

    @Test
    void sparksOwnCrossValidatorChooses() {
        KithRegression asked = Local.regression().setMethod("mean");
        CrossValidatorModel chosen = new CrossValidator()
                .setEstimator(asked)
                .setEvaluator(new RegressionEvaluator().setLabelCol("y"))
                .setNumFolds(2)
                .setEstimatorParamMaps(new ParamGridBuilder()
                        .addGrid((DoubleParam) (Object) asked.getParam("lambda"), new double[] {1e-3, 1e4})
                        .build())
                .fit(Local.frame(LINES));
        assertThat(((KithModel) chosen.bestModel()).kith().info().lambda()).hasValue(1e-3);
    }

    @Test
    void whatIsNotUsedIsRefused() {
        Dataset<Row> frame = Local.frame(LINES);
        assertThatThrownBy(() -> Local.regression().setParameter("gama", "1"))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("gama is no parameter of any method")
                .hasMessageContaining("gamma");
        assertThatThrownBy(() -> Local.regression()
                        .setMethod("mtfl")
                        .setParameter("gamma", "1")
                        .fit(frame))
                .isInstanceOf(SettingException.class)
                .hasMessageStartingWith("gamma is not used by method 'mtfl'");
        assertThatThrownBy(() -> Local.regression().setLambda(1).setFolds(3).fit(frame))
                .isInstanceOf(SettingException.class)
                .hasMessage("folds is used to choose settings that are left open, and none is");
        assertThatThrownBy(() -> Local.regression().setLambda(Double.NaN).fit(frame))
                .isInstanceOf(SettingException.class)
                .hasMessage("lambda must be a finite number > 0, got NaN");
        assertThatThrownBy(() -> Local.regression().setMethod("factor").fit(frame))
                .isInstanceOf(SettingException.class)
                .hasMessageStartingWith("method 'factor' needs every row at hand");
        assertThatThrownBy(() ->
                        Local.regression().setWeighting("rows").setLambda(1).fit(frame))
                .hasMessage("weighting must be one of task, observation; got 'rows'");
        assertThatThrownBy(() -> Local.regression().setTaskCol("tsk").fit(frame))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("tsk");
        assertThatThrownBy(() -> Local.regression()
                        .setFeatureCols("y")
                        .setFeaturesCol("features")
                        .fit(frame))
                .isInstanceOf(SettingException.class)
                .hasMessage("featureCols are given and featuresCol too: use one of them");
    }
}
