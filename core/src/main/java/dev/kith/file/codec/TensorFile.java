package dev.kith.file.codec;

import dev.kith.data.DataException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The safetensors layout: 8 bytes header length (little-endian), a JSON header with the shape and place of every tensor,
 * then the tensors' raw little-endian bytes, in the header's order, without holes. The header's {@code __metadata__}
 * holds strings only: format, format version, two SHA-256 digests, and one JSON text that says what the tensors are.
 *
 * @param description the JSON text
 * @param tensors by name, in order
 */
public record TensorFile(String description, Map<String, Tensor> tensors) {
    /*
     * Why two digests. tensors_sha256 is of everything after the header. header_sha256 is of the header itself with the
     * 64 characters of this digest taken as zeros; they stand at a fixed place. Every byte of the file is under one of
     * the two, or is the length that decides which bytes the first is of, or is a digest: no flipped byte goes
     * unnoticed, and a header can be checked without reading gigabytes. Digests find damage, not forgery: a file written
     * on purpose has right digests, so everything else is checked as if there were none.
     */
    static final String FORMAT = "kith";
    static final int VERSION = 1;
    static final int MAX_HEADER = 64 << 20;
    static final String DAMAGED = "; the file is damaged: restore it or train the model again";

    public static final String START = "{\"__metadata__\":{\"format\":\"" + FORMAT + "\",\"format_version\":\""
            + VERSION + "\",\"header_sha256\":\"";
    private static final int CHUNK = 1 << 16;

    /** Writes the file: equal content gives equal bytes. */
    public void write(WritableByteChannel to) throws IOException {
        Map<String, Tensor> ordered = widestFirst();
        MessageDigest digest = sha256();
        encode(ordered, chunk -> digest.update(chunk));
        byte[] header = header(ordered, hex(digest));
        ByteBuffer length = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        writeFully(to, length.putLong(header.length).flip());
        writeFully(to, ByteBuffer.wrap(header));
        encode(ordered, chunk -> writeFully(to, chunk));
    }

    /** Wide elements first, so that every tensor starts at a multiple of its element's width. */
    private Map<String, Tensor> widestFirst() {
        Map<String, Tensor> ordered = new LinkedHashMap<>();
        tensors.entrySet().stream()
                .sorted(Comparator.comparing(e -> -e.getValue().type().width))
                .forEach(e -> ordered.put(e.getKey(), e.getValue()));
        return ordered;
    }

    private interface Chunks {
        void accept(ByteBuffer chunk) throws IOException;
    }

    private static void encode(Map<String, Tensor> tensors, Chunks chunks) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(CHUNK).order(ByteOrder.LITTLE_ENDIAN);
        for (Tensor tensor : tensors.values()) {
            for (int at = 0; at < tensor.length(); ) {
                at += tensor.put(buffer.clear(), at);
                chunks.accept(buffer.flip());
            }
        }
    }

    private static void writeFully(WritableByteChannel to, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            to.write(bytes);
        }
    }

    private byte[] header(Map<String, Tensor> ordered, String tensorsSha256) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), bytes)) {
            json.writeStartObject();
            json.writeName("__metadata__").writeStartObject();
            json.writeStringProperty("format", FORMAT);
            json.writeStringProperty("format_version", Integer.toString(VERSION));
            json.writeStringProperty("header_sha256", "0".repeat(64));
            json.writeStringProperty("tensors_sha256", tensorsSha256);
            json.writeStringProperty("model", description);
            json.writeEndObject();
            TensorSlot.writeAll(json, ordered);
            json.writeEndObject();
        } catch (JacksonException e) {
            throw new DataException("the model's names cannot be written as text: " + e.getOriginalMessage(), e);
        }
        while (bytes.size() % Long.BYTES != 0) {
            bytes.write(' ');
        }
        byte[] header = bytes.toByteArray();
        if (header.length > MAX_HEADER) {
            throw new DataException("the names of tasks and features need " + header.length
                    + " bytes, a model file holds at most " + MAX_HEADER);
        }
        MessageDigest digest = sha256();
        digest.update(header);
        byte[] hex = hex(digest).getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(hex, 0, header, START.length(), hex.length);
        return header;
    }

    /**
     * Reads a file. Memory is bounded by the bytes that are really there; what the header needs beyond that is counted
     * before it is taken and refused when Java does not have it.
     *
     * @throws DataException if the bytes are not a file of this format and version, whole and unchanged
     */
    public static TensorFile read(SeekableByteChannel from) throws IOException {
        long size = from.size();
        Header header = header(readHeader(from, size), size);
        MessageDigest digest = sha256();
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        for (TensorSlot slot : header.slots()) {
            tensors.put(slot.name(), readTensor(from, slot, digest));
        }
        requireDigest("tensors", header.tensorsSha256(), hex(digest));
        return new TensorFile(header.description(), tensors);
    }

    /** What a header says. */
    private record Header(String description, String tensorsSha256, List<TensorSlot> slots) {}

    private static Header header(byte[] bytes, long size) {
        requireText(bytes);
        JsonObject root = JsonObject.parse("header", bytes);
        JsonObject metadata = root.object("__metadata__");
        requireVersion(metadata);
        requireDigest("header", metadata.text("header_sha256"), headerDigest(bytes));
        Header header = new Header(
                metadata.text("model"),
                metadata.text("tensors_sha256"),
                TensorSlot.all(root, size - Long.BYTES - bytes.length));
        metadata.done();
        return header;
    }

    private static byte[] readHeader(SeekableByteChannel from, long size) throws IOException {
        if (size < Long.BYTES) {
            throw new DataException("not a Kith model: " + size + " bytes are too few" + DAMAGED);
        }
        ByteBuffer lengthBytes = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        readFully(from, lengthBytes);
        long length = lengthBytes.flip().getLong();
        if (length < 2 || length > MAX_HEADER) {
            throw new DataException("not a Kith model: header length must be from 2 to " + MAX_HEADER + ", got "
                    + Long.toUnsignedString(length));
        }
        if (length > size - Long.BYTES) {
            throw new DataException(
                    "header length is " + length + " but only " + (size - Long.BYTES) + " bytes follow" + DAMAGED);
        }
        requireMemory(length, size);
        byte[] header = new byte[(int) length];
        readFully(from, ByteBuffer.wrap(header));
        if (header[0] != '{') {
            throw new DataException("not a Kith model: no header where it should be");
        }
        return header;
    }

    private static void requireVersion(JsonObject metadata) {
        String format = metadata.text("format");
        if (!format.equals(FORMAT)) {
            throw new DataException("not a Kith model: format must be '" + FORMAT + "', got '" + format + "'");
        }
        String version = metadata.text("format_version");
        if (!version.equals(Integer.toString(VERSION))) {
            throw new DataException("model file format is version " + version + ", this Kith reads version " + VERSION
                    + "; update Kith or train the model again with this one");
        }
    }

    private static String headerDigest(byte[] header) {
        byte[] start = START.getBytes(StandardCharsets.US_ASCII);
        int end = start.length + 64;
        if (header.length < end || !Arrays.equals(header, 0, start.length, start, 0, start.length)) {
            throw new DataException("header does not start with its digest" + DAMAGED);
        }
        MessageDigest digest = sha256();
        digest.update(start);
        digest.update("0".repeat(64).getBytes(StandardCharsets.US_ASCII));
        digest.update(header, end, header.length - end);
        return hex(digest);
    }

    private static void requireDigest(String what, String expected, String actual) {
        if (!actual.equals(expected)) {
            throw new DataException("SHA-256 of the " + what + " must be " + expected + ", got " + actual + DAMAGED);
        }
    }

    private static void requireMemory(long header, long size) {
        long need = Math.addExact(size, 8 * header);
        long limit = Runtime.getRuntime().maxMemory();
        if (need > limit) {
            throw new DataException("loading needs about " + (need >> 20) + " MB of memory, Java may use "
                    + (limit >> 20) + " MB; start it with a larger -Xmx");
        }
    }

    private static Tensor readTensor(SeekableByteChannel from, TensorSlot slot, MessageDigest digest)
            throws IOException {
        Tensor tensor = slot.type().allocate(slot.shape(), slot.length());
        long bytes = (long) slot.length() * slot.type().width;
        ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(CHUNK, bytes)).order(ByteOrder.LITTLE_ENDIAN);
        for (int at = 0; at < slot.length(); ) {
            buffer.clear().limit((int) Math.min(CHUNK, (long) (slot.length() - at) * slot.type().width));
            readFully(from, buffer);
            digest.update(buffer.flip());
            at += tensor.take(buffer.rewind(), at);
        }
        if (tensor instanceof Tensor.F64 numbers) {
            for (double value : numbers.values()) {
                if (!Double.isFinite(value)) {
                    throw new DataException(
                            "tensor '" + slot.name() + "' must hold finite numbers, got " + value + DAMAGED);
                }
            }
        }
        return tensor;
    }

    private static void readFully(SeekableByteChannel from, ByteBuffer to) throws IOException {
        while (to.hasRemaining()) {
            if (from.read(to) < 0) {
                throw new DataException("the file ends while it is read" + DAMAGED);
            }
        }
    }

    private static void requireText(byte[] bytes) {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer from = ByteBuffer.wrap(bytes);
        CharBuffer piece = CharBuffer.allocate(CHUNK);
        CoderResult result;
        do {
            result = decoder.decode(from, piece.clear(), /* endOfInput= */ true);
        } while (result.isOverflow());
        if (result.isError()) {
            throw new DataException("header is not UTF-8" + DAMAGED);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static String hex(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest());
    }
}
