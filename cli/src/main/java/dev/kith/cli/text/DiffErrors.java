package dev.kith.cli.text;

import dev.kith.cli.terminal.Reads;
import dev.kith.cli.terminal.UsageException;
import dev.kith.data.Format;
import dev.kith.data.Roles;
import dev.kith.data.table.Table;
import dev.kith.data.table.Tables;
import dev.kith.model.Model;
import dev.kith.select.ErrorDiff;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Labelled rows on which two models are measured. */
public final class DiffErrors {
    @Option(
            names = "--data",
            paramLabel = "DATA",
            description =
                    "Labelled rows to compare errors on: CSV, TSV or LIBSVM. Rows of tasks a model does not have do"
                            + " not count for it.")
    @Reads
    private @Nullable Path data;

    @Option(names = "--task", paramLabel = "COL", description = "The column of DATA that names a row's task.")
    private @Nullable String task;

    @Option(names = "--target", paramLabel = "COL", description = "The column of DATA with the label.")
    private @Nullable String target;

    @Option(
            names = "--targets",
            paramLabel = "C1,C2,...",
            split = ",",
            hideParamSyntax = true,
            description = "Wide DATA: one label column for each task.")
    private List<String> targets = List.of();

    public boolean wanted() {
        return data != null;
    }

    public ErrorDiff measure(Model before, Model after) {
        Table table = Tables.read(Objects.requireNonNull(data));
        return ErrorDiff.of(before, after, table, roles(table.format()));
    }

    private Roles roles(Format format) {
        if (!targets.isEmpty()) {
            return Roles.targets(targets);
        }
        if (task != null && target != null) {
            return Roles.task(task).target(target);
        }
        if (task == null && target == null && format == Format.LIBSVM) {
            return Roles.none();
        }
        throw new UsageException("--data needs --task COL --target COL, or --targets C1,C2,... for wide data");
    }
}
