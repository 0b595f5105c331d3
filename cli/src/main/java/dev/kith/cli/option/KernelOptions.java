package dev.kith.cli.option;

import dev.kith.cli.terminal.Reads;
import dev.kith.cli.terminal.UsageException;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.Roles;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Kernels;
import dev.kith.kernel.Linear;
import dev.kith.kernel.Precomputed;
import dev.kith.text.Words;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The kernel of a fit. */
public final class KernelOptions {
    private static final String LINEAR = "linear";

    @Option(
            names = "--kernel",
            paramLabel = "KERNEL|FILE",
            description = Kernels.SYNTAX + " | precomputed:FILE[@COLUMN] (your own Gram matrix of the rows: CSV with a"
                    + " header line; line k is row k of DATA, or with @COLUMN the first column and the header of FILE name"
                    + " rows as that column of DATA does). Default linear. Method constrained: also a file with lines task,kernel.")
    @Reads
    private List<String> kernels = List.of();

    private @Nullable Kernel parsed;

    /** As it was written. */
    String text() {
        return kernels.isEmpty() ? LINEAR : kernels.get(0);
    }

    /** The file that names a kernel for each task, where one was given. */
    Optional<String> eachTask() {
        return kernels.size() == 1 && Files.isRegularFile(Path.of(kernels.get(0))) ? Optional.of(kernels.get(0)) : Optional.empty();
    }

    /** The kernel, a given matrix read once; the linear one where a file names one for each task. */
    Kernel kernel() {
        if (eachTask().isPresent()) {
            return new Linear();
        }
        if (kernels.size() > 1) {
            throw new UsageException("--kernel must be given once, got " + String.join(", ", kernels));
        }
        if (parsed == null) {
            parsed = gram().map(file -> (Kernel) file.read()).orElseGet(() -> Kernels.parse(text()));
        }
        return parsed;
    }

    private Optional<GramArgument> gram() {
        return GramArgument.of(text());
    }

    /** The part that a column of names, or the order of rows, plays for a given matrix. */
    Roles inputs(Roles others) {
        return gram().map(file -> {
                    if (!others.columns(Roles.Part.STRINGS).isEmpty()) {
                        throw new UsageException("--strings is for string kernels; name the rows of a Gram matrix by"
                                + " --kernel precomputed:FILE@COLUMN");
                    }
                    return others.strings(file.column().orElse(Roles.ROW_NUMBER));
                })
                .orElse(others);
    }

    /** Refuses a matrix over rows by order that has more or fewer of them than the data. */
    void requireRows(Dataset data) {
        if (gram().isPresent()
                && gram().get().column().isEmpty()
                && kernel() instanceof Precomputed gram
                && gram.matrix().rows() != data.source().read()) {
            throw GramArgument.unequal(
                    text(), gram, data.source().name(), data.source().read());
        }
    }

    /** What {@code precomputed:FILE[@COLUMN]} says. */
    public record GramArgument(Path file, Optional<String> column) {
        private static final String START = Precomputed.SPEC + ":";

        /** Empty for other kernels. */
        public static Optional<GramArgument> of(String text) {
            if (!text.startsWith(START)) {
                return Optional.empty();
            }
            String rest = text.substring(START.length());
            int at = rest.lastIndexOf('@');
            if (rest.isEmpty() || at == 0 || at == rest.length() - 1) {
                throw new UsageException("--kernel precomputed:FILE[@COLUMN] needs a file, got '" + text + "'");
            }
            return Optional.of(
                    at < 0
                            ? new GramArgument(Path.of(rest), Optional.empty())
                            : new GramArgument(Path.of(rest.substring(0, at)), Optional.of(rest.substring(at + 1))));
        }

        Precomputed read() {
            return Kernels.gram(file, column.isPresent());
        }

        static DataException unequal(String option, Precomputed gram, String data, long rows) {
            return new DataException("--kernel " + option + ": has "
                    + Words.count(gram.matrix().rows(), "row") + ", " + data + " has " + Words.count(rows, "row")
                    + "; rows go by their order, so their numbers must be equal (name rows by"
                    + " precomputed:FILE@COLUMN to have others in between)");
        }
    }
}
