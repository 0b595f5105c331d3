package dev.kith.mkl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.FileInputs;
import dev.kith.data.Roles;
import dev.kith.data.table.Table;
import dev.kith.data.table.Tables;
import dev.kith.kernel.Kernels;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.model.Fit;
import dev.kith.model.FitReport;
import dev.kith.model.NodeModel;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Fits of data left in their file are those of the same data in memory, bit for bit. */
class FileFitTest {
    @TempDir
    Path directory;

    private Path temporary;

    @BeforeEach
    void makeDirectoryForTemporaryFiles() throws IOException {
        temporary = Files.createDirectory(directory.resolve("temporary"));
    }

    /** Kinds of files. */
    enum Kind {
        LIBSVM,
        DENSE,
        WIDE,
        STRINGS
    }

    private Path write(Kind kind, int rows) throws IOException {
        SplittableRandom random = new SplittableRandom(7);
        List<String> lines = new ArrayList<>();
        lines.add(
                switch (kind) {
                    case LIBSVM -> "# tasks in no order";
                    case DENSE -> "task,y,x1,x2,x3,colour";
                    case WIDE -> "y1,y2,x1,x2,x3";
                    case STRINGS -> "task,y,word";
                });
        for (int i = 0; i < rows; i++) {
            int task = random.nextInt(4);
            double x = random.nextInt(100) / 10.0;
            double z = random.nextInt(100) / 10.0;
            double y = x - z + task;
            int sign = y + random.nextInt(3) > 2 ? 1 : -1;
            lines.add(
                    switch (kind) {
                        case LIBSVM -> sign + " qid:t" + task + " " + (1 + i % 3) + ":" + x + " 9:" + z + " 11:0.5";
                        case DENSE ->
                            "t" + task + "," + (i % 7 == 3 ? "" : y) + "," + x + "," + z + ",1,"
                                    + (i % 2 == 0 ? "red" : "blue");
                        case WIDE -> y + "," + (i % 3 == 0 ? "" : y + z) + "," + x + "," + z + "," + i % 5;
                        case STRINGS ->
                            "t" + task + "," + sign + "," + (x > z ? "ACGT" : "TGCA") + "ACGT".charAt(i % 4);
                    });
        }
        Path file = directory.resolve(kind == Kind.LIBSVM ? "data.svm" : "data.csv");
        return Files.write(file, lines);
    }

    private static Roles roles(Kind kind) {
        return switch (kind) {
            case LIBSVM -> Roles.none();
            case DENSE -> Roles.task("task").target("y").categorical("colour");
            case WIDE -> Roles.targets("y1", "y2");
            case STRINGS -> Roles.task("task").target("y").strings("word");
        };
    }

    private MklTrainer trainer(Kind kind, long memory) {
        Loss loss = kind == Kind.LIBSVM ? Losses.hinge() : kind == Kind.STRINGS ? Losses.logistic() : Losses.squared();
        Views views = kind == Kind.STRINGS
                ? Views.strings(Kernels.weightedDegree(2), 8, true, false)
                : kind == Kind.DENSE ? Views.byStem() : Views.all();
        MklOptions options = MklOptions.defaults().withMemory(memory).withTemporary(temporary);
        return new MklTrainer(
                "mkl", loss, views, TaskKernels.sharedAndOwn(), 2, 0.5, MklTrainer.DEFAULT_TRAINING, options);
    }

    private List<Path> leftovers() throws IOException {
        try (Stream<Path> files = Files.list(temporary)) {
            return files.toList();
        }
    }

    @ParameterizedTest
    @EnumSource
    void onDiskAndFromFileEqualInMemory(Kind kind) throws IOException {
        Table table = Tables.read(write(kind, 20_000));
        Fit<NodeModel> inMemory = trainer(kind, Long.MAX_VALUE).train(table.dataset(roles(kind)));
        Dataset onFile = table.datasetOnFile(roles(kind));
        assertThat(onFile.inputs()).isInstanceOf(FileInputs.class);
        List<MemoryPlan> plans = new ArrayList<>();
        Fit<NodeModel> loaded = trainer(kind, Long.MAX_VALUE).train(onFile, step -> {}, plans::add);
        Fit<NodeModel> stored = trainer(kind, plans.get(0).total() - 1).train(onFile, step -> {}, plans::add);
        assertThat(plans.get(0).data()).isPositive();
        assertThat(plans.get(0).disk()).isZero();
        assertThat(plans.get(1).data()).isZero();
        assertThat(plans.get(1).disk()).isPositive();
        assertThat(plans.get(1).toString()).contains("; data kept on disk: ");
        for (Fit<NodeModel> fit : List.of(loaded, stored)) {
            assertThat(fit.report().objective()).isEqualTo(inMemory.report().objective());
            assertThat(fit.model().weights()).isEqualTo(inMemory.model().weights());
            assertThat(fit.model().intercepts()).isEqualTo(inMemory.model().intercepts());
            assertThat(fit.model().info().features())
                    .isEqualTo(inMemory.model().info().features());
        }
        assertThat(leftovers()).isEmpty();
    }

    @Test
    void interruptedFitOfDataOnDiskIsProvenAsFarAsItCame() throws IOException {
        Dataset onFile = Tables.read(write(Kind.LIBSVM, 20_000)).datasetOnFile(Roles.none());
        List<MemoryPlan> plans = new ArrayList<>();
        trainer(Kind.LIBSVM, Long.MAX_VALUE).train(onFile, step -> {}, plans::add);
        Fit<NodeModel> fit = trainer(Kind.LIBSVM, plans.get(0).total() - 1)
                .train(onFile, step -> Thread.currentThread().interrupt(), plans::add);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(plans.get(1).disk()).isPositive();
        assertThat(fit.report().status()).isEqualTo(FitReport.Status.INTERRUPTED);
        assertThat(fit.report().iterations()).isEqualTo(1);
        assertThat(fit.report().gap()).isBetween(1e-3, 1.0);
        assertThat(leftovers()).isEmpty();
    }

    @Test
    void tooLittleMemoryEvenWithTheDataOnDiskIsRefusedWithTheSizeNeeded() throws IOException {
        Dataset data = Tables.read(write(Kind.LIBSVM, 600)).datasetOnFile(Roles.none());
        assertThatThrownBy(() -> trainer(Kind.LIBSVM, 20_000).train(data))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageMatching(
                        "memory must be at least [0-9.]+ KB for this fit, even with the data on disk \\(rows"
                                + " .*, node weights .*, model .*\\), got 19.5 KB; allow more, hash to fewer columns, or use fewer"
                                + " task nodes");
        assertThat(leftovers()).isEmpty();
    }

    @Test
    void fullDiskIsSaidWithTheSizeNeeded() throws IOException {
        Dataset data = Tables.read(write(Kind.LIBSVM, 3000)).datasetOnFile(Roles.none());
        Configuration small =
                Configuration.unix().toBuilder().setMaxSize(100_000).build();
        try (FileSystem disk = Jimfs.newFileSystem(small)) {
            temporary = Files.createDirectory(disk.getPath("/scratch"));
            assertThatThrownBy(() -> trainer(Kind.LIBSVM, 1_000_000).train(data))
                    .isInstanceOf(DataException.class)
                    .hasMessageMatching(
                            "/scratch: cannot keep the data there: .*; about 2[0-9]{2}\\.[0-9] KB are needed and .*"
                                    + " are free; set TMPDIR to a directory with more room, or allow more memory");
            assertThat(leftovers()).isEmpty();
        }
    }

    @Test
    void changedFileIsRefused() throws IOException {
        Path file = write(Kind.LIBSVM, 50);
        Dataset data = Tables.read(file).datasetOnFile(Roles.none());
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        lines.set(7, lines.get(7).replace("11:0.5", "11:0.6"));
        Files.write(file, lines);
        assertThatThrownBy(() -> trainer(Kind.LIBSVM, Long.MAX_VALUE).train(data))
                .isInstanceOf(DataException.class)
                .hasMessage("data.svm: has changed since it was first read; start again");
        assertThat(leftovers()).isEmpty();
    }
}
