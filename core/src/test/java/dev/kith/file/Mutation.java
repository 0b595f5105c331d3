package dev.kith.file;

import java.util.Arrays;
import java.util.Random;

/** Random damage to bytes: what disks, networks and people do to files. */
final class Mutation {
    private Mutation() {}

    static byte[] of(byte[] whole, Random random) {
        byte[] bytes = whole.clone();
        for (int times = 1 + random.nextInt(3); times > 0; times--) {
            bytes = once(bytes, random);
        }
        return bytes;
    }

    private static byte[] once(byte[] bytes, Random random) {
        int at = random.nextInt(bytes.length);
        int to = Math.min(bytes.length, at + 1 + random.nextInt(40));
        switch (random.nextInt(6)) {
            case 0 -> bytes[at] = (byte) random.nextInt(256);
            case 1 -> bytes[at] = (byte) "{}[]\",:0123456789-eE nul".charAt(random.nextInt(24));
            case 2 -> Arrays.fill(bytes, at, to, (byte) (random.nextBoolean() ? 0 : 0xff));
            case 3 -> System.arraycopy(bytes.clone(), at, bytes, random.nextInt(bytes.length - (to - at) + 1), to - at);
            case 4 -> {
                return removed(bytes, at, to);
            }
            default -> {
                return inserted(bytes, at, Arrays.copyOfRange(bytes, at, to));
            }
        }
        return bytes;
    }

    private static byte[] removed(byte[] bytes, int from, int to) {
        if (to - from == bytes.length) {
            return bytes;
        }
        byte[] shorter = Arrays.copyOf(bytes, bytes.length - (to - from));
        System.arraycopy(bytes, to, shorter, from, bytes.length - to);
        return shorter;
    }

    private static byte[] inserted(byte[] bytes, int at, byte[] more) {
        byte[] longer = Arrays.copyOf(bytes, bytes.length + more.length);
        System.arraycopy(more, 0, longer, at, more.length);
        System.arraycopy(bytes, at, longer, at + more.length, bytes.length - at);
        return longer;
    }
}
