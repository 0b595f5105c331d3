package dev.kith.data.read;

import dev.kith.data.DataException;
import dev.kith.data.layout.ReadWatch;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PushbackInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The bytes of a file, unpacked when they are gzip, with the digest of what was really read. */
public final class FileBytes implements Closeable {
    /** Bytes of a file whose lines are worth counting. */
    private static final long LARGE = 1 << 25;

    /** How many times longer tables usually are unpacked. */
    private static final int USUAL_RATIO = 3;

    private final String name;
    private final DigestInputStream raw;
    private final InputStream unpacked;

    private FileBytes(String name, DigestInputStream raw, InputStream unpacked) {
        this.name = name;
        this.raw = raw;
        this.unpacked = unpacked;
    }

    public static FileBytes open(Path file) {
        return open(file, ReadWatch.NOBODY);
    }

    /**
     * Opens a file that somebody waits for.
     *
     * @param watch told how much of it was read
     */
    public static FileBytes open(Path file, ReadWatch watch) {
        String name = name(file);
        if (Files.isDirectory(file)) {
            throw new DataException(name + ": is a directory, a file is needed");
        }
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new DataException(name + ": is not a regular file; it must be possible to read it twice");
        }
        DigestInputStream raw = raw(name, file, watch);
        try {
            return new FileBytes(name, raw, unpacked(name, raw));
        } catch (DataException e) {
            Messages.closing(name, raw);
            throw e;
        }
    }

    /** Bytes that are read once. */
    public static FileBytes of(String name, InputStream in) {
        DigestInputStream raw = digesting(in);
        return new FileBytes(name, raw, unpacked(name, raw));
    }

    private static DigestInputStream raw(String name, Path file, ReadWatch watch) {
        try {
            return digesting(stream(file, watch));
        } catch (IOException e) {
            throw Messages.unreadable(name, e);
        }
    }

    /** A file as it stands, without being unpacked. */
    public static InputStream stream(Path file, ReadWatch watch) throws IOException {
        long size = Files.size(file);
        InputStream in = Files.newInputStream(file);
        return watch == ReadWatch.NOBODY ? in : new WatchedStream(in, watch, size);
    }

    private static DigestInputStream digesting(InputStream in) {
        try {
            return new DigestInputStream(in, MessageDigest.getInstance("SHA-256"));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }

    /**
     * The lines of a file that is large beside this program's memory, counted beforehand so that its numbers need not be
     * there twice; 0 for any other, where that would cost more than it saves. Of gzip, what it takes is only guessed.
     */
    public static long linesOfLarge(Path file) {
        String name = name(file);
        try (InputStream raw = Files.newInputStream(file);
                InputStream bytes = unpacked(name, raw)) {
            boolean packed = bytes instanceof GzipStream;
            long size = Files.size(file) * (packed ? USUAL_RATIO : 1);
            if (size < (packed ? Runtime.getRuntime().maxMemory() / 3 : LARGE)) {
                return 0;
            }
            byte[] buffer = new byte[1 << 16];
            long lines = 0;
            byte last = '\n';
            for (int count = bytes.read(buffer); count >= 0; count = bytes.read(buffer)) {
                for (int k = 0; k < count; k++) {
                    lines += buffer[k] == '\n' ? 1 : 0;
                }
                last = count > 0 ? buffer[count - 1] : last;
            }
            return lines + (last == '\n' ? 0 : 1);
        } catch (IOException e) {
            throw Messages.unreadable(name, e);
        }
    }

    /** The file's name without its directories. */
    public static String name(Path file) {
        Path last = file.getFileName();
        return last == null ? file.toString() : last.toString();
    }

    /** The bytes behind {@code in}, unpacked when they begin as gzip does. */
    public static InputStream unpacked(String name, InputStream in) {
        try {
            byte[] start = in.readNBytes(2);
            PushbackInputStream whole = new PushbackInputStream(in, 2);
            whole.unread(start);
            boolean gzip = start.length == 2 && start[0] == 0x1f && start[1] == (byte) 0x8b;
            return gzip ? new GzipStream(whole) : whole;
        } catch (IOException e) {
            throw Messages.unreadable(name, e);
        }
    }

    public InputStream stream() {
        return unpacked;
    }

    /** Reads what is left of the file, so that {@link #sha256} speaks of all of it. */
    public void finish() {
        try {
            raw.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            throw Messages.unreadable(name, e);
        }
    }

    public String sha256() {
        return HexFormat.of().formatHex(raw.getMessageDigest().digest());
    }

    @Override
    public void close() {
        Messages.closing(name, unpacked);
    }
}
