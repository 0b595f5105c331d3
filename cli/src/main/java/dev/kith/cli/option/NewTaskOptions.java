package dev.kith.cli.option;

import dev.kith.cli.terminal.UsageException;
import dev.kith.data.Dataset;
import dev.kith.method.Method;
import dev.kith.score.Measure;
import dev.kith.select.unseen.NewTasks;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whether whole tasks are held out as well. */
public final class NewTaskOptions {
    private static final String USUAL = "0,5,20";

    @Option(
            names = "--new-tasks",
            paramLabel = "N1,N2,...",
            arity = "0..1",
            fallbackValue = USUAL,
            description =
                    "Also hold whole tasks out: how well is a task predicted that nobody has seen, from so many of its rows"
                            + " (default " + USUAL + ")? Beside learning it alone from them.")
    private @Nullable String known;

    public boolean wanted() {
        return known != null;
    }

    /** The numbers of known rows. */
    public int[] rows() {
        String text = known == null ? USUAL : known;
        try {
            int[] rows = Arrays.stream(text.split(",", -1))
                    .mapToInt(n -> Integer.parseInt(n.trim()))
                    .toArray();
            if (Arrays.stream(rows).allMatch(n -> n >= 0)) {
                return rows;
            }
        } catch (NumberFormatException none) {
            // said below
        }
        throw new UsageException("--new-tasks must be whole numbers >= 0 such as " + USUAL + ", got '" + text + "'");
    }

    /** The tests that were asked for; what cannot be tested is said before anything is trained. */
    public Optional<NewTasks> tests(
            Dataset data,
            List<Method> methods,
            TrainingOptions training,
            boolean kernel,
            Optional<Measure> measure,
            Map<String, String> given) {
        if (known == null) {
            return Optional.empty();
        }
        NewTasks tests = NewTasks.on(data)
                .methods(methods.stream().map(Method::name).toList())
                .rows(rows())
                .folds(training.folds(true))
                .seed(training.seed())
                .losses(training.losses(methods.get(0), data))
                .search((method, search) -> {
                    search.training(usual -> training.training(usual).withThreads(1))
                            .approximation(training.approximation())
                            .folds(training.folds(true));
                    if (kernel) {
                        search.kernel(training.kernel());
                    }
                    given.forEach((name, value) -> {
                        if (method.has(name)) {
                            search.set(name, value);
                        }
                    });
                    training.lambda().ifPresent(lambda -> {
                        if (method.can(dev.kith.method.Capability.LAMBDA)) {
                            search.lambda(lambda);
                        }
                    });
                });
        measure.ifPresent(tests::measure);
        tests.check();
        return Optional.of(tests);
    }
}
