package dev.kith.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.convex.ConvexTrainer;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.file.ModelFile;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.method.Methods;
import dev.kith.model.Fit;
import dev.kith.model.Model;
import dev.kith.model.Training;
import dev.kith.model.uncertainty.Uncertainty;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import dev.kith.structure.ties.SharedDirections;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A report from the library alone: data, a fit, a page. */
class ModelReportTest {
    private static final List<String> TASKS = List.of("north", "south", "opposite");

    private static Dataset data() {
        Matrix x = Matrix.zeros(60, 3);
        double[] labels = new double[60];
        int[] taskOf = new int[60];
        for (int i = 0; i < 60; i++) {
            x.set(i, 0, Math.sin(i));
            x.set(i, 1, Math.cos(3 * i));
            x.set(i, 2, Math.sin(7 * i));
            taskOf[i] = i % 3;
            labels[i] = (i % 3 == 2 ? -1 : 1) * (2 * x.get(i, 0) - x.get(i, 1));
        }
        return Dataset.ofLong(DenseInputs.of(x), TASKS, taskOf, labels);
    }

    private static Fit<Model> fit(Relation relation) {
        return new ConvexTrainer(Losses.squared(), new Linear(), relation, 0.01, Training.defaults()).train(data());
    }

    private static ModelFile.Content content(Fit<Model> fit) {
        return new ModelFile.Content(fit.model(), Uncertainty.none());
    }

    @Test
    void aFitBecomesAPage(@TempDir Path dir) throws IOException {
        Fit<Model> fit = fit(Relations.traceConstrained());
        Report report = ModelReport.of(content(fit), "shops", fit.report(), List.of(20, 20, 20));
        assertThat(report.title()).isEqualTo("Model shops");
        assertThat(report.headline())
                .startsWith(Methods.label(fit.model().info().method()) + " learned 3 tasks from 60 labels; most ");
        assertThat(report.structure().similarities())
                .extracting(TaskStructure.Similarity::name)
                .containsExactly("structure", "weights");
        assertThat(report.methods().get(0).training().history())
                .hasSize(fit.report().history().size());
        Path page = dir.resolve("shops.html");
        ReportPage.write(report, page);
        assertThat(Files.readString(page))
                .isEqualTo(ReportPage.html(report))
                .contains("<title>Model shops</title>", "\"perTask\":[20,20,20]", "echarts");
    }

    /** All three tasks are (2, -1, 0) times a number. */
    @Test
    void theDirectionsThatAreSharedAreThere() {
        Directions shared = Objects.requireNonNull(ModelReport.of(content(fit(Relations.schatten(1))), "m")
                .structure()
                .directions());
        assertThat(shared.shown()).hasSize(1);
        assertThat(shared.shown().get(0).share()).isGreaterThan(0.95);
        assertThat(shared.shown().get(0).parts().subList(0, 2))
                .extracting(SharedDirections.Part::feature)
                .containsExactly("x1", "x2");
        assertThat(shared.shown().get(0).parts().get(1).weight()).isNegative();
        assertThat(shared.explain()).startsWith("mtfl lets tasks share directions: mixtures");
        assertThat(ModelReport.of(content(fit(Relations.mean(1))), "m")
                        .structure()
                        .directions())
                .isNull();
    }

    @Test
    void tasksThatAreNotRelatedHaveNoTies() {
        Report report = ModelReport.of(content(fit(Relations.independent())), "alone");
        assertThat(report.structure().graph()).isNull();
        assertThat(report.sentences()).anyMatch(sentence -> sentence.contains("no two tasks are related"));
        assertThat(report.methods().get(0).training().history()).isEmpty();
    }
}
