package dev.kith.cli;

import dev.kith.linalg.LinearAlgebra;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The program's version and what it runs on. */
final class Version implements IVersionProvider {
    /** As in the pom, {@code 0.1.0-SNAPSHOT}. */
    static String number() {
        Properties properties = new Properties();
        try (InputStream in = Objects.requireNonNull(
                Version.class.getResourceAsStream("version.properties"), "version.properties is missing")) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version", "unknown");
    }

    @Override
    public String[] getVersion() {
        return new String[] {
            "kith " + number(),
            "linear algebra: " + LinearAlgebra.best().name(),
            "java: " + Runtime.version() + " (" + System.getProperty("java.vm.name") + ", "
                    + System.getProperty("os.name") + " " + System.getProperty("os.arch") + ")"
        };
    }
}
