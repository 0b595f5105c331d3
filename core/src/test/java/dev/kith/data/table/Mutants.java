package dev.kith.data.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/** Files with a few bytes changed. */
public final class Mutants {
    private Mutants() {}

    /** Reads a file; false when it refuses it in the way it should. */
    public interface Reading {
        boolean whole(byte[] bytes) throws Exception;
    }

    /**
     * Reads mutants of a good file, and the good file first; prints and returns how many were read whole. Fails with seed
     * and mutant on the first exception.
     */
    public static int read(int mutants, long seed, byte[] good, Reading reading) {
        Random random = new Random(seed);
        assertThat(whole(reading, good, seed, -1))
                .as("the file before any change")
                .isTrue();
        int read = 0;
        for (int i = 0; i < mutants; i++) {
            read += whole(reading, mutant(good, random), seed, i) ? 1 : 0;
        }
        System.out.printf(
                "%,d mutants of a file of %,d bytes (seed %d): %,d read, %,d refused%n",
                mutants, good.length, seed, read, mutants - read);
        return read;
    }

    private static boolean whole(Reading reading, byte[] bytes, long seed, int number) {
        try {
            return reading.whole(bytes);
        } catch (Exception e) {
            throw new AssertionError(
                    "seed " + seed + ", mutant " + number + ": " + new String(bytes, StandardCharsets.ISO_8859_1), e);
        }
    }

    /** One to four changes: a byte replaced, removed, doubled, a stretch copied elsewhere, the end cut off. */
    private static byte[] mutant(byte[] good, Random random) {
        byte[] bytes = good;
        for (int k = random.nextInt(4); k >= 0 && bytes.length > 0; k--) {
            int at = random.nextInt(bytes.length);
            int length = Math.min(bytes.length - at, 1 + random.nextInt(8));
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            int kind = random.nextInt(6);
            out.write(bytes, 0, at);
            if (kind == 0) {
                out.write(random.nextInt(256));
            } else if (kind == 1) {
                out.write("\",\n\r\t :#e+-.=0".charAt(random.nextInt(14)));
            } else if (kind == 2) {
                out.write(bytes, at, length);
                out.write(bytes, at, length);
            } else if (kind == 3) {
                out.write(bytes, random.nextInt(bytes.length - length + 1), length);
            }
            if (kind < 5) {
                int skip = Math.min(bytes.length, at + (kind == 2 || kind == 4 ? length : 1));
                out.write(bytes, skip, bytes.length - skip);
            }
            bytes = out.toByteArray();
        }
        return bytes;
    }
}
