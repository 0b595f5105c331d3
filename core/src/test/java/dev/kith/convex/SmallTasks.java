package dev.kith.convex;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.model.Fit;
import dev.kith.model.Model;
import dev.kith.model.Training;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import dev.kith.structure.penalty.Barrier;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** Three tasks of three features, in losses.csv, with the relations and the lambda that the scripts beside it have. */
public final class SmallTasks {
    public static final Training UNSCALED = Training.defaults().withScaling(false, TargetScale.NONE);

    private SmallTasks() {}

    public static Relation relation(String name) {
        return switch (name) {
            case "mtfl" -> Relations.schatten(1);
            case "okl" -> Relations.schatten(2);
            case "schatten" -> Relations.schatten(1.5);
            case "mtrl" -> Relations.traceConstrained();
            case "cluster" -> Relations.clustered(2, 1, 1, 10);
            case "sparse" -> Relations.sparse(0.5, 0.01);
            case "wide barrier" -> Relations.sparse(0.5, 1);
            default -> throw new AssertionError(name);
        };
    }

    public static double lambda(String relation) {
        return relation.equals("mtrl") ? 0.0002 : 0.005;
    }

    public static Fit<Model> fit(Loss loss, String relation, Solver solver, Training training, Barrier barrier)
            throws IOException {
        return new ConvexTrainer(loss, new Linear(), relation(relation), lambda(relation), training)
                .withSolver(solver)
                .withBarrier(barrier)
                .train(data(loss));
    }

    public static Dataset data(Loss loss) throws IOException {
        List<String[]> rows = lines("losses.csv").stream()
                .skip(1)
                .map(line -> line.split(",", -1))
                .toList();
        Matrix x = Matrix.zeros(rows.size(), 3);
        double[] labels = new double[rows.size()];
        int[] task = new int[rows.size()];
        int column = loss.classification() ? 5 : loss.name().equals("poisson") ? 6 : 4;
        for (int i = 0; i < labels.length; i++) {
            for (int j = 0; j < 3; j++) {
                x.set(i, j, Double.parseDouble(rows.get(i)[1 + j]));
            }
            labels[i] = Double.parseDouble(rows.get(i)[column]);
            task[i] = "abc".indexOf(rows.get(i)[0]);
        }
        return Dataset.ofLong(DenseInputs.of(x), List.of("a", "b", "c"), task, labels);
    }

    public static List<String> lines(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(SmallTasks.class.getResourceAsStream(name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }
}
