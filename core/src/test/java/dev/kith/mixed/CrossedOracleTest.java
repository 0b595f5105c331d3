package dev.kith.mixed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Dataset;
import dev.kith.data.Roles;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.data.table.Tables;
import dev.kith.linalg.Matrix;
import dev.kith.model.Fit;
import dev.kith.model.FitReport.Status;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.Training;
import dev.kith.model.grouping.Grouping;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Scanner;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The estimates of lme4 where tasks are crossed or nested, by lme4_crossed.R beside the figures, which names the versions. */
class CrossedOracleTest {
    /** lme4's own stopping rule leaves about this in variances. */
    private static final double TOLERANCE = 1e-4;

    private static final double CRITERION = 1e-6;

    @TempDir
    Path directory;

    /** Ranks are exact: of {@code singular} lme4 says that it is. */
    @ParameterizedTest
    @CsvSource({
        "intercepts,crossed,y,'x1,x2',none,'1,1'",
        "slopes,crossed,y,'x1,x2',x1,'2,1'",
        "both,crossed,y,'x1,x2','x1,product:x2','2,2'",
        "three,crossed,y,'x1,x2',x1,'2,1,1'",
        "nested,crossed,z,'x1,x2',none,'1,1'",
        "singular,crossed,e,'x1,x2',none,'1,0'",
        "assay,assay,y,,none,'1,1'"
    })
    void simulatedTables(String name, String table, String target, String features, String random, String rank)
            throws IOException {
        Path file = directory.resolve(table + ".csv");
        Files.writeString(file, text(table + ".csv"));
        Model model = check(name, file, target, features, random);
        assertThat(model.info().parameters().get("rank")).isEqualTo(rank);
    }

    @ParameterizedTest
    @CsvSource({"penicillin,penicillin,diameter,", "insteval,insteval,y,service", "insteval-dept,insteval,y,service"})
    void tablesOfOthers(String name, String table, String target, String features) throws IOException {
        String folder = System.getenv("KITH_DATA");
        Path file = Path.of(folder == null ? "absent" : folder, "rivals", table + ".csv.gz");
        Assumptions.assumeTrue(
                Files.isRegularFile(file), "no rivals/" + table + ".csv.gz in KITH_DATA: lme4_crossed.R writes it");
        check(name, file, target, features, "none");
    }

    private static Model check(String name, Path file, String target, String features, String random)
            throws IOException {
        Expected expected = Expected.of(name);
        List<String> tasks = expected.groupings.stream().map(Expected.Own::name).toList();
        Roles roles = Roles.task(tasks.get(0), tasks.subList(1, tasks.size()).toArray(String[]::new))
                .target(target);
        Dataset data = Tables.read(file).dataset(features == null ? roles : roles.features(features.split(",", -1)));
        Training training = Training.defaults().withScaling(false, TargetScale.NONE);
        Fit<Model> fit = new CrossedTrainer(Slopes.parse(random), Covariance.full(), training).train(data);
        assertThat(fit.report().status()).isEqualTo(Status.CONVERGED);
        assertThat(fit.report().gap()).isNaN();
        assertThat(fit.report().objective()).isLessThanOrEqualTo(expected.criterion + CRITERION);
        LinearModel.Crossed model = (LinearModel.Crossed) fit.model();
        LinearModel.Effects found = model.tasks().effects().orElseThrow();
        assertThat(found.residual()).isCloseTo(expected.residual, within(TOLERANCE * expected.residual));
        assertThat(found.fixed().cols()).isEqualTo(expected.fixed.length);
        for (int i = 0; i < expected.fixed.length; i++) {
            double error = expected.errors[i];
            assertThat(found.errors().get(0, i)).isCloseTo(error, within(TOLERANCE * error));
            assertThat(found.fixed().get(0, i)).isCloseTo(expected.fixed[i], within(TOLERANCE * error));
        }
        checkCovariance(found.covariance(), expected.groupings.get(0).covariance);
        for (int g = 1; g < tasks.size(); g++) {
            Grouping grouping = model.further().get(g - 1);
            assertThat(grouping.name()).isEqualTo(tasks.get(g));
            checkCovariance(grouping.covariance(), expected.groupings.get(g).covariance);
        }
        return model;
    }

    private static void checkCovariance(Matrix found, Matrix expected) {
        assertThat(found.rows()).isEqualTo(expected.rows());
        for (int i = 0; i < found.rows(); i++) {
            for (int j = 0; j < found.cols(); j++) {
                double size = Math.sqrt(expected.get(i, i) * expected.get(j, j));
                assertThat(found.get(i, j)).isCloseTo(expected.get(i, j), within(TOLERANCE * size));
            }
        }
    }

    /** A line of figures. */
    @SuppressWarnings("ArrayRecordComponent") // read, never compared
    private record Expected(double criterion, double residual, double[] fixed, double[] errors, List<Own> groupings) {
        private record Own(String name, Matrix covariance) {}

        static Expected of(String name) throws IOException {
            String line = text("lme4_crossed.txt")
                    .lines()
                    .filter(one -> one.startsWith(name + " "))
                    .findFirst()
                    .orElseThrow();
            Scanner figures = new Scanner(line.substring(name.length()));
            double criterion = Double.parseDouble(figures.next());
            double residual = Double.parseDouble(figures.next());
            int p = figures.nextInt();
            double[] fixed = numbers(figures, p);
            double[] errors = numbers(figures, p);
            List<Own> groupings = new ArrayList<>();
            while (figures.hasNext()) {
                String grouping = figures.next();
                int q = figures.nextInt();
                groupings.add(new Own(grouping, Matrix.wrap(q, q, numbers(figures, q * q))));
            }
            return new Expected(criterion, residual, fixed, errors, groupings);
        }

        private static double[] numbers(Scanner figures, int count) {
            double[] numbers = new double[count];
            for (int i = 0; i < count; i++) {
                numbers[i] = Double.parseDouble(figures.next());
            }
            return numbers;
        }
    }

    private static String text(String resource) throws IOException {
        try (InputStream in = Objects.requireNonNull(CrossedOracleTest.class.getResourceAsStream(resource))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
