package dev.kith.mkl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.ascent.Duals;
import dev.kith.ascent.LpNorm;
import dev.kith.ascent.Units;
import dev.kith.ascent.node.ExplicitAscent;
import dev.kith.ascent.node.NodeWeights;
import dev.kith.ascent.node.RowPieces;
import dev.kith.ascent.node.TaskBlocks;
import dev.kith.data.Dataset;
import dev.kith.data.FileInputs;
import dev.kith.data.Roles;
import dev.kith.data.SparseInputs;
import dev.kith.data.table.Tables;
import dev.kith.kernel.FeatureMap;
import dev.kith.kernel.map.ColumnViews;
import dev.kith.linalg.SparseRows;
import dev.kith.loss.Losses;
import dev.kith.model.Training.Weighting;
import dev.kith.structure.TaskKernel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows sorted on disk in many runs, and tasks cut into many pieces. */
class StoredBlocksTest {
    private static final int FEATURES = 300;

    /** Bytes of runs and pieces: some twenty rows. */
    private static final long BUFFER = 2000;

    @TempDir
    Path directory;

    private Path file() throws IOException {
        SplittableRandom random = new SplittableRandom(3);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 700; i++) {
            // Task t0 is large, t3 has one row, the last has none with entries.
            int task = i == 5 ? 3 : i % 10 == 0 ? 1 + i / 10 % 2 : 0;
            StringBuilder line =
                    new StringBuilder(i % 3 == 0 ? "1" : "-1").append(" qid:t").append(task);
            for (int j = 1 + random.nextInt(40); j <= FEATURES; j += 1 + random.nextInt(80)) {
                line.append(' ').append(j).append(':').append(random.nextInt(1, 9) / 4.0);
            }
            lines.add(line.toString());
        }
        lines.add("1 qid:empty");
        return Files.write(directory.resolve("data.svm"), lines);
    }

    private static FeatureMap twoViews(int features) {
        List<Integer> low = new ArrayList<>();
        List<Integer> high = new ArrayList<>();
        for (int j = 0; j < features; j++) {
            (j < features / 3 ? low : high).add(j);
        }
        return ColumnViews.of(features, List.of("low", "high"), List.of(low, high));
    }

    @Test
    void everyRowIsWhereItWouldBeInMemory() throws IOException {
        Dataset data = Tables.read(file()).datasetOnFile(Roles.none());
        FileInputs inputs = (FileInputs) data.inputs();
        FeatureMap map = twoViews(inputs.features().size());
        MklProblem problem = new MklProblem(data, data.taskCount(), false, 1, Weighting.OBSERVATION, 1);
        SparseRows x = map.rows(inputs.load());
        TaskBlocks whole = TaskBlocks.of(x, map.starts(), problem.taskStart, problem.inputOf, 0);
        try (TaskBlocks cut =
                new StoredBlocks(problem, map, directory, BUFFER).build(inputs, batch -> batch, Long.MAX_VALUE)) {
            assertThat(cut.pieceStart.length).isGreaterThan(20);
            assertThat(cut.columns).isDeepEqualTo(whole.columns);
            assertThat(cut.norms).isEqualTo(whole.norms);
            assertThat(cut.fileBytes()).isPositive();
            RowPieces.Reader reader = cut.reader();
            for (int t = 0; t < cut.tasks(); t++) {
                for (int p = cut.taskPiece[t]; p < cut.taskPiece[t + 1]; p++) {
                    for (int i = cut.pieceStart[p]; i < cut.pieceStart[p + 1]; i++) {
                        for (int v = 0; v < 2; v++) {
                            double[] here = new double[cut.columns[t].length];
                            double[] there = new double[here.length];
                            reader.read(p).addInto(here, i - cut.pieceStart[p], v, 1);
                            whole.reader().read(t).addInto(there, i - cut.taskStart[t], v, 1);
                            assertThat(here).isEqualTo(there);
                        }
                    }
                }
            }
        }
    }

    @Test
    void piecesOnDiskLearnWhatPiecesInMemoryLearnBitForBit() throws IOException {
        Dataset data = Tables.read(file()).datasetOnFile(Roles.none());
        double[] disk = duals(data, false);
        assertThat(duals(data, true)).isEqualTo(disk);
        assertThat(Arrays.stream(disk).anyMatch(s -> s != 0)).isTrue();
    }

    private double[] duals(Dataset data, boolean load) {
        FileInputs inputs = (FileInputs) data.inputs();
        FeatureMap map = twoViews(inputs.features().size());
        MklProblem problem = new MklProblem(data, data.taskCount(), false, 1, Weighting.OBSERVATION, 1);
        try (TaskBlocks blocks =
                new StoredBlocks(problem, map, directory, BUFFER).build(inputs, batch -> batch, Long.MAX_VALUE)) {
            if (load) {
                blocks.load();
                assertThat(blocks.fileBytes()).isZero();
            }
            List<NodeWeights.Component> components = new ArrayList<>();
            for (int v = 0; v < 2; v++) {
                components.add(new NodeWeights.Component(v, TaskKernel.shared(data.taskCount())));
                components.add(new NodeWeights.Component(v, TaskKernel.own(data.taskCount())));
            }
            Duals duals = problem.duals(Losses.hinge(), true);
            try (ExplicitAscent ascent = new ExplicitAscent(blocks, components, duals, 1)) {
                MklSolver.Solution solution = new MklSolver(ascent, duals, new LpNorm(2), components.size())
                        .solve(Units.plain(data.taskCount()), 1e-4, 10_000, 1, step -> {});
                assertThat(solution.report.gap()).isLessThan(1e-4);
            }
            return duals.s;
        }
    }

    @Test
    void inputsLeftInTheFileAreTheRowsReadIntoMemory() throws IOException {
        Path file = file();
        SparseInputs whole =
                (SparseInputs) Tables.read(file).dataset(Roles.none()).inputs();
        FileInputs left =
                (FileInputs) Tables.read(file).datasetOnFile(Roles.none()).inputs();
        assertThat(left.load()).isEqualTo(whole);
        assertThat(left.bytes()).isEqualTo(12L * whole.values().nonZeros() + 4L * whole.rows());
        int[] some = {3, 4, 100};
        assertThat(left.select(some)).isInstanceOf(FileInputs.class);
        assertThat(((FileInputs) left.select(some)).load()).isEqualTo(whole.select(some));
        assertThat(left.select(7, 2, 7)).isEqualTo(whole.select(7, 2, 7));
    }
}
