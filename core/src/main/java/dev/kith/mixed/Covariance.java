package dev.kith.mixed;

/**
 * What the covariance D of a task's own intercept and slopes may be: (1 + q) x (1 + q).
 *
 * @param kind its shape
 * @param rank at most; {@link Integer#MAX_VALUE} but for {@link Kind#LOW_RANK}
 */
public record Covariance(Kind kind, int rank) {
    private static final String LOW_RANK = "low-rank:";

    /** Shapes. */
    public enum Kind {
        /**
         * Intercept and slopes are independent, at the mean of the features where these are standardised, else at 0. Unlike the others
         * this depends on where features have their zero.
         */
        DIAGONAL,
        /** Any positive semidefinite matrix. */
        FULL,
        /** Any positive semidefinite matrix of at most a given rank. */
        LOW_RANK
    }

    public Covariance {
        if (rank < 1) {
            throw new IllegalArgumentException("rank must be a whole number >= 1, got " + rank);
        }
    }

    public static Covariance diagonal() {
        return new Covariance(Kind.DIAGONAL, Integer.MAX_VALUE);
    }

    public static Covariance full() {
        return new Covariance(Kind.FULL, Integer.MAX_VALUE);
    }

    public static Covariance lowRank(int rank) {
        return new Covariance(Kind.LOW_RANK, rank);
    }

    /** From {@code diagonal}, {@code full} or {@code low-rank:R}, as {@link #spec} writes it. */
    public static Covariance parse(String text) {
        if (text.equals("diagonal")) {
            return diagonal();
        }
        if (text.equals("full")) {
            return full();
        }
        if (text.matches(LOW_RANK + "[1-9][0-9]{0,5}")) {
            return lowRank(Integer.parseInt(text.substring(LOW_RANK.length())));
        }
        throw new IllegalArgumentException(
                "covariance must be diagonal, full or low-rank:R with a whole number R >= 1, got '" + text + "'");
    }

    /** The text {@link #parse} reads. */
    public String spec() {
        return switch (kind) {
            case DIAGONAL -> "diagonal";
            case FULL -> "full";
            case LOW_RANK -> LOW_RANK + rank;
        };
    }

    /** Numbers that describe such a matrix of this size. */
    int parameters(int size) {
        int columns = Math.min(rank, size);
        return kind == Kind.DIAGONAL ? size : columns * size - columns * (columns - 1) / 2;
    }
}
