package dev.kith.cli.option;

import dev.kith.cli.terminal.UsageException;
import dev.kith.data.Roles;
import dev.kith.model.Model;
import dev.kith.select.fresh.ModelScore;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where labelled rows have tasks and labels, if not where the model was trained with them. */
public final class LabelOptions {
    @Option(
            names = "--task",
            paramLabel = "COL",
            description = "The column of DATA that names a row's task. Default: as in training.")
    private @Nullable String task;

    @Option(
            names = "--target",
            paramLabel = "COL",
            description = "The column of DATA with the label. Default: as in training.")
    private @Nullable String target;

    @Option(
            names = "--targets",
            paramLabel = "C1,C2,...",
            split = ",",
            hideParamSyntax = true,
            description = "Wide DATA: one label column for each task. Default: as in training.")
    private List<String> targets = List.of();

    @Option(names = "--weight", paramLabel = "COL", description = "A column of weights, numbers >= 0.")
    private @Nullable String weight;

    /** The column that names tasks; null where the model says. */
    public @Nullable String task() {
        return task;
    }

    /** What was said, or what the model says. */
    public Roles roles(Model model) {
        Roles roles = labels(model);
        return weight == null ? roles : roles.weight(weight);
    }

    private Roles labels(Model model) {
        if (!targets.isEmpty()) {
            return Roles.targets(targets);
        }
        if ((task == null) != (target == null)) {
            throw new UsageException("--task and --target go together");
        }
        return task != null && target != null ? Roles.task(task).target(target) : ModelScore.labels(model);
    }
}
