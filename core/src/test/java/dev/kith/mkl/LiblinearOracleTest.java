package dev.kith.mkl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Dataset;
import dev.kith.data.Roles;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.data.table.Tables;
import dev.kith.loss.Losses;
import dev.kith.model.Training;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Objective values of LIBLINEAR 2.3.0 (Debian's liblinear-tools); liblinear.sh beside the data makes them again. */
class LiblinearOracleTest {
    private static Path resource(String name) throws URISyntaxException {
        return Path.of(Objects.requireNonNull(LiblinearOracleTest.class.getResource(name))
                .toURI());
    }

    @Test
    void objectivesAgreePooledAndAugmented() throws IOException, URISyntaxException {
        Dataset data = Tables.read(resource("liblinear.svm")).dataset(Roles.none());
        Training plain = MklTrainer.DEFAULT_TRAINING
                .withIntercept(false)
                .withScaling(false, TargetScale.NONE)
                .withStopping(1e-8, 100_000);
        int compared = 0;
        for (String line : Files.readAllLines(resource("liblinear.txt"))) {
            String[] fields = line.split(" ", -1);
            MklTrainer trainer = new MklTrainer(
                    "vanilla",
                    fields[0].equals("3") ? Losses.hinge() : Losses.logistic(),
                    Views.all(),
                    fields[1].equals("plain") ? TaskKernels.union() : TaskKernels.sharedAndOwn(),
                    Double.POSITIVE_INFINITY,
                    Double.parseDouble(fields[2]),
                    plain,
                    MklOptions.defaults().withNormalizeViews(false));
            double expected = -Double.parseDouble(fields[3]);
            // LIBLINEAR prints six decimals.
            assertThat(trainer.train(data).report().objective()).as(line).isCloseTo(expected, within(2e-6));
            compared++;
        }
        assertThat(compared).isEqualTo(8);
    }
}
