package dev.kith.export;

import dev.kith.data.transform.TargetTransform;
import java.util.Optional;

/** From the weighted sum {@code s.kith_z} to predictions and probabilities. NULL stays NULL. */
final class SqlLink {
    private static final String Z = "s.kith_z";

    /** Databases fail, some of them, where exp is no number any more. */
    private static final String FARTHEST = "700E0";

    /** As many terms of exp's series as make the last digit at 1/2. */
    private static final int TERMS = 16;

    private SqlLink() {}

    /** @param counts whether some tasks predict exp of the sum, those whose kith_counts is 1 */
    static String prediction(Optional<TargetTransform> back, boolean counts) {
        if (back.isEmpty()) {
            return counts ? "CASE WHEN s.kith_counts = 1 THEN " + exp(Z) + " ELSE " + Z + " END" : Z;
        }
        return switch (back.get().transform()) {
            case LOG -> "s.kith_correction * " + exp(Z);
            case LOG1P -> positive("s.kith_correction * " + expm1(Z) + " + (s.kith_correction - 1E0)");
            case SQRT ->
                positive("CASE WHEN " + Z + " > 0 THEN " + Z + " * " + Z + " ELSE 0E0 * " + Z
                        + " END + s.kith_correction");
        };
    }

    /** The probability of the second class. */
    static String probability() {
        return "1E0 / (1E0 + " + exp("(-(s.kith_slope * " + Z + " + s.kith_shift))") + ")";
    }

    private static String positive(String value) {
        return "CASE WHEN " + value + " < 0 THEN 0E0 ELSE " + value + " END";
    }

    private static String exp(String z) {
        return "EXP(CASE WHEN " + z + " > " + FARTHEST + " THEN " + FARTHEST + " WHEN " + z + " < -" + FARTHEST
                + " THEN -" + FARTHEST + " ELSE " + z + " END)";
    }

    /** exp(z) - 1, near 0 by the series z (1 + z/2 (1 + z/3 (...))), where the difference would lose digits. */
    private static String expm1(String z) {
        StringBuilder series = new StringBuilder(z);
        for (int k = 2; k <= TERMS; k++) {
            series.append(" * (1E0 + ").append(z).append(" / ").append(k).append("E0");
        }
        series.append(")".repeat(TERMS - 1));
        return "CASE WHEN " + z + " > -0.5E0 AND " + z + " < 0.5E0 THEN " + series + " ELSE " + exp(z) + " - 1E0 END";
    }
}
