package dev.kith.file;

import dev.kith.data.DataException;
import dev.kith.data.moments.Moments;
import dev.kith.file.codec.KnownCodec;
import dev.kith.file.codec.ModelContent;
import dev.kith.file.codec.Parts;
import dev.kith.file.codec.Tensor;
import dev.kith.file.codec.TensorFile;
import dev.kith.file.codec.UncertaintyCodec;
import dev.kith.file.disk.AtomicFile;
import dev.kith.model.Model;
import dev.kith.model.uncertainty.Uncertainty;
import dev.kith.structure.ties.TieStability;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Models on disk: one {@code .kith} file in the safetensors layout, readable without us. Equal models give equal bytes.
 *
 * <p>Any bytes may fail to load, with a {@link DataException}; none run code, take more memory than the file is long
 * (up to a small factor), or load as another model than was written. A file of any released version stays loadable.
 */
public final class ModelFile {
    private static final int MAX_MESSAGE = 500;

    private ModelFile() {}

    /**
     * All that a file holds.
     *
     * @param moments of the rows the model was trained on, by which it can learn more rows
     */
    public record Content(
            Model model, Uncertainty uncertainty, Optional<TieStability> stability, Optional<Moments> moments) {
        public Content {
            ModelContent.requireFitting(model, uncertainty, stability, moments);
        }

        /** Without moments. */
        public Content(Model model, Uncertainty uncertainty, Optional<TieStability> stability) {
            this(model, uncertainty, stability, Optional.empty());
        }

        /** Without a word on how stable ties between tasks are. */
        public Content(Model model, Uncertainty uncertainty) {
            this(model, uncertainty, Optional.empty());
        }

        /** The same with the moments of the rows the model was trained on. */
        public Content with(Moments rows) {
            return new Content(model, uncertainty, stability, Optional.of(rows));
        }
    }

    /**
     * Saves a model. The file appears complete or not at all: a crash or a full disk leaves an older file as it was.
     *
     * @throws IllegalArgumentException if the model holds a kernel, a constraint set or a decoder's loss whose text does not read back to
     *     an equal one
     */
    public static void write(Model model, Path file) throws IOException {
        write(new Content(model, Uncertainty.none()), file);
    }

    /** The same, with what is known about the model's errors. */
    public static void write(Content content, Path file) throws IOException {
        TensorFile tensors = encode(content);
        AtomicFile.write(file, tensors::write);
    }

    /**
     * Loads a model.
     *
     * @throws DataException if the file is missing, damaged, of an unknown version or no model at all
     */
    public static Model read(Path file) throws IOException {
        return readContent(file).model();
    }

    /** Loads a model with what is known about its errors; the same exceptions. */
    public static Content readContent(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new DataException(
                    file + ": " + (Files.exists(file) ? "not a regular file" : "no such file") + "; name a model file");
        }
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            return readContent(channel);
        } catch (DataException e) {
            String message = String.valueOf(e.getMessage());
            throw new DataException(
                    file + ": "
                            + (message.length() > MAX_MESSAGE ? message.substring(0, MAX_MESSAGE) + "..." : message),
                    e);
        }
    }

    /** The bytes {@link #write} writes, for where there are no files. */
    public static byte[] bytes(Content content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            encode(content).write(Channels.newChannel(out));
        } catch (IOException e) {
            throw new UncheckedIOException(e); // memory has no such failures
        }
        return out.toByteArray();
    }

    /**
     * What {@link #readContent(Path)} reads, from the bytes of a file.
     *
     * @throws DataException if they are damaged, of an unknown version or no model at all
     */
    public static Content readContent(byte[] bytes) {
        try (SeekableByteChannel channel = new MemoryChannel(bytes)) {
            return readContent(channel);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static TensorFile encode(Model model) {
        return encode(new Content(model, Uncertainty.none()));
    }

    static TensorFile encode(Content content) {
        Parts parts = new Parts();
        String description = ModelContent.write(content.model(), parts);
        UncertaintyCodec.write(content.uncertainty(), parts);
        content.stability().ifPresent(stability -> KnownCodec.write(stability, parts));
        content.moments().ifPresent(moments -> KnownCodec.write(moments, parts));
        return new TensorFile(description, parts.tensors());
    }

    static Model read(SeekableByteChannel channel) throws IOException {
        return readContent(channel).model();
    }

    static Content readContent(SeekableByteChannel channel) throws IOException {
        TensorFile content = TensorFile.read(channel);
        return assembleContent(content.description(), content.tensors());
    }

    /** The model a description and its tensors stand for. */
    static Model assemble(String description, Map<String, Tensor> tensors) {
        return assembleContent(description, tensors).model();
    }

    private static Content assembleContent(String description, Map<String, Tensor> tensors) {
        ModelContent parts = ModelContent.read(description, tensors);
        return new Content(parts.model(), parts.uncertainty(), parts.stability(), parts.moments());
    }
}
