package dev.kith.kernel;

import dev.kith.data.Inputs;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * How a kernel on many inputs is replaced by a few features, so that nothing larger than n x size is formed.
 *
 * @param size number of landmarks or features; 0 for 1,000, or fewer where n x size would pass 10^8 numbers, but at least 200
 */
public record Approximation(Kind kind, int size) {
    /**
     * Beyond so many inputs {@link #AUTO} approximates. Processor seconds at 6,000 inputs exactly and at 6,001 with 1,000
     * landmarks, 20 tasks: 5 and 6 for a known structure, 16 and 7 for a learned one.
     */
    public static final int MOST_INPUTS = 6000;

    /** Beyond so many inputs the whole Gram matrix (1.8 GB here) is refused. */
    private static final int MOST_EXACT = 15_000;

    private static final int USUAL_MOST = 1000;
    private static final int USUAL_LEAST = 200;
    private static final int MOST_NUMBERS = 100_000_000;

    /** Exact up to {@value #MOST_INPUTS} inputs, then {@link Kind#LEVERAGE}. */
    public static final Approximation AUTO = new Approximation(Kind.AUTO, 0);

    /** Where the features come from. */
    public enum Kind {
        /** By the number of inputs. */
        AUTO,
        /** The kernel as it is. */
        NONE,
        /** Landmarks, each the one that those before it explain least. */
        LANDMARKS,
        /** Landmarks drawn at random. */
        UNIFORM,
        /** Landmarks drawn in proportion to approximate leverage scores. */
        LEVERAGE,
        /** Random Fourier features: cosines and sines of random directions. */
        FOURIER;

        String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public Approximation {
        if (size < 0) {
            throw new IllegalArgumentException("size must be a whole number >= 0, got " + size);
        }
    }

    /** Landmarks by pivoting, so many. */
    public static Approximation landmarks(int size) {
        return new Approximation(Kind.LANDMARKS, size);
    }

    /** Reads {@code auto}, {@code none}, {@code landmarks:300}, {@code uniform}, {@code leverage:500}, {@code fourier}. */
    public static Approximation parse(String text) {
        int colon = text.indexOf(':');
        String name = colon < 0 ? text : text.substring(0, colon);
        Kind kind = Arrays.stream(Kind.values())
                .filter(k -> k.key().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("approximation must be one of "
                        + Arrays.stream(Kind.values()).map(Kind::key).collect(Collectors.joining(", "))
                        + ", all but the first two with :SIZE if wanted; got '" + text + "'"));
        if (colon < 0) {
            return new Approximation(kind, 0);
        }
        int size;
        try {
            size = Integer.parseInt(text.substring(colon + 1));
        } catch (NumberFormatException e) {
            size = 0;
        }
        if (size < 1 || kind == Kind.AUTO || kind == Kind.NONE) {
            throw new IllegalArgumentException("size of an approximation must be a whole number >= 1, after "
                    + "landmarks:, uniform:, leverage: or fourier:; got '" + text + "'");
        }
        return new Approximation(kind, size);
    }

    /** The text that {@link #parse} reads. */
    public String spec() {
        return kind.key() + (size > 0 ? ":" + size : "");
    }

    /** What is done for these inputs: kind and size, or {@link Kind#NONE}. */
    public Approximation of(Inputs x, Kernel kernel) {
        int n = x.rows();
        if (kernel instanceof Linear || (kind == Kind.AUTO && n <= MOST_INPUTS)) {
            return new Approximation(Kind.NONE, 0);
        }
        if (kind == Kind.NONE) {
            if (n > MOST_EXACT) {
                throw new IllegalArgumentException("a kernel on " + n + " inputs needs " + ((8L * n * n) >> 30)
                        + " GB exactly: more than " + MOST_EXACT + " inputs are approximated, not '" + spec() + "'");
            }
            return this;
        }
        int wanted = size > 0 ? size : Math.max(USUAL_LEAST, Math.min(USUAL_MOST, MOST_NUMBERS / n));
        Kind chosen = kind == Kind.AUTO ? Kind.LEVERAGE : kind;
        return new Approximation(chosen, chosen == Kind.FOURIER ? wanted : Math.min(n, wanted));
    }

    public boolean exact() {
        return kind == Kind.NONE;
    }
}
