package dev.kith.data.table;

import dev.kith.data.DataException;
import dev.kith.data.Format;
import dev.kith.data.read.FileBytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/** Files of other kinds, turned into CSV once per run; the copies are private and go when the program ends. */
final class Conversions {
    private static final Map<Key, Path> DONE = new HashMap<>();

    private Conversions() {}

    /** A file as it was when it was looked at. */
    private record Key(Path file, long size, Object modified) {}

    /** Where the file can be read as CSV; empty where it is one that Kith reads itself. */
    static synchronized Optional<Path> csv(Path file) {
        String name = FileBytes.name(file);
        Optional<TableProvider> provider = ServiceLoader.load(TableProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(each -> each.reads(name))
                .findFirst();
        if (provider.isEmpty()) {
            requireKnown(name);
            return Optional.empty();
        }
        return Optional.of(DONE.computeIfAbsent(key(file), key -> convert(provider.get(), file)));
    }

    /** Read as CSV these would end in a riddle about their first line. */
    private static void requireKnown(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (List.of(".parquet", ".jsonl", ".ndjson", ".xlsx").stream().anyMatch(lower::endsWith)) {
            throw new DataException(
                    name + ": files of this kind are read by the module kith-sql, which is not here; add"
                            + " it, or export the table as CSV");
        }
    }

    /** Files behind a pattern are looked at once: nobody knows them before. */
    private static Key key(Path file) {
        try {
            BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
            return new Key(file.toAbsolutePath(), now.size(), now.lastModifiedTime());
        } catch (IOException e) {
            return new Key(file.toAbsolutePath(), -1, "");
        }
    }

    private static Path convert(TableProvider provider, Path file) {
        Path csv = PrivateFiles.named("table." + Format.CSV.name().toLowerCase(Locale.ROOT));
        provider.writeCsv(file, csv);
        return csv;
    }
}
