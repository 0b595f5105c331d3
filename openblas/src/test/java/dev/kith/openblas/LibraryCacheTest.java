package dev.kith.openblas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bytedeco.javacpp.Loader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Native libraries come from the jar, through a directory nobody else can write to, or not at all. */
class LibraryCacheTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path directory;

    @BeforeEach
    void onlyWhereFilesHaveModes() {
        assumeTrue(FileSystems.getDefault().supportedFileAttributeViews().contains("unix"));
    }

    /** What a program says that decomposes a matrix large enough for native routines. */
    private String eigen(Map<String, String> environment, String... properties) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        if (Runtime.version().feature() >= 24) {
            command.add("--enable-native-access=ALL-UNNAMED"); // or Java warns on the output that is looked at
        }
        command.addAll(List.of(properties));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), LargeEigen.class.getName()));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        List.of("KITH_CACHE", "XDG_CACHE_HOME").forEach(builder.environment()::remove);
        builder.environment().putAll(environment);
        Process process = builder.start();
        try (InputStream out = process.getInputStream()) {
            String text = new String(out.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(text).isZero();
            return text.strip();
        }
    }

    private static URL resource() {
        String entry = "org/bytedeco/openblas/" + Loader.getPlatform() + "/libopenblas.so.0";
        return Objects.requireNonNull(OpenBlas.class.getClassLoader().getResource(entry), entry);
    }

    /** Puts a file of the library's name, size and time, but of zeros, where JavaCPP would look for it. */
    private static Path plant(Path cache) throws IOException {
        JarURLConnection jar = (JarURLConnection) resource().openConnection();
        Path file = cache.resolve(Objects.requireNonNull(
                        Path.of(jar.getJarFile().getName()).getFileName(), "jar"))
                .resolve(jar.getEntryName());
        Files.createDirectories(file.getParent());
        Files.write(file, new byte[(int) jar.getJarEntry().getSize()]);
        Files.setLastModifiedTime(file, FileTime.fromMillis(jar.getJarEntry().getTime()));
        return file;
    }

    private static void mode(Path file, String permissions) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }

    @Test
    void withoutAHomeTheGuessableDirectoryIsNotUsed() throws Exception {
        Path temporary = Files.createDirectory(directory.resolve("tmp"));
        Path guessed =
                temporary.resolve(".javacpp-" + System.getProperty("user.name")).resolve("cache");
        Path planted = plant(guessed);
        String said = eigen(Map.of(), "-Duser.home=/dev/null", "-Djava.io.tmpdir=" + temporary);
        assertThat(said).startsWith("ok java (openblas").contains("openblas 0.3.31 cannot be loaded: /dev/null");
        assertThat(planted).exists();
        assertThat(guessed.resolve(".lock"))
                .as("the guessable directory was looked into")
                .doesNotExist();
    }

    @Test
    void aPrivateDirectoryIsMadeAndUsed() throws Exception {
        Path cache = directory.resolve("mine/kith");
        assertThat(eigen(Map.of("KITH_CACHE", cache.toString()))).startsWith("ok openblas 0.3.31");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(cache.resolve("native"))))
                .isEqualTo("rwx------");
        assertThat(eigen(Map.of("KITH_CACHE", cache.toString())))
                .as("again, from the files of the first run")
                .startsWith("ok openblas 0.3.31");
    }

    @Test
    void aPlantedLibraryIsRemovedBeforeLoading() throws Exception {
        Path cache = Files.createDirectory(directory.resolve("native"));
        mode(cache, "rwx------");
        Path planted = plant(cache);
        Path stray = Files.write(cache.resolve("libc.so.6"), new byte[8]);
        Path outside = Files.write(directory.resolve("evil.so"), new byte[8]);
        Path link = Files.createSymbolicLink(cache.resolve("libgomp.so.1"), outside);
        assertThat(eigen(Map.of("KITH_CACHE", directory.toString()))).startsWith("ok openblas 0.3.31");
        try (InputStream genuine = resource().openStream()) {
            assertThat(Files.readAllBytes(planted)).isEqualTo(genuine.readAllBytes());
        }
        assertThat(stray).doesNotExist();
        assertThat(link).doesNotExist();
        assertThat(outside).exists();
    }

    @Test
    void aDirectoryOthersCanWriteToIsRefused() throws Exception {
        for (String open : List.of("rwxrwx---", "rwx----w-")) {
            Path cache = Files.createDirectories(directory.resolve(open).resolve("native"));
            mode(cache, open);
            String said = eigen(Map.of("KITH_CACHE", directory.resolve(open).toString()));
            assertThat(said)
                    .startsWith("ok java (openblas")
                    .contains("openblas 0.3.31 cannot be loaded: " + cache.toRealPath()
                            + ": can be written to by others (mode");
        }
    }

    @Test
    void aDirectoryBelowOneOthersCanWriteToIsRefused() throws IOException {
        Path above = Files.createDirectory(directory.resolve("shared"));
        LibraryCache cache = new LibraryCache(above.resolve("kith/native"));
        assertThatCode(cache::directory).doesNotThrowAnyException();
        mode(above, "rwxrwxrwx");
        assertThatThrownBy(cache::directory)
                .hasMessageStartingWith(above.toRealPath() + ": can be written to by others (mode 777)");
        Files.setAttribute(above, "unix:mode", 01777);
        assertThatCode(cache::directory).as("sticky, as /tmp is").doesNotThrowAnyException();
    }

    @Test
    void aDirectoryOfSomebodyElseIsRefused() throws IOException {
        Path cache = Files.createDirectory(directory.resolve("native"));
        mode(cache, "rwx------");
        int me = (int) Files.getAttribute(cache, "unix:uid");
        assumeTrue(me == 0, "only the administrator can give files away");
        Files.setAttribute(cache, "unix:uid", 12345);
        assertThatThrownBy(new LibraryCache(cache)::directory)
                .hasMessageStartingWith(cache.toRealPath() + ": belongs to another user (12345)");
    }

    @Test
    void theUsualPlaces() {
        assertThat(LibraryCache.usual(name -> name.equals("KITH_CACHE") ? "/k" : "/x", "/home/ann"))
                .isEqualTo(Path.of("/k/native"));
        assertThat(LibraryCache.usual(name -> name.equals("KITH_CACHE") ? null : "/x", "/home/ann"))
                .isEqualTo(Path.of("/x/kith/native"));
        assertThat(LibraryCache.usual(name -> null, "/home/ann")).isEqualTo(Path.of("/home/ann/.cache/kith/native"));
    }
}
