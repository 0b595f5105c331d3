package dev.kith.export;

import dev.kith.file.disk.AtomicFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/** A model as an ONNX file, in memory, with what goes in and comes out. */
public final class OnnxFile {
    private final byte[] bytes;
    private final List<String> inputs;
    private final List<String> outputs;

    OnnxFile(byte[] bytes, List<String> inputs, List<String> outputs) {
        this.bytes = bytes;
        this.inputs = List.copyOf(inputs);
        this.outputs = List.copyOf(outputs);
    }

    /** The content of the file. */
    public byte[] bytes() {
        return bytes.clone();
    }

    /** Writes the file, whole or not at all. */
    public void write(Path file) throws IOException {
        AtomicFile.write(file, channel -> {
            ByteBuffer left = ByteBuffer.wrap(bytes);
            while (left.hasRemaining()) {
                channel.write(left);
            }
        });
    }

    /** Name, type and shape of each input: {@code x (double, rows x 4)}. */
    public List<String> inputs() {
        return inputs;
    }

    /** Name, type and shape of each output. */
    public List<String> outputs() {
        return outputs;
    }
}
