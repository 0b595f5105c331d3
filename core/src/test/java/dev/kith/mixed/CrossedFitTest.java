package dev.kith.mixed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.MixedInputs;
import dev.kith.data.Roles;
import dev.kith.data.Rows;
import dev.kith.data.StringInputs;
import dev.kith.data.table.Tables;
import dev.kith.data.transform.Transform;
import dev.kith.export.OnnxExport;
import dev.kith.file.ModelFile;
import dev.kith.linalg.Matrix;
import dev.kith.model.Fit;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.Prediction;
import dev.kith.model.Predictions;
import dev.kith.model.Predictions.Unknown;
import dev.kith.model.Training;
import dev.kith.model.transform.TransformedTrainer;
import dev.kith.model.uncertainty.Uncertainty;
import dev.kith.score.OutOfFold;
import dev.kith.score.Split;
import dev.kith.trust.Predictor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What theory says of mixed models with several groupings, and what such models predict. */
class CrossedFitTest {
    private static final Roles ROLES = Roles.task("shop", "product").target("y");

    @TempDir
    Path directory;

    private Path file = Path.of("");

    /** y = 3 + x + shop + product + noise, deviations 1, 2 and 0.5: 12 shops, 9 products, 5 rows of each pair but a few. */
    @BeforeEach
    void write() throws IOException {
        Random random = new Random(4);
        double[] shops = random.doubles(12).map(u -> random.nextGaussian()).toArray();
        double[] products =
                random.doubles(9).map(u -> 2 * random.nextGaussian()).toArray();
        StringBuilder text = new StringBuilder("shop,product,x,y\n");
        for (int s = 0; s < shops.length; s++) {
            for (int p = 0; p < products.length; p++) {
                for (int k = (s + p) % 3; k < 5; k++) {
                    double x = random.nextGaussian();
                    double y = 3 + x + shops[s] + products[p] + 0.5 * random.nextGaussian();
                    text.append("s" + s + ",p" + p + "," + x + "," + y + "\n");
                }
            }
        }
        file = directory.resolve("sales.csv");
        Files.writeString(file, text);
    }

    private Dataset data() {
        return Tables.read(file).dataset(ROLES);
    }

    private static Fit<Model> fit(Dataset data, String random) {
        return new CrossedTrainer(Slopes.parse(random), Covariance.full(), Training.defaults()).train(data);
    }

    private LinearModel.Crossed model() {
        return (LinearModel.Crossed) fit(data(), "none").model();
    }

    /** A complete design with one row per cell: the mean squares of the analysis of variance say it all, in closed form. */
    @Test
    void aCompleteDesignIsTheAnalysisOfVariance() {
        Random random = new Random(2);
        int a = 15;
        int b = 8;
        double[] rows = random.doubles(a).map(u -> 2 * random.nextGaussian()).toArray();
        double[] cols = random.doubles(b).map(u -> random.nextGaussian()).toArray();
        Matrix y = Matrix.zeros(a, b);
        for (int i = 0; i < a; i++) {
            for (int j = 0; j < b; j++) {
                y.set(i, j, 7 + rows[i] + cols[j] + random.nextGaussian());
            }
        }
        double mean = Arrays.stream(y.data()).average().orElseThrow();
        double[] byRow = IntStream.range(0, a)
                .mapToDouble(i -> Arrays.stream(y.row(i)).average().orElseThrow())
                .toArray();
        double[] byCol = IntStream.range(0, b)
                .mapToDouble(j -> Arrays.stream(y.column(j)).average().orElseThrow())
                .toArray();
        double residual = 0;
        for (int i = 0; i < a; i++) {
            for (int j = 0; j < b; j++) {
                residual += Math.pow(y.get(i, j) - byRow[i] - byCol[j] + mean, 2) / ((a - 1) * (b - 1));
            }
        }
        double between = Arrays.stream(byRow).map(m -> (m - mean) * (m - mean)).sum() / (a - 1) - residual / b;
        double across = Arrays.stream(byCol).map(m -> (m - mean) * (m - mean)).sum() / (b - 1) - residual / a;
        Dataset data = Dataset.ofLong(
                new MixedInputs(
                        DenseInputs.of(Matrix.zeros(a * b, 1)),
                        List.of(new StringInputs(
                                IntStream.range(0, a * b)
                                        .mapToObj(k -> "c" + k % b)
                                        .toList(),
                                "column"))),
                IntStream.range(0, a).mapToObj(i -> "r" + i).toList(),
                IntStream.range(0, a * b).map(k -> k / b).toArray(),
                y.data());
        LinearModel.Crossed model = (LinearModel.Crossed) fit(data, "none").model();
        LinearModel.Effects effects = model.tasks().effects().orElseThrow();
        assertThat(effects.residual()).isCloseTo(residual, within(1e-5 * residual));
        assertThat(effects.covariance().get(0, 0)).isCloseTo(between, within(1e-5 * between));
        assertThat(model.further().get(0).covariance().get(0, 0)).isCloseTo(across, within(1e-5 * across));
        double all = residual + between + across;
        assertThat(model.share(0)).isCloseTo(between / all, within(1e-5));
        assertThat(model.share(1)).isCloseTo(across / all, within(1e-5));
        double shrunk = across / (across + residual / a) * (byCol[0] - mean);
        assertThat(model.further().get(0).own().get(0, 0)).isCloseTo(shrunk, within(1e-5));
    }

    /** Without a second column the trainer is that of one grouping. */
    @Test
    void oneTaskColumnIsTheMixedModelOfTasks() {
        Dataset data = Tables.read(file).dataset(Roles.task("shop").target("y").features("x"));
        Model one = new MixedTrainer(Slopes.none(), Covariance.full(), Training.defaults())
                .train(data)
                .model();
        Model same = fit(data, "none").model();
        assertThat(same).isInstanceOf(LinearModel.class);
        assertThat(((LinearModel) same).weights()).isEqualTo(((LinearModel) one).weights());
    }

    /** Both ways of one grouping find the same: a second column with one level has no variance. */
    @Test
    void aColumnOfOneLevelChangesNothing() {
        Dataset data = Tables.read(file).dataset(Roles.task("shop").target("y").features("x"));
        StringInputs same = new StringInputs(
                IntStream.range(0, data.size()).mapToObj(i -> "all").toList(), "country");
        Fit<Model> crossed = fit(data.withInputs(new MixedInputs((DenseInputs) data.inputs(), List.of(same))), "x");
        Fit<Model> one = fit(data, "x");
        assertThat(crossed.report().objective()).isCloseTo(one.report().objective(), within(1e-6));
        LinearModel tasks = ((LinearModel.Crossed) crossed.model()).tasks();
        assertThat(tasks.weights()
                        .plus(-1, ((LinearModel) one.model()).weights())
                        .maxAbs())
                .isLessThan(1e-5);
        assertThat(crossed.model().info().parameters())
                .containsEntry("rank", one.model().info().parameters().get("rank") + ",0");
    }

    @Test
    void everyOtherMethodRefusesSeveralTaskColumns() {
        Dataset data = data();
        assertThatThrownBy(() -> new MixedTrainer(Slopes.none(), Covariance.full(), Training.defaults()).train(data))
                .isInstanceOf(DataException.class)
                .hasMessage("several task columns are for method 'mixed', got 'product' beside 'shop'; name one task"
                        + " column, or use that method");
    }

    @Test
    void aLevelPerRowIsRefused() {
        Dataset data = Tables.read(file).dataset(Roles.task("shop").target("y").features("x"));
        StringInputs own = new StringInputs(
                IntStream.range(0, data.size()).mapToObj(i -> "r" + i).toList(), "row");
        assertThatThrownBy(() ->
                        fit(data.withInputs(new MixedInputs((DenseInputs) data.inputs(), List.of(own))), "none"))
                .isInstanceOf(DataException.class)
                .hasMessage("task column 'row' must have rows that share a level, got " + data.size() + " levels in "
                        + data.size() + " rows: its variance cannot be told from the residual's");
    }

    /** Levels of either column that are not known: refused, blank, or without that effect and with the other's. */
    @Test
    void unknownLevelsKeepWhatIsKnown() throws IOException {
        LinearModel.Crossed model = model();
        Path rows = directory.resolve("new.csv");
        Files.writeString(rows, "shop,product,x\ns1,p2,1\nnew,p2,1\ns1,new,1\nnew,other,1\n");
        Predictor predictor = Predictor.of(new ModelFile.Content(model, Uncertainty.none()));
        Rows read = Tables.read(rows).rows(model.info().inputs(Roles.task("shop")));
        double common = model.tasks().effects().orElseThrow().fixed().get(0, 0)
                + model.tasks().effects().orElseThrow().fixed().get(0, 1);
        double shop = model.tasks().predict("s1", 1) - common;
        double product = model.further()
                .get(0)
                .own()
                .get(0, model.further().get(0).levels().indexOf("p2"));
        Predictions found = predictor.unknown(Unknown.COMMON).predict(read);
        double[] values = found.stream().mapToDouble(Prediction::value).toArray();
        assertThat(values)
                .containsExactly(
                        new double[] {common + shop + product, common + product, common + shop, common}, within(1e-9));
        assertThat(found.stream().map(Prediction::unknown)).containsExactly(false, true, true, true);
        assertThat(found.unknown()).isEqualTo(3);
        Predictions blank = predictor.unknown(Unknown.MISSING).predict(read);
        assertThat(blank.stream().map(one -> Double.isNaN(one.value()))).containsExactly(false, true, true, true);
        assertThatThrownBy(
                        () -> model.predict(Tables.read(rows).rows(model.info().roles())))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("unknown task 'new'");
        Files.writeString(rows, "shop,product,x\ns1,p9,1\n");
        assertThatThrownBy(
                        () -> model.predict(Tables.read(rows).rows(model.info().roles())))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith("column 'product': unknown task 'p9'; ");
    }

    @Test
    void aFilePredictsTheSame() throws IOException {
        LinearModel.Crossed model = model();
        Path saved = directory.resolve("m.kith");
        ModelFile.write(model, saved);
        LinearModel.Crossed read = (LinearModel.Crossed) ModelFile.read(saved);
        assertThat(read.further()).isEqualTo(model.further());
        assertThat(read.tasks().effects()).isEqualTo(model.tasks().effects());
        assertThat(read.info()).isEqualTo(model.info());
        Rows rows = Tables.read(file).rows(read.info().roles());
        assertThat(read.predict(rows).stream().map(Prediction::value))
                .containsExactlyElementsOf(
                        model.predict(rows).stream().map(Prediction::value).toList());
    }

    /** No format may hold half of the model. */
    @Test
    void exportsRefuseSeveralGroupings() {
        ModelFile.Content content = new ModelFile.Content(model(), Uncertainty.none());
        assertThatThrownBy(() -> OnnxExport.USUAL.of(content))
                .isInstanceOf(DataException.class)
                .hasMessage("rows of the model also belong to levels of 'product', whose effects an ONNX graph cannot"
                        + " hold here; predict with kith or its Python package");
    }

    /** The model of the log of labels predicts in their units: effects are added before they are taken back. */
    @Test
    void transformsAreTakenBackFromTheWholeSum() {
        Dataset data = data();
        double[] raised = new double[data.size()];
        Arrays.setAll(raised, o -> Math.exp(data.label(o) / 4));
        double[] quarter = new double[data.size()];
        Arrays.setAll(quarter, o -> data.label(o) / 4);
        CrossedTrainer trainer = new CrossedTrainer(Slopes.none(), Covariance.full(), Training.defaults());
        Model logs = new TransformedTrainer<>(trainer, Transform.LOG, false, false)
                .train(data.withLabels(raised))
                .model();
        Model plain = trainer.train(data.withLabels(quarter)).model();
        double[] found = logs.predict(data.inputs(), tasks(data));
        double[] expected = plain.predict(data.inputs(), tasks(data));
        for (int o = 0; o < found.length; o++) {
            assertThat(Math.log(found[o])).isCloseTo(expected[o], within(1e-9));
        }
    }

    private static int[] tasks(Dataset data) {
        return IntStream.range(0, data.size()).map(data::task).toArray();
    }

    /** Levels without rows in training are predicted by what is common in cross-validation, not refused. */
    @Test
    void heldOutLevelsAreCommon() {
        Dataset data = data();
        int[] without = IntStream.range(0, data.size())
                .filter(o -> !product(data, o).equals("p0"))
                .toArray();
        int[] only = IntStream.range(0, data.size())
                .filter(o -> product(data, o).equals("p0"))
                .toArray();
        Model model = fit(data.select(without), "none").model();
        double[] found =
                model.treating(Unknown.COMMON).predict(data.select(only).inputs(), tasks(data.select(only)));
        LinearModel tasks = ((LinearModel.Crossed) model).tasks();
        double[] expected =
                tasks.predict(((MixedInputs) data.select(only).inputs()).numbers(), tasks(data.select(only)));
        assertThat(found).containsExactly(expected, within(0.0));
        Split split = Split.of(data, o -> product(data, o).equals("p0"));
        double[] held = OutOfFold.predictions(
                new CrossedTrainer(Slopes.none(), Covariance.full(), Training.defaults()),
                data,
                List.of(split),
                (done, of) -> {});
        assertThat(held[only[0]]).isCloseTo(expected[0], within(1e-9));
    }

    private static String product(Dataset data, int o) {
        return ((MixedInputs) data.inputs()).text("product").values().get(data.row(o));
    }
}
