package dev.kith.serve.models;

import dev.kith.data.DataException;
import dev.kith.data.Names;
import dev.kith.file.ModelFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Every {@code .kith} file of a directory as a model, by the name of its file. {@link #look} takes in what has changed since: the new models
 * are there all at once, and who has an old one keeps it. A file that cannot be read, perhaps because somebody is still writing it, leaves the model
 * as it was.
 *
 * <p>Of several versions, {@code shops@1.kith} and {@code shops@2.kith}, the newest is current unless a file {@code shops.current} names another.
 */
public final class ModelDirectory {
    private static final String CURRENT = ".current";
    private static final int LONGEST_MARK = 20;

    /** What a file was like when it was read. */
    private record Stamp(long modified, long size, @Nullable Object key) {}

    /** All there is at a moment. */
    private record State(Map<String, NavigableMap<Integer, ServedModel>> models, Map<String, Integer> current) {}

    private final Path directory;
    private final Consumer<String> listener;
    private final Map<Path, Stamp> stamps = new HashMap<>();
    private final Map<String, ServedModel> published = new ConcurrentSkipListMap<>();
    private volatile State state = new State(Map.of(), Map.of());

    /** Nothing is read before {@link #look}. */
    public ModelDirectory(Path directory, Consumer<String> listener) {
        this.directory = directory;
        this.listener = listener;
    }

    /** The ids of the models, sorted. */
    public List<String> ids() {
        Set<String> ids = new TreeSet<>(state.models().keySet());
        ids.addAll(published.keySet());
        return List.copyOf(ids);
    }

    /** Serves a model that has no file, in place of the one published under its name before. */
    public void publish(ServedModel model) {
        published.put(model.name().id(), model);
    }

    /** The current version of a model; empty where there is none. */
    public Optional<ServedModel> current(String id) {
        State now = state;
        return Optional.ofNullable(now.models().get(id))
                .map(all -> current(now, id, all))
                .or(() -> Optional.ofNullable(published.get(id)));
    }

    private static ServedModel current(State now, String id, NavigableMap<Integer, ServedModel> versions) {
        ServedModel marked = versions.get(now.current().getOrDefault(id, 0));
        return marked == null ? versions.lastEntry().getValue() : marked;
    }

    /** The versions of a model, oldest first; empty where there is none. */
    public List<ServedModel> versions(String id) {
        NavigableMap<Integer, ServedModel> all = state.models().get(id);
        return all == null ? Optional.ofNullable(published.get(id)).stream().toList() : List.copyOf(all.values());
    }

    /** What a message says of a model that is not there. */
    public String unknown(String id) {
        return Names.unknown("model", id, ids());
    }

    /**
     * Reads what has changed.
     *
     * @return whether anything has
     */
    public synchronized boolean look() throws IOException {
        Map<ModelName, Path> files = files();
        Map<String, Integer> marks = marks(files);
        Map<String, NavigableMap<Integer, ServedModel>> next = new TreeMap<>();
        boolean changed = !marks.equals(state.current());
        for (Map.Entry<ModelName, Path> file : files.entrySet()) {
            ModelName name = file.getKey();
            ServedModel before = version(name);
            ServedModel now = read(name, file.getValue(), before);
            changed |= now != before;
            if (now != null) {
                next.computeIfAbsent(name.id(), id -> new TreeMap<>()).put(name.version(), now);
            }
        }
        changed |= removed(next);
        stamps.keySet().retainAll(files.values());
        state = new State(Collections.unmodifiableMap(next), marks);
        return changed;
    }

    private @Nullable ServedModel version(ModelName name) {
        NavigableMap<Integer, ServedModel> versions = state.models().get(name.id());
        return versions == null ? null : versions.get(name.version());
    }

    private boolean removed(Map<String, NavigableMap<Integer, ServedModel>> next) {
        boolean any = false;
        for (NavigableMap<Integer, ServedModel> versions : state.models().values()) {
            for (ServedModel old : versions.values()) {
                NavigableMap<Integer, ServedModel> left = next.get(old.name().id());
                if (left == null || !left.containsKey(old.name().version())) {
                    listener.accept("Model " + old.name() + " is gone.");
                    any = true;
                }
            }
        }
        return any;
    }

    private Map<ModelName, Path> files() throws IOException {
        Map<ModelName, Path> files = new HashMap<>();
        try (Stream<Path> all = Files.list(directory)) {
            for (Path file : (Iterable<Path>) all.sorted()::iterator) {
                if (file.toString().endsWith(ModelName.ENDING) && Files.isRegularFile(file)) {
                    add(file, files);
                }
            }
        }
        return files;
    }

    private void add(Path file, Map<ModelName, Path> files) {
        Optional<ModelName> name = ModelName.of(file);
        if (name.isEmpty()) {
            once(
                    file,
                    "a model's file must be called by letters, digits, points, hyphens and underscores,"
                            + " NAME.kith or NAME@VERSION.kith: it is not served");
            return;
        }
        Path other = files.putIfAbsent(name.get(), file);
        if (other != null) {
            once(file, "is version 1 as " + other.getFileName() + " is: it is not served");
        }
    }

    /** Says what is wrong with a file, until that changes. */
    private void once(Path file, String words) {
        Stamp stamp = stamp(file);
        if (!stamp.equals(stamps.put(file, stamp))) {
            listener.accept(file.getFileName() + ": " + words);
        }
    }

    /** The versions that are marked as current. */
    private Map<String, Integer> marks(Map<ModelName, Path> files) {
        Map<String, Integer> marks = new HashMap<>();
        for (String id : files.keySet().stream().map(ModelName::id).distinct().toList()) {
            Path mark = directory.resolve(id + CURRENT);
            if (Files.isRegularFile(mark)) {
                mark(id, mark, files).ifPresent(version -> marks.put(id, version));
            }
        }
        return marks;
    }

    private Optional<Integer> mark(String id, Path file, Map<ModelName, Path> files) {
        try {
            String text = Files.size(file) > LONGEST_MARK
                    ? ""
                    : Files.readString(file).strip();
            int version = text.matches("[1-9][0-9]{0,8}") ? Integer.parseInt(text) : 0;
            if (files.containsKey(new ModelName(id, version))) {
                return Optional.of(version);
            }
        } catch (IOException e) {
            // As one that says nothing.
        }
        once(file, "must have the number of a version of '" + id + "' that is there: the newest is current");
        return Optional.empty();
    }

    private static Stamp stamp(Path file) {
        try {
            BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
            return new Stamp(
                    now.lastModifiedTime().to(java.util.concurrent.TimeUnit.NANOSECONDS), now.size(), now.fileKey());
        } catch (IOException e) {
            return new Stamp(0, -1, null);
        }
    }

    private @Nullable ServedModel read(ModelName name, Path file, @Nullable ServedModel before) {
        Stamp stamp = stamp(file);
        if (stamp.equals(stamps.get(file))) {
            return before;
        }
        stamps.put(file, stamp);
        try {
            ServedModel read = new ServedModel(name, ModelFile.readContent(file));
            listener.accept("Model " + name + (before == null ? " is there." : " is replaced."));
            return read;
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException | DataException e) {
            listener.accept(file.getFileName() + ": "
                    + String.valueOf(e.getMessage()).replace(file + ": ", "")
                    + (before == null ? "; it is not served" : "; the model read before is served on"));
            return before;
        }
    }

    /** The models that are served with their versions, for messages. */
    public List<String> names() {
        return ids().stream()
                .flatMap(id -> versions(id).stream())
                .map(model -> model.name().toString())
                .toList();
    }
}
