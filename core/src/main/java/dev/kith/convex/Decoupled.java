package dev.kith.convex;

import dev.kith.convex.proof.Prover;
import dev.kith.convex.solver.Certificate;
import dev.kith.convex.solver.Monitor;
import dev.kith.convex.solver.Scaled;
import dev.kith.convex.solver.Solution;
import dev.kith.data.Dataset;
import dev.kith.data.SparseInputs;
import dev.kith.kernel.Approximation;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.model.FitReport;
import dev.kith.model.Workspace;
import dev.kith.numeric.Concurrent;
import dev.kith.structure.Structure;
import dev.kith.structure.matrix.DenseTasks;
import dev.kith.structure.matrix.TaskMatrix;
import dev.kith.structure.penalty.Definition;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Fits with a known structure that ties tasks within groups only (every task alone, groups, a graph in pieces): the objective
 * is a sum of one problem per group, each far smaller, as kernels cost the cube of their inputs. They are solved and proven
 * one by one, several at a time; their certificates add up.
 */
final class Decoupled {
    /** A model keeps all inputs, which predictions pay for: with more, landmarks are the better model. */
    private static final int MOST_INPUTS = 15_000;

    private static final long MOST_COEFFICIENTS = 50_000_000;
    /** Parts must cost less than this share of the whole to be worth it. */
    private static final double WORTH = 0.5;

    private final ConvexTrainer trainer;
    private final Structure structure;
    private final TaskMatrix a;
    private final Scaled scaled;
    private final boolean proving;
    private final List<Part> parts;

    /**
     * Some tasks and their data, tasks counted from 0.
     *
     * @param rows the inputs of all that are theirs
     */
    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    private record Part(int[] tasks, int[] rows, Scaled scaled, Workspace workspace) {}

    /** What the parts of a data set depend on beside the scaled data. */
    private record Key(List<List<Integer>> groups, Object labels) {}

    private record Parts(List<Part> parts) {}

    /** Tasks with a matrix A of their own, a block of the whole as it is defined. */
    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    private record Known(TaskMatrix a, Optional<Definition> whole, int[] tasks) implements Structure {
        @Override
        public String name() {
            return "part";
        }

        @Override
        public Map<String, String> parameters() {
            return Map.of();
        }

        @Override
        public Matrix matrix(List<String> names) {
            return a.dense();
        }

        @Override
        public TaskMatrix taskMatrix(List<String> names) {
            return a;
        }

        @Override
        public Definition definition(List<String> names) {
            return whole.map(all -> new Definition(
                            TaskParts.of(all.hi(), tasks),
                            TaskParts.of(all.lo(), tasks),
                            all.error(),
                            all.least(),
                            all.inverse()))
                    .orElseGet(() -> Definition.of(a.dense()));
        }
    }

    private Decoupled(ConvexTrainer trainer, Structure structure, Scaled scaled, boolean proving, List<Part> parts) {
        this.trainer = trainer;
        this.structure = structure;
        a = structure.taskMatrix(scaled.raw().tasks());
        this.scaled = scaled;
        this.proving = proving;
        this.parts = parts;
    }

    /** Empty where tasks are all tied, or taking them apart gains nothing. */
    static Optional<Decoupled> of(ConvexTrainer trainer, Workspace workspace, Scaled scaled) {
        Dataset data = scaled.raw();
        if (!suits(trainer, data) || !(trainer.relation() instanceof Structure structure)) {
            return Optional.empty();
        }
        List<List<Integer>> groups = TaskParts.of(structure, data.tasks());
        if (!worth(groups, data)) {
            return Optional.empty();
        }
        // Losses that read labels alike share scaled data, and so do parts of them.
        Parts found = workspace.reuse(
                new Key(groups, scaled),
                Parts.class,
                () -> new Parts(TaskParts.split(trainer.losses().labelled(workspace.data()), scaled, groups).stream()
                        .map(split -> new Part(
                                split.tasks(),
                                split.rows(),
                                split.scaled(),
                                workspace.proving() ? new Workspace(split.raw()) : Workspace.forTrials(split.raw())))
                        .toList()));
        return Optional.of(new Decoupled(trainer, structure, scaled, workspace.proving(), found.parts));
    }

    /** Whether it is a kernel, on long data or what is nearly that; or sparse rows with more features than a part has. */
    private static boolean suits(ConvexTrainer trainer, Dataset data) {
        int n = data.inputs().rows();
        boolean kind = trainer.kernel() instanceof Linear
                ? data.inputs() instanceof SparseInputs
                        && data.inputs().features().size() > n
                : (long) n * data.taskCount() <= MOST_COEFFICIENTS && n <= MOST_INPUTS;
        boolean free = trainer.approximation().kind() == Approximation.Kind.AUTO
                || trainer.approximation().kind() == Approximation.Kind.NONE;
        return kind && free && !trainer.relation().pooling() && data.size() < 2L * n;
    }

    private static boolean worth(List<List<Integer>> groups, Dataset data) {
        int[] count = data.countPerTask();
        double total = 0;
        double largest = 0;
        for (List<Integer> group : groups) {
            double size = group.stream().mapToDouble(t -> count[t]).sum();
            total += Math.pow(size, 3);
            largest = Math.max(largest, size);
        }
        return groups.size() > 1 && total < WORTH * Math.pow(data.size(), 3) && largest <= Approximation.MOST_INPUTS;
    }

    Prover.Proven solve(Monitor monitor) {
        Prover.Proven[] found = new Prover.Proven[parts.size()];
        // A is known to more digits than it has as numbers only where it is numbers
        Optional<Definition> whole = a instanceof DenseTasks
                ? Optional.of(structure.definition(scaled.raw().tasks()))
                : Optional.empty();
        Concurrent.forEach(parts.size(), k -> found[k] = solve(parts.get(k), whole));
        boolean linear = trainer.kernel() instanceof Linear;
        int height = linear
                ? scaled.raw().inputs().features().size()
                : scaled.raw().inputs().rows();
        int tasks = a.size();
        Matrix weights = Matrix.zeros(height, tasks);
        Matrix saved = Matrix.zeros(height, tasks);
        Matrix intercept = Matrix.zeros(1, tasks);
        double[] b = new double[tasks];
        for (int k = 0; k < found.length; k++) {
            Part part = parts.get(k);
            int[] at = linear ? IntStream.range(0, height).toArray() : part.rows;
            Solution.Weights own = found[k].solution().weights();
            copy(own.coefficients(), weights, at, part.tasks);
            copy(found[k].saved().coefficients(), saved, at, part.tasks);
            for (int t = 0; t < part.tasks.length; t++) {
                b[part.tasks[t]] = own.b()[t];
                intercept.set(0, part.tasks[t], found[k].saved().intercept().get(0, t));
            }
        }
        return new Prover.Proven(
                whole(new Solution.Weights(weights, b), found, monitor), new Scaled.Saved(saved, intercept));
    }

    private static void copy(Matrix from, Matrix to, int[] rows, int[] tasks) {
        for (int i = 0; i < rows.length; i++) {
            for (int t = 0; t < tasks.length; t++) {
                to.set(rows[i], tasks[t], from.get(i, t));
            }
        }
    }

    private Prover.Proven solve(Part part, Optional<Definition> whole) {
        ConvexTrainer own = new ConvexTrainer(
                trainer.losses(),
                trainer.kernel(),
                new Known(a.part(part.tasks), whole, part.tasks),
                trainer.lambda(),
                trainer.training(),
                trainer.solver(),
                trainer.barrier(),
                trainer.approximation());
        return own.solve(
                part.workspace, part.workspace.data(), part.scaled, new Monitor(trainer.training(), step -> {}));
    }

    private Solution whole(Solution.Weights weights, Prover.Proven[] found, Monitor monitor) {
        double primal = 0;
        double dual = 0;
        double smallest = 0;
        int iterations = 0;
        boolean interrupted = false;
        for (Prover.Proven part : found) {
            Solution solution = part.solution();
            primal += solution.certificate().primal();
            dual += solution.certificate().dual();
            smallest += solution.certificate().smallest();
            iterations = Math.max(iterations, solution.iterations());
            interrupted |= solution.status() == FitReport.Status.INTERRUPTED;
        }
        if (proving) {
            // The sums themselves are rounded: outwards.
            double off = found.length * Math.ulp(1.0);
            primal += off * Math.abs(primal);
            dual -= off
                    * Arrays.stream(found)
                            .mapToDouble(part ->
                                    Math.abs(part.solution().certificate().dual()))
                            .sum();
        }
        Certificate certificate = new Certificate(primal, dual, smallest);
        monitor.ended(iterations, certificate);
        return new Solution(
                weights,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(a),
                certificate,
                iterations,
                interrupted && monitor.status() != FitReport.Status.CONVERGED
                        ? FitReport.Status.INTERRUPTED
                        : monitor.status(),
                monitor.history());
    }
}
