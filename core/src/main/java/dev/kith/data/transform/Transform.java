package dev.kith.data.transform;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * A rising function g of labels: models learn z = g(y), and predict y in its own units. A quantile of z is taken back as it is, by
 * {@link #inverse}; the mean of y is more than that of its inverse, by what a {@link #mean correction} says.
 */
public enum Transform {
    /** z = log y, y &gt; 0: effects multiply. */
    LOG("the logarithm of labels") {
        @Override
        public boolean takes(double y) {
            return y > 0;
        }

        @Override
        public double forward(double y) {
            return Math.log(y);
        }

        @Override
        public double inverse(double z) {
            return Math.exp(z);
        }

        @Override
        public double mean(double z, double correction) {
            return correction * Math.exp(z);
        }
    },
    /** z = log(1 + y), y &gt;= 0: as the logarithm for large labels, and takes 0. */
    LOG1P("log(1 + label)") {
        @Override
        public boolean takes(double y) {
            return y >= 0;
        }

        @Override
        public double forward(double y) {
            return Math.log1p(y);
        }

        @Override
        public double inverse(double z) {
            return Math.expm1(Math.max(0, z));
        }

        @Override
        public double mean(double z, double correction) {
            return Math.max(0, correction * Math.expm1(z) + (correction - 1));
        }
    },
    /** z = sqrt y, y &gt;= 0: labels whose spread grows with the root of their size, as that of counts does. */
    SQRT("the square root of labels") {
        @Override
        public boolean takes(double y) {
            return y >= 0;
        }

        @Override
        public double forward(double y) {
            return Math.sqrt(y);
        }

        @Override
        public double inverse(double z) {
            double root = Math.max(0, z);
            return root * root;
        }

        @Override
        public double mean(double z, double correction) {
            return Math.max(0, inverse(z) + correction);
        }

        @Override
        public boolean multiplies() {
            return false;
        }
    };

    private final String meaning;

    Transform(String meaning) {
        this.meaning = meaning;
    }

    /** Whether a label can be transformed; never NaN. */
    public abstract boolean takes(double y);

    /** z = g(y). */
    public abstract double forward(double y);

    /** The label that is transformed to z, the least there is where none is: quantiles and ends of intervals. */
    public abstract double inverse(double z);

    /**
     * The mean of y where z is the mean of g(y). With correction c:
     *
     * <pre>  log: c exp(z)    log1p: c exp(z) - 1    sqrt: max(0, z)^2 + c    never below 0  </pre>
     */
    public abstract double mean(double z, double correction);

    /** Whether a correction is a factor, 1 for none; else a summand, 0 for none. */
    public boolean multiplies() {
        return true;
    }

    /** The correction that changes nothing. */
    public double neutral() {
        return multiplies() ? 1 : 0;
    }

    /** What users write. */
    public String spec() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What is learned, in words. */
    public String meaning() {
        return meaning;
    }

    /** The one of this name. */
    public static Optional<Transform> named(String spec) {
        return Arrays.stream(values()).filter(one -> one.spec().equals(spec)).findFirst();
    }
}
