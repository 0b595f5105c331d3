package dev.kith.spark;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/** A standalone cluster on loopback: a master and two workers of one core each, processes of their own, from Maven's jars alone. */
final class Cluster implements AutoCloseable {
    private static final String HOST = "127.0.0.1";

    private final Path home;
    private final int port;
    private final List<Process> processes = new ArrayList<>();

    Cluster(Path dir) throws IOException {
        home = Files.createDirectories(dir.resolve("spark-home"));
        Path jars = Files.createDirectories(home.resolve("jars"));
        for (String jar : entries(true)) {
            Files.createSymbolicLink(jars.resolve(Path.of(jar).getFileName()), Path.of(jar));
        }
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        start("master", "master.Master", "--port", Integer.toString(port));
        for (String name : List.of("one", "two")) {
            Path work = Files.createDirectories(dir.resolve("work-" + name));
            start("worker-" + name, "worker.Worker", "-c", "1", "-m", "1g", "-d", work.toString(), master());
        }
    }

    String master() {
        return "spark://" + HOST + ":" + port;
    }

    private void start(String log, String program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-Dspark.master.rest.enabled=false",
                "-cp",
                home.resolve("jars") + File.separator + "*",
                "org.apache.spark.deploy." + program,
                "--host",
                HOST,
                "--webui-port",
                "0"));
        command.addAll(Arrays.asList(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(home.resolve(log + ".log").toFile());
        builder.environment().put("SPARK_HOME", home.toString());
        builder.environment().put("SPARK_SCALA_VERSION", "2.13");
        builder.environment().put("SPARK_LOCAL_IP", HOST);
        processes.add(builder.start());
    }

    /** What a user hands to Spark ({@code spark.jars}): Kith and what it needs; its class directories become jars. */
    static String ownJars(Path dir) throws IOException {
        List<String> own = new ArrayList<>();
        for (String entry : entries(false)) {
            Path path = Path.of(entry);
            own.add(Files.isDirectory(path) ? jar(path, dir.resolve("classes-" + own.size() + ".jar")) : entry);
        }
        return String.join(",", own);
    }

    private static String jar(Path classes, Path file) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(file));
                Stream<Path> all = Files.walk(classes)) {
            for (Path one : all.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new JarEntry(classes.relativize(one).toString().replace(File.separatorChar, '/')));
                Files.copy(one, out);
                out.closeEntry();
            }
        }
        return file.toString();
    }

    /** Jars of the class path that are Spark's, or what is Kith's and its dependencies'. */
    private static List<String> entries(boolean sparks) {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> !entry.isEmpty() && Files.exists(Path.of(entry)))
                .filter(entry -> !entry.matches(".*(junit|surefire|opentest4j|assertj)[^/\\\\]*\\.jar"))
                .filter(entry -> sparks
                        != (Files.isDirectory(Path.of(entry))
                                || entry.matches(".*(kith-|fastcsv|jspecify|tools.jackson)[^\\\\]*\\.jar")))
                .filter(entry -> !sparks || !Files.isDirectory(Path.of(entry)))
                .toList();
    }

    @Override
    public void close() {
        for (int i = processes.size() - 1; i >= 0; i--) {
            processes.get(i).destroy();
        }
        for (Process process : processes) {
            try {
                process.waitFor();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
