package dev.kith.serve.models;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a file is called that holds a version of a model: {@code shops.kith}, or {@code shops@3.kith} where there are several.
 *
 * @param id of letters, digits, points, hyphens and underscores
 * @param version a number, 1 where the file says none
 */
public record ModelName(String id, int version) {
    /** How models end. */
    public static final String ENDING = ".kith";

    /** By version, the newest last. */
    static final Comparator<ModelName> BY_VERSION = Comparator.comparingInt(ModelName::version);

    private static final Pattern NAME =
            Pattern.compile("([A-Za-z0-9][A-Za-z0-9._-]{0,99})(?:@([1-9][0-9]{0,8}))?\\.kith");

    /** The name a file gives; empty where it is none that can stand in an address. */
    static Optional<ModelName> of(Path file) {
        Path last = file.getFileName();
        Matcher found = NAME.matcher(last == null ? "" : last.toString());
        if (!found.matches()) {
            return Optional.empty();
        }
        String version = found.group(2);
        return Optional.of(new ModelName(found.group(1), version == null ? 1 : Integer.parseInt(version)));
    }

    @Override
    public String toString() {
        return id + "@" + version;
    }
}
