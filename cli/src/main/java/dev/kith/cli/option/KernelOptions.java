package dev.kith.cli.option;

import dev.kith.cli.terminal.Reads;
import dev.kith.cli.terminal.UsageException;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.Roles;
import dev.kith.data.Roles.Part;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.KernelSum;
import dev.kith.kernel.Kernels;
import dev.kith.kernel.Linear;
import dev.kith.kernel.Precomputed;
import dev.kith.text.Words;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The kernel of a fit, or several. */
public final class KernelOptions {
    @Option(
            names = "--kernel",
            paramLabel = "KERNEL|FILE",
            description = Kernels.SYNTAX
                    + " | precomputed:FILE (your own Gram matrix of the rows: CSV with a header line; line k is row k of"
                    + " DATA, or with @COLUMN the first column and the header of FILE name rows as that column of DATA"
                    + " does). KERNEL@C1,C2,... looks at these columns only, a kernel on strings at one. Given several"
                    + " times: mkl learns a weight for each kernel, other methods take their sum, or learn a structure for each"
                    + " (--structures each). Default linear."
                    + " Method constrained: also a file with lines task,kernel.")
    @Reads
    private List<String> texts = List.of();

    private List<KernelArgument> parsed = List.of();

    /** The file that names a kernel for each task, where one was given. */
    Optional<String> eachTask() {
        return texts.size() == 1 && Files.isRegularFile(Path.of(texts.get(0)))
                ? Optional.of(texts.get(0))
                : Optional.empty();
    }

    /** Empty where nothing was said, or a file names a kernel for each task. */
    private List<KernelArgument> arguments() {
        if (parsed.isEmpty() && eachTask().isEmpty()) {
            parsed = texts.stream().map(KernelArgument::of).toList();
        }
        return parsed;
    }

    /** As written. */
    String text() {
        return texts.isEmpty() ? new Linear().spec() : String.join(" + ", texts);
    }

    /** One, or the sum of several; matrices are read once. */
    Kernel kernel() {
        if (arguments().isEmpty()) {
            return new Linear();
        }
        if (arguments().size() == 1) {
            return arguments().get(0).kernel();
        }
        List<KernelSum.View> views = new ArrayList<>();
        for (KernelArgument argument : arguments()) {
            boolean numbered = argument.gram() && argument.columns().isEmpty();
            views.add(new KernelSum.View(argument.kernel(), numbered ? List.of(Roles.ROW_NUMBER) : argument.columns()));
        }
        return new KernelSum(views);
    }

    /** The parts of the columns that kernels look at. */
    Roles inputs(Roles others) {
        if (arguments().stream().anyMatch(KernelArgument::gram)
                && !others.columns(Part.STRINGS).isEmpty()) {
            throw new UsageException("--strings is for string kernels; name the rows of a Gram matrix by"
                    + " --kernel precomputed:FILE@COLUMN");
        }
        if (kernel() instanceof KernelSum sum) {
            return several(sum, others);
        }
        return arguments().isEmpty() ? others : single(arguments().get(0), others);
    }

    private static Roles single(KernelArgument argument, Roles others) {
        if (argument.gram()) {
            return others.strings(
                    argument.columns().isEmpty()
                            ? Roles.ROW_NUMBER
                            : argument.columns().get(0));
        }
        if (argument.columns().isEmpty()) {
            return others;
        }
        requireNone(Part.FEATURE, others);
        return argument.ofText()
                ? others.strings(argument.columns().get(0))
                : among(argument.columns(), others).features(argument.columns());
    }

    private static Roles several(KernelSum sum, Roles others) {
        requireNone(Part.STRINGS, others);
        List<String> texts = sum.texts();
        boolean named = sum.views().stream().noneMatch(view -> view.columns().isEmpty());
        if (!named) {
            return others.texts(texts);
        }
        requireNone(Part.FEATURE, others);
        List<String> numbers = sum.views().stream()
                .filter(view -> !view.ofText())
                .flatMap(view -> view.columns().stream())
                .distinct()
                .toList();
        return among(numbers, others)
                .features(Stream.concat(numbers.stream(), texts.stream()).toList())
                .texts(texts);
    }

    /** The same roles, if all columns that features are made of are looked at. */
    private static Roles among(List<String> columns, Roles others) {
        others.parts()
                .forEach((part, names) -> names.stream()
                        .filter(column -> part.treated() && !columns.contains(column))
                        .forEach(column -> {
                            throw new UsageException(
                                    "--" + part + " " + column + " is a column that no kernel looks at");
                        }));
        return others;
    }

    private static void requireNone(Part part, Roles others) {
        if (!others.columns(part).isEmpty()) {
            throw new UsageException("kernels name the columns they look at (KERNEL@C1,C2,...): --" + part
                    + " must not be given beside them, got " + String.join(",", others.columns(part)));
        }
    }

    /** Refuses matrices over rows by order that have more or fewer of them than the data. */
    void requireRows(Dataset data) {
        for (int k = 0; k < arguments().size(); k++) {
            KernelArgument argument = arguments().get(k);
            if (argument.columns().isEmpty()
                    && argument.kernel() instanceof Precomputed gram
                    && gram.matrix().rows() != data.source().read()) {
                throw unequal(
                        texts.get(k), gram, data.source().name(), data.source().read());
            }
        }
    }

    static DataException unequal(String option, Precomputed gram, String data, long rows) {
        return new DataException(
                "--kernel " + option + ": has " + Words.count(gram.matrix().rows(), "row") + ", "
                        + data + " has " + Words.count(rows, "row")
                        + "; rows go by their order, so their numbers must be equal (name rows by"
                        + " precomputed:FILE@COLUMN to have others in between)");
    }
}
