package dev.kith.cli.option;

import dev.kith.cli.terminal.Reads;
import dev.kith.cli.terminal.UsageException;
import dev.kith.data.Roles;
import dev.kith.data.Rows;
import dev.kith.file.ModelFile;
import dev.kith.kernel.Kernels;
import dev.kith.kernel.Precomputed;
import dev.kith.model.Model;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Values of kernels that were given as matrices, for new rows. */
public final class GramOptions {
    @Option(
            names = "--kernel",
            paramLabel = "precomputed:FILE",
            description =
                    "For a model trained on a Gram matrix: its values between the rows of DATA (lines) and the rows"
                            + " it was trained on (columns), CSV with a header line. Rows and columns go by order, or by name if the"
                            + " model was trained with a column of names. Once for each Gram matrix of the fit, in their order.")
    @Reads
    private List<String> given = List.of();

    private final List<Precomputed> values = new ArrayList<>();

    /** The model with what was given. */
    public ModelFile.Content on(ModelFile.Content content) {
        Model model = content.model();
        List<String> keys = model.gramKeys();
        if (keys.isEmpty() && !given.isEmpty()) {
            throw new UsageException("--kernel is for models trained on a Gram matrix, this one has kernel '"
                    + model.info().kernel() + "'");
        }
        if (given.size() != keys.size()) {
            throw new UsageException(
                    "the model was trained on " + (keys.size() == 1 ? "a Gram matrix" : keys.size() + " Gram matrices")
                            + ": predictions need values between the new rows and the training rows,"
                            + " --kernel precomputed:FILE for each matrix; got " + given.size());
        }
        for (int k = 0; k < given.size(); k++) {
            String text = given.get(k);
            Path file = KernelArgument.gramFile(text)
                    .orElseThrow(() -> new UsageException("--kernel must be precomputed:FILE, got '" + text + "'"));
            values.add(Kernels.gramBetween(file, !keys.get(k).equals(Roles.ROW_NUMBER)));
        }
        return new ModelFile.Content(
                model.withGram(values), content.uncertainty(), content.stability(), content.moments());
    }

    /** Refuses values of rows by order that are of more or fewer rows than there are. */
    public void requireRows(Model model, Rows rows) {
        for (int k = 0; k < values.size(); k++) {
            if (model.gramKeys().get(k).equals(Roles.ROW_NUMBER)
                    && values.get(k).matrix().rows() != rows.inputs().rows()) {
                throw KernelOptions.unequal(
                        given.get(k),
                        values.get(k),
                        rows.source().name(),
                        rows.inputs().rows());
            }
        }
    }
}
