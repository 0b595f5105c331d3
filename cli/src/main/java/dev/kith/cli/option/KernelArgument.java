package dev.kith.cli.option;

import dev.kith.cli.terminal.UsageException;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Kernels;
import dev.kith.kernel.Precomputed;
import dev.kith.kernel.StringKernel;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What {@code KERNEL[@C1,C2,...]} says, a matrix read. */
record KernelArgument(Kernel kernel, List<String> columns) {
    private static final String GRAM = Precomputed.SPEC + ":";

    static KernelArgument of(String text) {
        int at = text.lastIndexOf('@');
        String kernel = at < 0 ? text : text.substring(0, at);
        List<String> columns =
                at < 0 ? List.of() : List.of(text.substring(at + 1).split(",", -1));
        if (columns.contains("")) {
            throw new UsageException("--kernel KERNEL@C1,C2,... needs names of columns, got '" + text + "'");
        }
        Optional<Path> file = gramFile(text);
        KernelArgument argument = new KernelArgument(
                file.isPresent() ? Kernels.gram(file.get(), at >= 0) : Kernels.parse(kernel), columns);
        if (argument.ofText() && columns.size() > 1) {
            throw new UsageException("--kernel " + kernel + "@COLUMN looks at one column, got '" + text + "'");
        }
        return argument;
    }

    /** The file of {@code precomputed:FILE[@COLUMN]}; empty for other kernels. */
    static Optional<Path> gramFile(String text) {
        if (!text.startsWith(GRAM)) {
            return Optional.empty();
        }
        int at = text.lastIndexOf('@');
        String file = text.substring(GRAM.length(), at < 0 ? text.length() : at);
        if (file.isEmpty()) {
            throw new UsageException("--kernel precomputed:FILE[@COLUMN] needs a file, got '" + text + "'");
        }
        return Optional.of(Path.of(file));
    }

    boolean gram() {
        return kernel instanceof Precomputed;
    }

    /** Whether it looks at a text column. */
    boolean ofText() {
        return gram() || kernel instanceof StringKernel;
    }
}
