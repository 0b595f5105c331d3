package dev.kith.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of this library, as the build wrote it. */
public final class Version {
    private Version() {}

    /** For example {@code 0.1.0}. */
    public static String current() {
        return Holder.VERSION;
    }

    private static final class Holder {
        static final String VERSION = read();

        private static String read() {
            try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
                Properties properties = new Properties();
                properties.load(java.util.Objects.requireNonNull(in, "version.properties"));
                return properties.getProperty("version");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
