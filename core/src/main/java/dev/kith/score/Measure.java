package dev.kith.score;

import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * Ways to measure predictions, all weighted:
 *
 * <pre>
 *   mse                 sum w (y - z)^2 / sum w
 *   rmse                sqrt(mse)
 *   nmse                mse / variance of the labels
 *   explained-variance  1 - nmse
 *   mae                 sum w |y - z| / sum w
 *   error               share of w where the sign of z is not y (z = 0 counts as +1)
 *   log-loss            mean of log(1 + exp(-y z))
 *   auc                 chance that a +1 has a larger z than a -1, ties half
 *   average-precision   sum over thresholds of (gain in recall) x precision
 *   relative-error      nmse for numbers; for classes error / share of w in the rarer class
 * </pre>
 *
 * with y the labels and z the predictions. Undefined, and then empty: everything without weight; nmse,
 * explained-variance and relative-error when all labels are equal; auc with one class only, average-precision without any +1.
 */
public enum Measure {
    MSE("mse", "mean squared error", Labels.NUMBERS, false) {
        @Override
        double value(Outcomes outcomes) {
            return mean(outcomes);
        }

        @Override
        public double loss(double y, double z) {
            return (y - z) * (y - z);
        }
    },
    RMSE("rmse", "root of the mean squared error, in the units of the labels", Labels.NUMBERS, false) {
        @Override
        double value(Outcomes outcomes) {
            return Math.sqrt(MSE.value(outcomes));
        }
    },
    NMSE(
            "nmse",
            "mean squared error over the variance of the same labels: 0 is perfect, 1 is no better than always"
                    + " answering their average",
            Labels.NUMBERS,
            false) {
        @Override
        double value(Outcomes outcomes) {
            double variance = outcomes.variance();
            return variance > 0 ? MSE.value(outcomes) / variance : Double.NaN;
        }
    },
    EXPLAINED_VARIANCE("explained-variance", "1 - nmse: 1 is perfect", Labels.NUMBERS, true) {
        @Override
        double value(Outcomes outcomes) {
            return 1 - NMSE.value(outcomes);
        }
    },
    MAE("mae", "mean absolute error, in the units of the labels", Labels.NUMBERS, false) {
        @Override
        double value(Outcomes outcomes) {
            return mean(outcomes);
        }

        @Override
        public double loss(double y, double z) {
            return Math.abs(y - z);
        }
    },
    ERROR("error", "share of wrong classes", Labels.CLASSES, false) {
        @Override
        double value(Outcomes outcomes) {
            return mean(outcomes);
        }

        @Override
        public double loss(double y, double z) {
            return z >= 0 == y > 0 ? 0 : 1;
        }
    },
    LOG_LOSS("log-loss", "mean of -log of the probability given to the true class", Labels.CLASSES, false) {
        @Override
        double value(Outcomes outcomes) {
            return mean(outcomes);
        }

        @Override
        public double loss(double y, double z) {
            double margin = y * z;
            return Math.max(0, -margin) + Math.log1p(Math.exp(-Math.abs(margin)));
        }
    },
    AUC(
            "auc",
            "chance that the second class is ranked above the first: 1 is perfect, 0.5 is chance",
            Labels.CLASSES,
            true) {
        @Override
        double value(Outcomes outcomes) {
            return Ranking.auc(outcomes);
        }
    },
    AVERAGE_PRECISION(
            "average-precision", "area under the curve of precision over recall: 1 is perfect", Labels.CLASSES, true) {
        @Override
        double value(Outcomes outcomes) {
            return Ranking.averagePrecision(outcomes);
        }
    },
    RELATIVE_ERROR(
            "relative-error",
            "mean squared error, or share of wrong classes, over that of the best constant answer: 0 is perfect, 1 is no"
                    + " better than the constant",
            Labels.ANY,
            false) {
        @Override
        double value(Outcomes outcomes) {
            if (!outcomes.classes()) {
                return NMSE.value(outcomes);
            }
            double second = 0;
            for (int o = 0; o < outcomes.size(); o++) {
                second += outcomes.label(o) > 0 ? outcomes.weight(o) : 0;
            }
            double rarer = Math.min(second, outcomes.totalWeight() - second) / outcomes.totalWeight();
            return rarer > 0 ? ERROR.value(outcomes) / rarer : Double.NaN;
        }
    };

    /** Of the error of the baseline: differences up to this share of it do not matter. */
    public static final double MARGIN = 0.01;

    /** For measures that are shares of rows or of pairs: nor do differences of one in a thousand. */
    private static final double MARGIN_OF_SHARES = 0.001;

    /** s^2 of n normal labels has an inverse of finite variance from n = 6 on. */
    private static final int LABELS_OF_A_VARIANCE = 6;

    private enum Labels {
        NUMBERS,
        CLASSES,
        ANY
    }

    private final String key;
    private final String explanation;
    private final Labels labels;
    private final boolean higherIsBetter;

    Measure(String key, String explanation, Labels labels, boolean higherIsBetter) {
        this.key = key;
        this.explanation = explanation;
        this.labels = labels;
        this.higherIsBetter = higherIsBetter;
    }

    /** By the name users write. */
    public static Measure named(String name) {
        return Arrays.stream(values())
                .filter(measure -> measure.key.equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("measure must be one of "
                        + Arrays.stream(values()).map(Measure::key).collect(Collectors.joining(", ")) + "; got '" + name
                        + "'"));
    }

    /** The name users write: {@code explained-variance}. */
    public String key() {
        return key;
    }

    /** What it is, in a sentence without its name. */
    public String explanation() {
        return explanation;
    }

    /** Whether it measures decisions between two classes. */
    public boolean ofClasses() {
        return labels != Labels.NUMBERS;
    }

    /** Whether it measures numbers. */
    public boolean ofNumbers() {
        return labels != Labels.CLASSES;
    }

    public boolean higherIsBetter() {
        return higherIsBetter;
    }

    /** Differences from a baseline of this cost that do not matter. */
    public double margin(double cost) {
        return Math.max(MARGIN * cost, shareOfRows() ? MARGIN_OF_SHARES : 0);
    }

    /** What {@link Verdict#SAME} means, in words that follow "within": {@code 1% of the error alone}. */
    public String marginWords() {
        return Math.round(100 * MARGIN) + "% of the error alone" + (shareOfRows() ? " or " + MARGIN_OF_SHARES : "");
    }

    private boolean shareOfRows() {
        return this == ERROR || this == AUC || this == AVERAGE_PRECISION;
    }

    /**
     * Held-out labels a task needs to count in the mean over tasks. Measures that divide by the variance of a task's own
     * labels are, with fewer, so wild that one task of two labels can rule the mean of a hundred.
     */
    public int fewestLabels() {
        return this == NMSE || this == EXPLAINED_VARIANCE || this == RELATIVE_ERROR ? LABELS_OF_A_VARIANCE : 1;
    }

    /**
     * What rows nobody has seen could still add to a difference that is the same however few of the seen rows are left
     * out: decisions that agree on n rows may disagree on a share of 1 - (1 - level)^(1/n) of all. 0 for measures in
     * which every row has its own difference.
     *
     * @param rows as many as {@link #deciding} says
     */
    public double unseen(int rows, double level) {
        return shareOfRows() ? 1 - Math.pow(1 - level, 1.0 / rows) : 0;
    }

    /** How many rows a difference in this measure can come from: all, or those of the rarer class. */
    public int deciding(Outcomes outcomes) {
        int second = 0;
        for (int o = 0; o < outcomes.size(); o++) {
            second += outcomes.label(o) > 0 ? 1 : 0;
        }
        return this == ERROR ? outcomes.size() : Math.min(second, outcomes.size() - second);
    }

    /** The measure, empty where it is undefined. */
    public OptionalDouble of(Outcomes outcomes) {
        double value = outcomes.totalWeight() > 0 ? value(outcomes) : Double.NaN;
        return Double.isNaN(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /** The value as something to make small, 0 at best: 1 - value where higher is better. */
    public double cost(double value) {
        return higherIsBetter ? 1 - value : value;
    }

    /** NaN where undefined; there is weight. */
    abstract double value(Outcomes outcomes);

    /** What one observation adds, for measures that are a mean over observations; NaN for the others. */
    public double loss(double y, double z) {
        return Double.NaN;
    }

    final double mean(Outcomes outcomes) {
        double sum = 0;
        for (int o = 0; o < outcomes.size(); o++) {
            sum += outcomes.weight(o) * loss(outcomes.label(o), outcomes.prediction(o));
        }
        return sum / outcomes.totalWeight();
    }
}
