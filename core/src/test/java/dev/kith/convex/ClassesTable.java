package dev.kith.convex;

import dev.kith.data.Dataset;
import dev.kith.data.Roles;
import dev.kith.data.table.Tables;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;

/** The table of four classes that scripts of other programs were run on, and what they found. */
public final class ClassesTable {
    private ClassesTable() {}

    /** The table, by way of a file in the folder. */
    public static Dataset read(Path folder) throws IOException {
        Path csv = folder.resolve("classes.csv");
        Files.writeString(csv, text("classes.csv"));
        return Tables.read(csv).dataset(Roles.classes("kind"));
    }

    /** The numbers behind a name in a file of results. */
    public static double[] found(String file, String name) throws IOException {
        return text(file)
                .lines()
                .filter(line -> line.startsWith(name + " "))
                .map(line -> Arrays.stream(line.substring(name.length() + 1).split(" ", -1))
                        .mapToDouble(Double::parseDouble)
                        .toArray())
                .findFirst()
                .orElseThrow();
    }

    private static String text(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(ClassesTable.class.getResourceAsStream(name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
