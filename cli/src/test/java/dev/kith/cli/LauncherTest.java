package dev.kith.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code kith}, with a finished build beside it and a Java that prints what it was given. */
class LauncherTest {
    private static final String JAVA = """
            #!/bin/sh
            printf 'characters %s\\n' "${LC_ALL:-unset}"
            printf '<%s>\\n' "$@"
            cat
            for a; do case $a in -XX:Archive* | -XX:AOTCacheOutput*)
                printf '<%s>\\n' "$@" >"${a#*=}"
                for last; do :; done; [ -d "$last" ] && : >"$last/left" ;;
            esac; done
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path directory;

    private Path home() {
        return directory.resolve("kith home");
    }

    @BeforeEach
    void install() throws IOException {
        Path script = Path.of("..", "kith");
        assumeTrue(Files.exists(script) && Files.isExecutable(Path.of("/bin/sh")));
        Files.createDirectory(home());
        Files.copy(script, home().resolve("kith"), StandardCopyOption.COPY_ATTRIBUTES);
        Files.writeString(home().resolve("pom.xml"), "");
        Path lib = Files.createDirectories(home().resolve(".kith-build/app.1/lib"));
        Path jar = Files.writeString(lib.resolve("kith.jar"), "");
        Path current = Files.writeString(home().resolve(".kith-build/current"), "app.1\n");
        Path stamp = Files.writeString(home().resolve(".kith-build/app.1/stamp"), "");
        Files.setLastModifiedTime(stamp, FileTime.from(Instant.now().plusSeconds(3600)));
        Path bin = Files.createDirectories(directory.resolve("java/bin"));
        Files.writeString(directory.resolve("java/release"), "JAVA_VERSION=\"17.0.1\"\n");
        Path java = Files.writeString(bin.resolve("java"), JAVA);
        for (Path path : List.of(home().resolve(".kith-build"), home().resolve(".kith-build/app.1"), lib, java)) {
            mode(path, "rwxr-xr-x");
        }
        for (Path path : List.of(jar, current)) {
            mode(path, "rw-r--r--");
        }
        mode(home().resolve("kith"), "rwxr-xr-x");
    }

    private static void mode(Path file, String permissions) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }

    private Run kith(Map<String, String> environment, String redirections, String... args) throws Exception {
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", "\"$0\" \"$@\" " + redirections);
        builder.command().add(home().resolve("kith").toString());
        builder.command().addAll(List.of(args));
        List.of("LC_ALL", "LC_CTYPE", "LANG", "KITH_JAVA_OPTS").forEach(builder.environment()::remove);
        builder.environment().put("JAVA_HOME", directory.resolve("java").toString());
        builder.environment().putAll(environment);
        Path out = directory.resolve("out");
        Path err = directory.resolve("err");
        Process process = builder.redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .redirectInput(Path.of("/dev/null").toFile())
                .start();
        int code = process.waitFor();
        return new Run(code, Files.readString(out), Files.readString(err));
    }

    @Test
    void argumentsGoThrough() throws Exception {
        Run run = kith(Map.of(), "", "fit", "two words", "*", "");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("<dev.kith.cli.Main>\n<fit>\n<two words>\n<*>\n<>\n");
    }

    @Test
    void theLocaleOfNobodyBecomesOneWithAllCharacters() throws Exception {
        List<Map<String, String>> poor = List.of(Map.of(), Map.of("LC_ALL", "C"), Map.of("LANG", "POSIX"));
        for (Map<String, String> environment : poor) {
            assertThat(kith(environment, "").out()).matches("(?s)characters (C|en_US).UTF-8\n.*");
        }
        assertThat(kith(Map.of("LC_ALL", "C.UTF-8"), "").out()).startsWith("characters C.UTF-8\n");
    }

    @Test
    void aClosedStandardInputIsSaidToBeClosed() throws Exception {
        Run closed = kith(Map.of(), "<&-", "stream", "-");
        assertThat(closed.code()).as(closed.err()).isZero();
        assertThat(closed.out()).contains("<-Dkith.input=closed>");
        assertThat(closed.err()).isEmpty();
        assertThat(kith(Map.of(), "</dev/null", "stream", "-").out()).doesNotContain("kith.input");
        assertThat(kith(Map.of(), "</dev/null | cat", "stream", "-").out()).doesNotContain("kith.input");
    }

    @Test
    void aBuildOthersCanWriteToIsNotRun() throws Exception {
        for (String path : List.of(".kith-build", ".kith-build/app.1", ".kith-build/app.1/lib")) {
            for (String open : List.of("rwxrwxr-x", "rwxr-xrwx")) {
                mode(home().resolve(path), open);
                Run run = kith(Map.of(), "", "--version");
                assertThat(run.code()).as(path + " " + open).isEqualTo(1);
                assertThat(run.out()).isEmpty();
                assertThat(run.err())
                        .contains("others can write to the build in ")
                        .contains("d" + open);
            }
            mode(home().resolve(path), "rwxr-xr-x");
        }
        mode(home().resolve(".kith-build/app.1/lib/kith.jar"), "rw-rw-rw-");
        assertThat(kith(Map.of(), "", "--version").err()).contains("others can write to the build in ");
    }

    @Test
    void aBuildOfSomebodyElseIsNotRun() throws Exception {
        Path build = home().resolve(".kith-build");
        assumeTrue((int) Files.getAttribute(build, "unix:uid") == 0, "only the administrator can give files away");
        Files.setAttribute(build, "unix:uid", 12345);
        Run run = kith(Map.of(), "", "--version");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("belongs to another user (12345)");
    }

    /** What later starts go by is recorded by small fits and predictions, once, and leaves nothing else behind. */
    @Test
    void aRehearsalIsRecordedOnce() throws Exception {
        for (String version : List.of("17.0.1", "25.0.1")) {
            boolean late = version.startsWith("25");
            Files.writeString(directory.resolve("java/release"), "JAVA_VERSION=\"" + version + "\"\n");
            Run first = kith(Map.of(), "", "fit");
            assertThat(first.code()).as(first.err()).isZero();
            Path app = home().resolve(".kith-build/app.1");
            List<Path> records;
            try (java.util.stream.Stream<Path> files = Files.list(app)) {
                records = files.filter(file -> file.toString().contains("java-"))
                        .filter(file -> file.toString().endsWith(late ? ".aot" : ".jsa")
                                || file.toString().contains("work"))
                        .toList();
            }
            assertThat(records).hasSize(1);
            String record = records.get(0).toString();
            assertThat(record).endsWith(late ? ".aot" : ".jsa");
            assertThat(Files.readString(records.get(0))).contains("<dev.kith.cli.Rehearsal>");
            String use = late ? "<-XX:AOTCache=" : "<-XX:SharedArchiveFile=";
            assertThat(first.out()).contains(use + record + ">");
            FileTime made = Files.getLastModifiedTime(records.get(0));
            assertThat(kith(Map.of(), "", "fit").out()).contains(use + record + ">");
            assertThat(Files.getLastModifiedTime(records.get(0))).isEqualTo(made);
        }
    }

    @Test
    void shortWorkIsNotCompiledTwice() throws Exception {
        String once = "<-XX:TieredStopAtLevel=1>";
        Path small = Files.writeString(directory.resolve("small file"), "x");
        Path large = Files.write(directory.resolve("large"), new byte[5_000_000]);
        for (List<String> args : List.of(
                List.of("show", "m"),
                List.of("--version"),
                List.of("fit", "--help"),
                List.of("predict", "no such file", small.toString()))) {
            assertThat(kith(Map.of(), "", args.toArray(String[]::new)).out()).contains(once);
        }
        for (List<String> args : List.of(
                List.of("fit", small.toString()),
                List.of("stream", "-"),
                List.of("predict", small.toString(), large.toString()))) {
            assertThat(kith(Map.of(), "", args.toArray(String[]::new)).out()).doesNotContain(once);
        }
    }
}
