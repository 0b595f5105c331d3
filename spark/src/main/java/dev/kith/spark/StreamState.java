package dev.kith.spark;

import dev.kith.file.ModelFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * What a stream has come to, in a directory: a file per batch, named by its id, which appears whole or not at all. The file is the model with
 * its moments, so that what is learned and which batch it was are one thing.
 */
final class StreamState {
    private static final Pattern NAME = Pattern.compile("batch-(\\d{19})\\.kith");
    private static final int KEPT = 2;

    private final Path directory;
    private final FileSystem files;

    StreamState(String directory, Configuration configuration) {
        this.directory = new Path(directory);
        try {
            this.files = this.directory.getFileSystem(configuration);
            files.mkdirs(this.directory);
        } catch (IOException e) {
            throw new UncheckedIOException(directory + ": " + e.getMessage(), e);
        }
    }

    /** The last batch that was learned. */
    OptionalLong batch() {
        List<Path> all = all();
        return all.isEmpty() ? OptionalLong.empty() : OptionalLong.of(id(all.get(all.size() - 1)));
    }

    /** What was learned by then. */
    Optional<ModelFile.Content> content() {
        List<Path> all = all();
        if (all.isEmpty()) {
            return Optional.empty();
        }
        Path last = all.get(all.size() - 1);
        try (InputStream in = files.open(last)) {
            return Optional.of(ModelFile.readContent(in.readAllBytes()));
        } catch (IOException e) {
            throw new UncheckedIOException(last + ": " + e.getMessage(), e);
        }
    }

    private static long id(Path file) {
        Matcher name = NAME.matcher(file.getName());
        return name.matches() ? Long.parseLong(name.group(1)) : -1;
    }

    /** Files of batches, the latest last. */
    private List<Path> all() {
        try {
            List<Path> all = new ArrayList<>();
            for (FileStatus one : files.listStatus(directory)) {
                if (id(one.getPath()) >= 0) {
                    all.add(one.getPath());
                }
            }
            all.sort(Comparator.comparing(Path::getName));
            return all;
        } catch (IOException e) {
            throw new UncheckedIOException(directory + ": " + e.getMessage(), e);
        }
    }

    /** Keeps what a batch led to, and forgets all but the one before. */
    void write(long batch, ModelFile.Content content) {
        Path file = new Path(directory, String.format("batch-%019d.kith", batch));
        Path begun = new Path(directory, file.getName() + ".begun");
        try {
            try (OutputStream out = files.create(begun, true)) {
                out.write(ModelFile.bytes(content));
            }
            if (!files.rename(begun, file)) {
                throw new IOException("cannot be renamed from " + begun.getName());
            }
            List<Path> all = all();
            for (Path old : all.subList(0, Math.max(0, all.size() - KEPT))) {
                files.delete(old, false);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(file + ": " + e.getMessage(), e);
        }
    }
}
