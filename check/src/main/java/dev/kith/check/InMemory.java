package dev.kith.check;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.SparseInputs;
import dev.kith.file.ModelFile;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import dev.kith.model.Fit;
import dev.kith.model.Model;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;

/** The public trainers on data in memory, the model through its file. */
record InMemory() implements Path {
    @Override
    public String name() {
        return "memory";
    }

    @Override
    public boolean suits(Problem problem) {
        return true;
    }

    @Override
    public Reported fit(Problem problem) throws IOException {
        return saved(problem, dataset(problem));
    }

    /** What the fit to these data claims and saves. */
    static Reported saved(Problem problem, Dataset data) throws IOException {
        Fit<? extends Model> fit = problem.method().trainer(problem).train(data, step -> {});
        java.nio.file.Path file = Files.createTempFile("check", ".kith");
        try {
            ModelFile.write(fit.model(), file);
            return new Reported(
                    fit.report().status(),
                    fit.report().objective(),
                    fit.report().gap(),
                    ModelFile.read(file));
        } finally {
            Files.deleteIfExists(file);
        }
    }

    static Dataset dataset(Problem problem) {
        return Dataset.of(
                inputs(problem),
                problem.taskNames(),
                problem.row().clone(),
                problem.task().clone(),
                problem.label().clone(),
                problem.weight().clone(),
                problem.loss().classification() ? List.of("no", "yes") : null);
    }

    private static Inputs inputs(Problem problem) {
        if (!problem.sparse()) {
            return DenseInputs.of(Matrix.of(problem.x()));
        }
        int d = problem.features();
        int[] starts = new int[problem.x().length + 1];
        int[] indices = new int[problem.x().length * d];
        double[] values = new double[indices.length];
        int size = 0;
        for (int i = 0; i < problem.x().length; i++) {
            for (int j = 0; j < d; j++) {
                if (problem.x()[i][j] != 0) {
                    indices[size] = j;
                    values[size++] = problem.x()[i][j];
                }
            }
            starts[i + 1] = size;
        }
        SparseRows rows = new SparseRows(d, starts, Arrays.copyOf(indices, size), Arrays.copyOf(values, size));
        return new SparseInputs(rows, DenseInputs.of(Matrix.of(problem.x())).features());
    }
}
