package dev.kith.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Kith in a process of its own, as a shell starts it; never outlives its test. */
final class KithProcess implements AutoCloseable {
    /** Far more than anything here takes; a process that needs it hangs. */
    private static final long PATIENCE_SECONDS = 120;

    private final Process process;
    private final StringWriter err = new StringWriter();
    private final Thread reader;

    private KithProcess(ProcessBuilder builder) throws IOException {
        process = builder.start();
        reader = new Thread(this::readErrors);
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * @param java options for Java
     * @param redirection what the shell does with its files, such as {@code >/dev/full}; may be empty
     */
    static KithProcess start(List<String> java, String redirection, Object... args) throws IOException {
        return new KithProcess(builder(java, redirection, args));
    }

    /** Made but not started, so that its environment and directory can be changed. */
    static KithProcess start(ProcessBuilder builder) throws IOException {
        return new KithProcess(builder);
    }

    static ProcessBuilder builder(List<String> java, String redirection, Object... args) {
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", "exec \"$@\" " + redirection, "sh"));
        if (resetsSignals()) {
            command.addAll(List.of("env", "--default-signal=INT,TERM"));
        }
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:-UsePerfData", "-Dkith.progress=true"));
        if (Runtime.version().feature() >= 22) {
            command.add("--enable-native-access=ALL-UNNAMED"); // as the launcher does
        }
        command.addAll(java);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
        for (Object arg : args) {
            command.add(arg.toString());
        }
        return new ProcessBuilder(command);
    }

    /** A process in the background of a script ignores SIGINT, and hands that on to its children. */
    private static boolean resetsSignals() {
        try {
            return new ProcessBuilder("env", "--default-signal=INT,TERM", "true")
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException | InterruptedException e) {
            return false;
        }
    }

    private void readErrors() {
        byte[] buffer = new byte[1 << 12];
        try (InputStream in = process.getErrorStream()) {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                err.append(new String(buffer, 0, count, StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            err.append(e.toString());
        }
    }

    /** Waits until standard error has this text, which shows where the process is. */
    KithProcess awaitError(String text) throws InterruptedException {
        for (int k = 0; k < PATIENCE_SECONDS * 100; k++) {
            if (err.toString().contains(text)) {
                return this;
            }
            if (!process.isAlive()) {
                throw new AssertionError("ended with " + process.exitValue() + " before '" + text + "': " + err);
            }
            Thread.sleep(10);
        }
        throw new AssertionError("never said '" + text + "': " + err);
    }

    /** @param name such as {@code TERM} */
    KithProcess signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("/bin/sh", "-c", "kill -" + name + " " + process.pid())
                .start()
                .waitFor();
        return this;
    }

    OutputStream in() {
        return process.getOutputStream();
    }

    InputStream out() {
        return process.getInputStream();
    }

    /** Reads all of its output and waits for its end; as shells do, a signal counts from 128. */
    Run ended() throws IOException, InterruptedException {
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Run(exitCode(), out, err.toString());
    }

    int exitCode() throws InterruptedException {
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("did not end: " + err);
        }
        reader.join();
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
