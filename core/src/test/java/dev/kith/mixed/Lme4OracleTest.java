package dev.kith.mixed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Dataset;
import dev.kith.data.Roles;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.data.table.Tables;
import dev.kith.model.Fit;
import dev.kith.model.FitReport.Status;
import dev.kith.model.LinearModel;
import dev.kith.model.Training;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The estimates of lme4, by lme4_oracle.R beside the figures, which names the versions. */
class Lme4OracleTest {
    /** lme4's own stopping rule leaves about this in variances. */
    private static final double TOLERANCE = 1e-4;

    private static final double CRITERION = 1e-6;

    @TempDir
    Path directory;

    /** Of {@code singular} lme4 says that it is singular, and {@code nothing} has no variance between tasks: ranks are exact. */
    @ParameterizedTest
    @CsvSource({
        "full,y,x1,full,2",
        "intercept,y,none,full,1",
        "diagonal,y,x1,diagonal,2",
        "three,y,'x1,x2',full,3",
        "singular,z,x2,full,1",
        "nothing,e,none,full,0"
    })
    void simulatedTasks(String name, String target, String random, String covariance, String rank) throws IOException {
        Path table = directory.resolve("tasks.csv");
        Files.writeString(table, text("tasks.csv"));
        Dataset data =
                Tables.read(table).dataset(Roles.task("task").target(target).features(List.of("x1", "x2", "a")));
        LinearModel model = check(name, data, random, covariance);
        assertThat(model.info().parameters().get("rank")).isEqualTo(rank);
    }

    @ParameterizedTest
    @CsvSource({
        "sleepstudy,Subject,Reaction,Days",
        "oxboys,Subject,height,age",
        "exam,school,normexam,'schavg,standLRT'"
    })
    void tablesOfOthers(String name, String task, String target, String features) throws IOException {
        String folder = System.getenv("KITH_DATA");
        Path table = Path.of(folder == null ? "absent" : folder, "rivals", name + ".csv.gz");
        Assumptions.assumeTrue(Files.isRegularFile(table), "no rivals/" + name + ".csv.gz in KITH_DATA");
        List<String> columns = List.of(features.split(",", -1));
        Dataset data =
                Tables.read(table).dataset(Roles.task(task).target(target).features(columns));
        check(name, data, columns.get(columns.size() - 1), "full");
    }

    private static LinearModel check(String name, Dataset data, String random, String covariance) throws IOException {
        Training training = Training.defaults().withScaling(false, TargetScale.NONE);
        Fit<LinearModel> fit =
                new MixedTrainer(Slopes.parse(random), Covariance.parse(covariance), training).train(data);
        assertThat(fit.report().status()).isEqualTo(Status.CONVERGED);
        assertThat(fit.report().gap()).isNaN();
        LinearModel.Effects found = fit.model().effects().orElseThrow();
        double[] expected = figures(name);
        int p = found.fixed().cols();
        int q = found.varying().size();
        assertThat(expected).hasSize(2 + 2 * p + q * q);
        assertThat(fit.report().objective()).isLessThanOrEqualTo(expected[0] + CRITERION);
        assertThat(found.residual()).isCloseTo(expected[1], within(TOLERANCE * expected[1]));
        for (int i = 0; i < p; i++) {
            double error = expected[2 + p + i];
            assertThat(found.errors().get(0, i)).isCloseTo(error, within(TOLERANCE * error));
            assertThat(found.fixed().get(0, i)).isCloseTo(expected[2 + i], within(TOLERANCE * error));
        }
        for (int i = 0; i < q; i++) {
            for (int j = 0; j < q; j++) {
                double size = Math.sqrt(variance(expected, p, q, i) * variance(expected, p, q, j));
                assertThat(found.covariance().get(i, j))
                        .isCloseTo(expected[2 + 2 * p + i * q + j], within(TOLERANCE * size));
            }
        }
        return fit.model();
    }

    private static double variance(double[] expected, int p, int q, int i) {
        return expected[2 + 2 * p + i * q + i];
    }

    private static double[] figures(String name) throws IOException {
        return text("lme4_oracle.txt")
                .lines()
                .filter(line -> line.startsWith(name + " "))
                .map(line -> Arrays.stream(line.substring(name.length() + 1).split(" ", -1))
                        .mapToDouble(Double::parseDouble)
                        .toArray())
                .findFirst()
                .orElseThrow();
    }

    private static String text(String resource) throws IOException {
        try (InputStream in = Objects.requireNonNull(Lme4OracleTest.class.getResourceAsStream(resource))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
