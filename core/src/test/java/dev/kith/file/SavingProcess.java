package dev.kith.file;

import dev.kith.file.disk.AtomicFile;
import dev.kith.file.disk.Temporaries;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Another Java process that saves to a file and can be killed at it. */
public final class SavingProcess implements AutoCloseable {
    private final Process process;
    private final BufferedReader output;

    /** @param how {@code half}: stops in the middle of one save; {@code loop}: saves models without end;
     *     {@code abandon}: removes its temporary files in the middle of a save, and tries to go on */
    public SavingProcess(String how, Path file) throws IOException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        process = new ProcessBuilder(
                        java.toString(),
                        "-Xmx256m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SavingProcess.class.getName(),
                        how,
                        file.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    public void awaitLines(int count) throws IOException {
        for (int k = 0; k < count; k++) {
            if (output.readLine() == null) {
                throw new AssertionError("the saving process ended by itself");
            }
        }
    }

    /** As kill -9 does. */
    public void kill() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
        kill();
    }

    public static void main(String[] args) throws IOException {
        Path file = Path.of(args[1]);
        if (args[0].equals("half")) {
            AtomicFile.write(file, channel -> {
                channel.write(ByteBuffer.wrap(new byte[1000]));
                System.out.println("half");
                System.in.read();
            });
        }
        if (args[0].equals("abandon")) {
            AtomicFile.write(file, channel -> {
                channel.write(ByteBuffer.wrap(new byte[1000]));
                Temporaries.abandon();
                Thread other = new Thread(() -> writeQuietly(file));
                other.start();
                while (other.getState() != Thread.State.WAITING) {
                    Thread.onSpinWait();
                }
                System.out.println("abandoned");
            });
        }
        for (long k = 0; args[0].equals("loop"); k++) {
            ModelFile.write(new Examples(k).linear(400, 100, false), file);
            System.out.println("saved");
        }
    }

    private static void writeQuietly(Path file) {
        try {
            AtomicFile.write(file, channel -> channel.write(ByteBuffer.wrap(new byte[1])));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
