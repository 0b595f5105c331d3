package dev.kith.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import dev.kith.checks.Attack;
import dev.kith.file.codec.TensorFile;
import dev.kith.file.disk.AtomicFile;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AtomicFileTest {
    private static final byte[] OLD = {1, 2, 3};
    private static final byte[] NEW = {4, 5, 6, 7};

    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void writeOld() throws IOException {
        file = directory.resolve("model.kith");
        Files.write(file, OLD);
    }

    private static AtomicFile.Content content(byte[] bytes) {
        return channel -> {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
        };
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void contentIsReplaced() throws IOException {
        AtomicFile.write(file, content(NEW));
        assertThat(file).hasBinaryContent(NEW);
        assertThat(names()).containsExactly("model.kith");
    }

    @ParameterizedTest
    @EnumSource(FaultyDisk.Call.class)
    void anErrorAtAnyCallLeavesTheOldFileAndNothingElse(FaultyDisk.Call call) throws IOException {
        assertThatThrownBy(() -> AtomicFile.write(file, content(NEW), new FaultyDisk(call, 2)))
                .isInstanceOf(IOException.class);
        assertThat(file).hasBinaryContent(OLD);
        assertThat(names()).containsExactly("model.kith");
    }

    @Tag(Attack.FUZZ)
    @Test
    void aDiskFullAtAnyByteLeavesTheOldFileAndNothingElse() throws IOException {
        TensorFile model = ModelFile.encode(new Examples(5).linear(2, 2, true));
        int size = ModelFileTest.bytes(new Examples(5).linear(2, 2, true)).length;
        for (int room = 0; room < size; room++) {
            FaultyDisk disk = new FaultyDisk(FaultyDisk.Call.WRITE, room);
            assertThatThrownBy(() -> AtomicFile.write(file, model::write, disk))
                    .hasMessage(file + ": No space left on device");
            assertThat(file).hasBinaryContent(OLD);
        }
        assertThat(names()).containsExactly("model.kith");
        AtomicFile.write(file, model::write, new FaultyDisk(FaultyDisk.Call.WRITE, size));
        assertThat(ModelFile.read(file)).isEqualTo(new Examples(5).linear(2, 2, true));
    }

    @Test
    void aProcessAboutToEndLeavesNoTemporaryFileAndMakesNoOther() throws IOException {
        try (SavingProcess other = new SavingProcess("abandon", file)) {
            other.awaitLines(1);
            assertThat(file).hasBinaryContent(OLD);
            assertThat(names()).containsExactly("model.kith");
        }
    }

    @Test
    void contentThatThrowsLeavesTheOldFileAndNothingElse() throws IOException {
        assertThatThrownBy(() -> AtomicFile.write(file, channel -> {
                    throw new IllegalStateException("no");
                }))
                .hasMessage("no");
        assertThat(file).hasBinaryContent(OLD);
        assertThat(names()).containsExactly("model.kith");
    }

    @Test
    void aLinkIsFollowedAlsoWhereItsTargetIsNotThereYet() throws IOException {
        Path inner = Files.createDirectory(directory.resolve("inner"));
        Path link = Files.createSymbolicLink(directory.resolve("link"), Path.of("inner", "real.kith"));
        Path second = Files.createSymbolicLink(directory.resolve("second"), Path.of("link"));
        AtomicFile.write(second, content(OLD));
        AtomicFile.write(link, content(NEW));
        assertThat(Files.isSymbolicLink(link)).isTrue();
        assertThat(Files.isSymbolicLink(second)).isTrue();
        assertThat(inner.resolve("real.kith")).hasBinaryContent(NEW);
        Path loop = Files.createSymbolicLink(directory.resolve("loop"), Path.of("loop"));
        assertThatThrownBy(() -> AtomicFile.write(loop, content(NEW))).isInstanceOf(FileSystemLoopException.class);
    }

    @Test
    void permissionsOfTheOldFileAreKept() throws IOException {
        assumeTrue(Files.getFileStore(directory).supportsFileAttributeView("posix"), "needs POSIX permissions");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        AtomicFile.write(file, content(NEW));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-r-----");
        Path fresh = directory.resolve("fresh");
        AtomicFile.write(fresh, content(NEW));
        Path plain = Files.write(directory.resolve("plain"), NEW);
        assertThat(Files.getPosixFilePermissions(fresh)).isEqualTo(Files.getPosixFilePermissions(plain));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));
        assumeTrue(!Files.isWritable(file), "root may write everything");
        assertThatThrownBy(() -> AtomicFile.write(file, content(OLD))).isInstanceOf(AccessDeniedException.class);
    }

    @Test
    void whatIsNotAFileIsNeverReplaced() {
        assertThatThrownBy(() -> AtomicFile.write(directory, content(NEW)))
                .isInstanceOf(FileAlreadyExistsException.class)
                .hasMessageContaining("not a regular file");
        Path device = Path.of("/dev/null");
        assumeTrue(Files.exists(device), "needs a device file");
        assertThatThrownBy(() -> AtomicFile.write(device, content(NEW))).isInstanceOf(FileAlreadyExistsException.class);
        assertThatThrownBy(() -> AtomicFile.write(directory.resolve("no").resolve("m.kith"), content(NEW)))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining("its directory does not exist; create it first");
    }

    @Test
    void otherFileSystemsWorkToo() throws IOException {
        for (Configuration configuration :
                List.of(Configuration.unix(), Configuration.windows(), Configuration.osX())) {
            try (FileSystem memory = Jimfs.newFileSystem(configuration)) {
                Path target = memory.getPath("m.kith");
                Model model = new Examples(6).linear(2, 2, true);
                ModelFile.write(model, target.toAbsolutePath());
                ModelFile.write(model, target);
                assertThat(ModelFile.read(target)).isEqualTo(model);
            }
        }
    }

    @Test
    void manyWritersAtOnceLeaveOneWholeFile() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Callable<Void>> writers = new ArrayList<>();
            for (int k = 0; k < 24; k++) {
                byte[] bytes = new byte[5000];
                java.util.Arrays.fill(bytes, (byte) k);
                writers.add(() -> {
                    AtomicFile.write(file, content(bytes));
                    return null;
                });
            }
            for (Future<Void> done : threads.invokeAll(writers)) {
                done.get();
            }
        } finally {
            threads.shutdown();
        }
        byte[] last = Files.readAllBytes(file);
        assertThat(last).hasSize(5000).containsOnly(last[0]);
        assertThat(names()).containsExactly("model.kith");
    }

    @Tag("lengthy")
    @Test
    void aKilledWritersFileGoesWithTheNextWriteALivingOnesStays() throws Exception {
        try (SavingProcess other = new SavingProcess("half", file)) {
            other.awaitLines(1);
            assertThat(names()).hasSize(2);
            assertThat(file).hasBinaryContent(OLD);
            AtomicFile.write(file, content(NEW));
            assertThat(names()).as("the other process is still writing").hasSize(2);
            other.kill();
            assertThat(names()).hasSize(2);
            AtomicFile.write(directory.resolve("another"), content(NEW));
            assertThat(names()).containsExactly("another", "model.kith");
            assertThat(file).hasBinaryContent(NEW);
        }
    }

    @Test
    @Tag("slow")
    @Tag(Attack.FUZZ)
    void killedAtAnyMomentTheFileIsWhole() throws Exception {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        ModelFile.write(new Examples(1).linear(2, 2, true), file);
        for (int k = 0; k < Attack.rounds(40); k++) {
            try (SavingProcess other = new SavingProcess("loop", file)) {
                other.awaitLines(1 + random.nextInt(4));
                Thread.sleep(0, random.nextInt(1_000_000));
            }
            assertThat(ModelFile.read(file)).isInstanceOf(LinearModel.class);
        }
        Attack.report("model files", "writers killed", Attack.rounds(40));
        ModelFile.write(new Examples(1).linear(2, 2, true), file);
        assertThat(names()).containsExactly("model.kith");
    }
}
