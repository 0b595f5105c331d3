package dev.kith.file;

import dev.kith.file.codec.TensorFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/** Files with right digests and wrong content: what is left to check when somebody writes a file on purpose. */
public final class Forgery {
    private static final int DIGEST = 64;
    private static final String BETWEEN = "\",\"tensors_sha256\":\"";

    private Forgery() {}

    /** A file with this model text, these entries of the header after the metadata, and these tensor bytes. */
    static byte[] of(String model, String entries, byte... tensors) {
        String header = TensorFile.START + "0".repeat(DIGEST) + BETWEEN + hex(tensors) + "\",\"model\":\""
                + model.replace("\\", "\\\\").replace("\"", "\\\"") + "\"}" + (entries.isEmpty() ? "" : ",") + entries
                + "}";
        return sealed(header.getBytes(StandardCharsets.UTF_8), tensors);
    }

    private static byte[] sealed(byte[] header, byte[] tensors) {
        byte[] digest = hex(header).getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(digest, 0, header, TensorFile.START.length(), DIGEST);
        return file(header.length, header, tensors);
    }

    static byte[] file(long length, byte[] header, byte... tensors) {
        return ByteBuffer.allocate(Long.BYTES + header.length + tensors.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(length)
                .put(header)
                .put(tensors)
                .array();
    }

    /** The same bytes with both digests made right, where there is room for them. */
    public static byte[] resealed(byte[] bytes) {
        int least = TensorFile.START.length() + 2 * DIGEST + BETWEEN.length();
        if (bytes.length < Long.BYTES) {
            return bytes;
        }
        long length = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong();
        if (length < least || length > bytes.length - Long.BYTES) {
            return bytes;
        }
        int end = Long.BYTES + (int) length;
        byte[] header = Arrays.copyOfRange(bytes, Long.BYTES, end);
        byte[] tensors = Arrays.copyOfRange(bytes, end, bytes.length);
        byte[] digest = hex(tensors).getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(digest, 0, header, least - DIGEST, DIGEST);
        Arrays.fill(header, TensorFile.START.length(), TensorFile.START.length() + DIGEST, (byte) '0');
        return sealed(header, tensors);
    }

    private static String hex(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
