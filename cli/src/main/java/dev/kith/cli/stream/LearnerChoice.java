package dev.kith.cli.stream;

import dev.kith.kernel.Kernels;
import dev.kith.kernel.Linear;
import dev.kith.kernel.Unit;
import dev.kith.kernel.VectorKernel;
import dev.kith.online.Interaction;
import dev.kith.online.KernelPerceptron;
import dev.kith.online.KernelSecondOrder;
import dev.kith.online.MatrixPerceptron;
import dev.kith.online.OnlineLearner;
import dev.kith.online.PNormPerceptron;
import dev.kith.online.RelatedPerceptron;
import dev.kith.online.SecondOrderPerceptron;
import dev.kith.online.SharedLoss;
import dev.kith.online.SharedPerceptron;
import dev.kith.online.UniformSharing;
import dev.kith.online.Update;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A learner and its settings as a user gives them; null for a setting not given. A setting the learner has no use for is
 * refused.
 *
 * @param b a number, {@code auto}, or null: {@code auto} for the Perceptron, the number of tasks otherwise
 * @param aggressiveness C of passive-aggressive updates; null for updates on mistakes only
 */
public record LearnerChoice(
        Kind kind,
        @Nullable String b,
        @Nullable NamedRelations relations,
        @Nullable Double p,
        @Nullable String kernel,
        boolean averaged,
        @Nullable Double aggressiveness,
        @Nullable Integer budget,
        SharedLoss.@Nullable Norm sharedLoss,
        @Nullable Double c) {
    /** Tasks times features up to which the second-order learner keeps a matrix of that size. */
    private static final int PRIMAL_LIMIT = 1000;

    private static final String AUTO = "auto";

    /** The learners by the names users write. */
    public enum Kind {
        PERCEPTRON,
        PNORM,
        SECOND_ORDER,
        MATRIX;

        /** As users write it. */
        public String text() {
            return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
        }

        /** The learner of that name. */
        public static Kind of(String text) {
            for (Kind kind : values()) {
                if (kind.text().equals(text)) {
                    return kind;
                }
            }
            throw new IllegalArgumentException(
                    "--learner must be perceptron, pnorm, second-order or matrix, got '" + text + "'");
        }
    }

    public LearnerChoice {
        boolean perceptron = kind == Kind.PERCEPTRON;
        boolean matrix = kind == Kind.MATRIX;
        refuse(b != null && matrix, "--b", kind);
        refuse(relations != null && matrix, "--interaction", kind);
        refuse(p != null && !matrix && kind != Kind.PNORM, "--p", kind);
        refuse(kernel != null && kind == Kind.PNORM, "--kernel", kind);
        refuse(averaged && !perceptron, "--averaged", kind);
        refuse(aggressiveness != null && !perceptron, "--passive-aggressive", kind);
        refuse(budget != null && (matrix || kind == Kind.PNORM), "--budget", kind);
        refuse(sharedLoss != null && !matrix, "--shared-loss", kind);
        if (b != null && relations != null) {
            throw new IllegalArgumentException("--b and --interaction both say how tasks share: use one");
        }
        if (averaged && kernel != null) {
            throw new IllegalArgumentException("--averaged has no effect with --kernel: leave one of them out");
        }
        if (budget != null && perceptron && kernel == null) {
            throw new IllegalArgumentException("--budget has no effect without --kernel: leave it out");
        }
        if (c != null && sharedLoss == null) {
            throw new IllegalArgumentException("--C is the step of --shared-loss: give that too");
        }
        if (AUTO.equals(b) && (!perceptron || kernel != null)) {
            throw new IllegalArgumentException("--b auto is for --learner perceptron without --kernel: give a number");
        }
    }

    private static void refuse(boolean useless, String option, Kind kind) {
        if (useless) {
            throw new IllegalArgumentException(
                    option + " has no effect with --learner " + kind.text() + ": leave it out");
        }
    }

    /** Whether rows must be left at their lengths because the kernel itself scales them. */
    public boolean kernelScales() {
        return usesKernel();
    }

    private boolean usesKernel() {
        return kernel != null || kind == Kind.SECOND_ORDER;
    }

    /**
     * A fresh learner.
     *
     * @param tasks how many tasks are known to come; 0 when that is not known
     * @param features how many features are known to come; 0 when that is not known
     * @param unitLength whether inputs count as scaled to length 1
     */
    public OnlineLearner make(int tasks, int features, boolean unitLength) {
        OnlineLearner learner = switch (kind) {
            case PERCEPTRON -> perceptron(unitLength);
            case PNORM -> new PNormPerceptron(interaction(), pNorm(tasks, features));
            case SECOND_ORDER -> secondOrder(tasks, features, unitLength);
            case MATRIX -> matrix(tasks, features, unitLength);
        };
        learner.announce(tasks);
        return learner;
    }

    private OnlineLearner perceptron(boolean unitLength) {
        Update rule = aggressiveness == null ? new Update.Mistake() : new Update.PassiveAggressive(aggressiveness);
        if (kernel != null) {
            return new KernelPerceptron(interaction(), kernel(unitLength), rule, limit());
        }
        if (relations != null) {
            return new RelatedPerceptron(relations.relations(), rule, averaged);
        }
        return b == null || b.equals(AUTO)
                ? SharedPerceptron.auto(rule, averaged)
                : new SharedPerceptron(sharing(b), rule, averaged);
    }

    private OnlineLearner secondOrder(int tasks, int features, boolean unitLength) {
        boolean small = tasks > 0 && features > 0 && (long) tasks * features <= PRIMAL_LIMIT;
        if (small && kernel == null && budget == null && !unitLength) {
            return new SecondOrderPerceptron(interaction(), tasks, features);
        }
        return new KernelSecondOrder(interaction(), kernel(unitLength), limit());
    }

    private OnlineLearner matrix(int tasks, int features, boolean unitLength) {
        double exponent = p != null ? p : defaultMatrixP(tasks, features);
        if (!(exponent >= 1 && exponent == Math.rint(exponent) && exponent <= 1000)) {
            throw new IllegalArgumentException("--p of the matrix learner must be a whole number >= 1, got " + p);
        }
        Optional<SharedLoss> loss =
                sharedLoss == null ? Optional.empty() : Optional.of(new SharedLoss(sharedLoss, c == null ? 1 : c));
        return kernel == null
                ? new MatrixPerceptron((int) exponent, loss)
                : new MatrixPerceptron((int) exponent, loss, kernel(unitLength));
    }

    private static double defaultMatrixP(int tasks, int features) {
        if (tasks == 0) {
            throw new IllegalArgumentException("--p, or --tasks to choose it by, is needed for a stream whose tasks are"
                    + " not known beforehand");
        }
        return MatrixPerceptron.defaultP(tasks, features == 0 ? tasks : features);
    }

    private double pNorm(int tasks, int features) {
        if (p != null) {
            return p;
        }
        if (features == 0) {
            throw new IllegalArgumentException(
                    "--p is needed for a stream whose features are not known beforehand: about 2 ln(features)");
        }
        return PNormPerceptron.defaultP(Math.max(1, tasks), features);
    }

    private Interaction interaction() {
        if (relations != null) {
            return relations.relations();
        }
        return b == null ? UniformSharing.pairwise() : sharing(b);
    }

    private static UniformSharing sharing(String b) {
        try {
            return new UniformSharing(Double.parseDouble(b));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("--b must be a number >= 0 or auto, got '" + b + "'", e);
        }
    }

    private VectorKernel kernel(boolean unitLength) {
        if (!((kernel == null ? new Linear() : Kernels.parse(kernel)) instanceof VectorKernel vectors)) {
            throw new IllegalArgumentException("--kernel must be a kernel on numbers, got '" + kernel + "'");
        }
        return unitLength && !(vectors instanceof Unit) ? new Unit(vectors) : vectors;
    }

    private int limit() {
        return budget == null ? Integer.MAX_VALUE : budget;
    }
}
