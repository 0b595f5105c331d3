package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.file.ModelFile;
import dev.kith.model.KernelSumModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several kernels with a learned structure each, from the table to intervals. */
class StructurePerKernelTest {
    private static final Object[] KERNELS = {"--kernel", "gaussian:1@age", "--kernel", "spectrum:1@word"};

    @TempDir
    private Path dir;

    private Path data;

    /** Tasks a and b are alike in age and opposite in the word, c the other way round. */
    @BeforeEach
    void simulate() throws IOException {
        Random random = new Random(5);
        StringBuilder csv = new StringBuilder("age,word,a,b,c\n");
        for (int i = 0; i < 40; i++) {
            double age = random.nextGaussian();
            boolean long_ = random.nextBoolean();
            double bent = Math.sin(2 * age);
            double word = long_ ? 1 : -1;
            csv.append(age).append(long_ ? ",AACA" : ",GTGT");
            csv.append(',').append(bent + word + 0.1 * random.nextGaussian());
            csv.append(',').append(i % 5 == 0 ? "" : bent - word + 0.1 * random.nextGaussian());
            csv.append(',').append(word - bent + 0.1 * random.nextGaussian()).append('\n');
        }
        data = Files.writeString(dir.resolve("d.csv"), csv);
    }

    private Run fit(String method, Object... more) {
        List<Object> args = new ArrayList<>(List.of("fit", data, "--targets", "a,b,c", "--method", method));
        args.addAll(List.of("-o", dir.resolve("m.kith")));
        args.addAll(Arrays.asList(more));
        return kith(args.toArray());
    }

    private static Object[] with(Object[] args, Object... more) {
        Object[] all = Arrays.copyOf(args, args.length + more.length);
        System.arraycopy(more, 0, all, args.length, more.length);
        return all;
    }

    @Test
    void eachKernelSaysWhichTasksAreAlike() throws IOException {
        Run run = fit("okl", with(KERNELS, "--structures", "each", "--lambda", 0.01, "--calibrate"));
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("Converged");
        KernelSumModel model = (KernelSumModel) ModelFile.read(dir.resolve("m.kith"));
        assertThat(model.structures().get(0).entry(0, 1)).isPositive();
        assertThat(model.structures().get(0).entry(0, 2)).isNegative();
        assertThat(model.structures().get(1).entry(0, 1)).isNegative();
        assertThat(model.structures().get(1).entry(0, 2)).isPositive();
        String shown = kith("show", dir.resolve("m.kith")).out();
        assertThat(shown)
                .containsPattern("kernel +gaussian:1.0@age, \\d+% of what predictions vary by:\nalike +a ~ b")
                .containsPattern("kernel +spectrum:1@word, \\d+% of what predictions vary by:\nalike +a ~ c")
                .contains("together  what all kernels say", "structures each");
        assertThat(kith("show", dir.resolve("m.kith"), "--json").out())
                .contains(
                        "\"structures\":[{\"kernel\":\"gaussian:1.0@age\",\"matrix\":[[",
                        "\"gap\":",
                        "\"viewWeights\":");

        Run predicted = kith("predict", dir.resolve("m.kith"), data, "--interval", 0.9, "--interval-by", "gp");
        assertThat(predicted.err()).isEqualTo("Intervals: 90% by the Gaussian-process view.\n");
        assertThat(predicted.out().lines().findFirst()).contains("a,a:low,a:high,b,b:low,b:high,c,c:low,c:high");
        assertThat(predicted.out().lines().count()).isEqualTo(41);
    }

    /** Where tasks differ by kernel, one structure for the sum cannot say so. */
    @Test
    void lambdaIsChosenAndComparisonsTakeIt() {
        Run run = fit("mtfl", with(KERNELS, "--structures", "each", "--folds", 3));
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("lambda", "Converged");
        List<Object> args = new ArrayList<>(List.of("compare", data, "--targets", "a,b,c", "--methods", "stl,mtfl"));
        args.addAll(Arrays.asList(KERNELS));
        args.addAll(
                List.of("--structures", "each", "--folds", 3, "--safe", "--save", "best", "-o", dir.resolve("c.kith")));
        Run compared = kith(args.toArray());
        assertThat(compared.err()).isEmpty();
        assertThat(compared.out()).contains("mtfl");
    }

    @Test
    void mistakesAreNamed() {
        assertThat(fit("mtfl", with(KERNELS, "--structures", "both")).err())
                .contains("--structures must be one or each, got 'both'");
        assertThat(fit("mtfl", "--kernel", "gaussian:1@age", "--structures", "each")
                        .err())
                .contains("--structures each needs several kernels (--kernel several times), got gaussian:1.0");
        assertThat(fit("mtfl", with(KERNELS, "--structures", "each", "--solver", "alternating"))
                        .err())
                .contains("--structures each is solved by proximal steps, not by alternation");
        assertThat(fit("mtfl", with(KERNELS, "--structures", "each", "--approximate", "leverage:10"))
                        .err())
                .contains("--structures each takes kernels as they are, got approximation 'leverage:10'");
        assertThat(fit("mean", with(KERNELS, "--structures", "each")).err())
                .contains("--structures is not used by method 'mean'");
        assertThat(fit("mtfl", with(KERNELS, "--structures", "each", "--keep-moments"))
                        .err())
                .contains("--keep-moments is for linear models with the squared loss");
    }
}
