package dev.kith.online;

import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.online.learner.Learners;
import dev.kith.online.perceptron.KernelPerceptron;
import dev.kith.online.perceptron.KernelSecondOrder;
import dev.kith.online.perceptron.MatrixPerceptron;
import dev.kith.online.perceptron.PNormPerceptron;
import dev.kith.online.perceptron.SecondOrderPerceptron;
import dev.kith.online.perceptron.SharedPerceptron;
import dev.kith.online.state.SpectralGauge;
import dev.kith.online.state.Supports;
import java.util.Optional;
import org.junit.jupiter.api.Nested;

/** The contract, for every learner that has no test of its own to stand in. */
class LearnerContractsTest {
    private static final TaskRelations CHAIN = TaskRelations.of(Matrix.of(
            new double[][] {{2, -1, 0, 0, 0}, {-1, 3, -1, 0, 0}, {0, -1, 3, -1, 0}, {0, 0, -1, 3, -1}, {0, 0, 0, -1, 2}
            }));

    @Nested
    class Auto extends OnlineLearnerContract {
        @Override
        protected OnlineLearner learner() {
            OnlineLearner learner = SharedPerceptron.auto(new Update.Mistake(), false);
            learner.announce(TASKS);
            return learner;
        }
    }

    @Nested
    class AutoAveraged extends OnlineLearnerContract {
        @Override
        protected OnlineLearner learner() {
            OnlineLearner learner = SharedPerceptron.auto(new Update.PassiveAggressive(1), true);
            learner.announce(TASKS);
            return learner;
        }
    }

    @Nested
    class Kernel extends OnlineLearnerContract {
        @Override
        protected OnlineLearner learner() {
            OnlineLearner learner =
                    new KernelPerceptron(new UniformSharing(2), new Linear(), new Update.Mistake(), Supports.UNLIMITED);
            learner.announce(TASKS);
            return learner;
        }
    }

    @Nested
    class KernelBudget extends OnlineLearnerContract {
        @Override
        protected OnlineLearner learner() {
            OnlineLearner learner =
                    new KernelPerceptron(new UniformSharing(2), new Gaussian(1), new Update.PassiveAggressive(1), 300);
            learner.announce(TASKS);
            return learner;
        }
    }

    @Nested
    class PNorm extends OnlineLearnerContract {
        @Override
        protected OnlineLearner learner() {
            OnlineLearner learner = new PNormPerceptron(UniformSharing.pairwise(), 5);
            learner.announce(TASKS);
            return learner;
        }
    }

    @Nested
    class PNormGraph extends OnlineLearnerContract {
        @Override
        protected OnlineLearner learner() {
            OnlineLearner learner = new PNormPerceptron(CHAIN, 3.5);
            learner.announce(TASKS);
            return learner;
        }

        @Override
        protected boolean symmetric() {
            return false;
        }
    }

    @Nested
    class SecondOrder extends OnlineLearnerContract {
        @Override
        protected OnlineLearner learner() {
            OnlineLearner learner = new SecondOrderPerceptron(new UniformSharing(2), TASKS, D);
            learner.announce(TASKS);
            return learner;
        }
    }

    @Nested
    class SecondOrderDual extends OnlineLearnerContract {
        @Override
        protected OnlineLearner learner() {
            OnlineLearner learner = new KernelSecondOrder(new UniformSharing(2), new Linear(), Supports.UNLIMITED);
            learner.announce(TASKS);
            return learner;
        }
    }

    @Nested
    class SecondOrderBudget extends OnlineLearnerContract {
        @Override
        protected OnlineLearner learner() {
            OnlineLearner learner = new KernelSecondOrder(CHAIN, new Gaussian(1), 150);
            learner.announce(TASKS);
            return learner;
        }

        @Override
        protected boolean symmetric() {
            return false;
        }
    }

    @Nested
    class MatrixOne extends OnlineLearnerContract {
        @Override
        protected OnlineLearner learner() {
            OnlineLearner learner = new MatrixPerceptron(1, Optional.empty());
            learner.announce(TASKS);
            return learner;
        }
    }

    @Nested
    class MatrixThree extends OnlineLearnerContract {
        @Override
        protected OnlineLearner learner() {
            OnlineLearner learner = new MatrixPerceptron(3, Optional.empty());
            learner.announce(TASKS);
            return learner;
        }
    }

    @Nested
    class MatrixKernel extends OnlineLearnerContract {
        @Override
        protected OnlineLearner learner() {
            OnlineLearner learner =
                    new MatrixPerceptron(new SpectralGauge.Schatten(2), Optional.empty(), new Gaussian(1));
            learner.announce(TASKS);
            return learner;
        }
    }

    @Nested
    class MatrixLinearKernel extends OnlineLearnerContract {
        @Override
        protected OnlineLearner learner() {
            OnlineLearner learner = new MatrixPerceptron(new SpectralGauge.Schatten(4), Optional.empty(), new Linear());
            learner.announce(TASKS);
            return learner;
        }
    }

    @Nested
    class MatrixReal extends OnlineLearnerContract {
        @Override
        protected OnlineLearner learner() {
            OnlineLearner learner = new MatrixPerceptron(1.5, Optional.empty());
            learner.announce(TASKS);
            return learner;
        }
    }

    @Nested
    class MatrixLeading extends OnlineLearnerContract {
        @Override
        protected OnlineLearner learner() {
            OnlineLearner learner = new MatrixPerceptron(new SpectralGauge.Largest(2), Optional.empty());
            learner.announce(TASKS);
            return learner;
        }
    }

    @Nested
    class MatrixLeadingKernel extends OnlineLearnerContract {
        @Override
        protected OnlineLearner learner() {
            OnlineLearner learner =
                    new MatrixPerceptron(new SpectralGauge.Largest(3), Optional.empty(), new Gaussian(1));
            learner.announce(TASKS);
            return learner;
        }
    }

    @Nested
    class PNormRoot extends OnlineLearnerContract {
        @Override
        protected OnlineLearner learner() {
            OnlineLearner learner = PNormPerceptron.ofRoot(UniformSharing.pairwise(), 4);
            learner.announce(TASKS);
            return learner;
        }
    }

    @Nested
    class PNormRootGraph extends OnlineLearnerContract {
        @Override
        protected OnlineLearner learner() {
            OnlineLearner learner = PNormPerceptron.ofRoot(CHAIN, 2.5);
            learner.announce(TASKS);
            return learner;
        }

        @Override
        protected boolean symmetric() {
            return false;
        }
    }

    @Nested
    class KernelAuto extends OnlineLearnerContract {
        @Override
        protected OnlineLearner learner() {
            OnlineLearner learner = Learners.autoKernel(new Gaussian(1), new Update.Mistake(), 400, false);
            learner.announce(TASKS);
            return learner;
        }
    }

    @Nested
    class KernelAutoAveraged extends OnlineLearnerContract {
        @Override
        protected OnlineLearner learner() {
            OnlineLearner learner =
                    Learners.autoKernel(new Gaussian(1), new Update.PassiveAggressive(1), Integer.MAX_VALUE, true);
            learner.announce(TASKS);
            return learner;
        }
    }

    @Nested
    class KernelAveraged extends OnlineLearnerContract {
        @Override
        protected OnlineLearner learner() {
            OnlineLearner learner =
                    Learners.averagedKernel(new UniformSharing(3), new Gaussian(1), new Update.Mistake());
            learner.announce(TASKS);
            return learner;
        }
    }

    @Nested
    class PNormVote extends OnlineLearnerContract {
        @Override
        protected OnlineLearner learner() {
            OnlineLearner learner = Learners.voting(sharing -> Learners.pNorm(sharing, 3));
            learner.announce(TASKS);
            return learner;
        }
    }

    @Nested
    class SecondOrderVote extends OnlineLearnerContract {
        @Override
        protected OnlineLearner learner() {
            OnlineLearner learner = Learners.voting(sharing -> Learners.secondOrder(sharing, new Linear(), 200));
            learner.announce(TASKS);
            return learner;
        }
    }

    @Nested
    class SecondOrderAveraged extends OnlineLearnerContract {
        @Override
        protected OnlineLearner learner() {
            OnlineLearner learner = Learners.averagedSecondOrder(new UniformSharing(2), TASKS, D);
            learner.announce(TASKS);
            return learner;
        }
    }

    @Nested
    class SecondOrderDualAveraged extends OnlineLearnerContract {
        @Override
        protected OnlineLearner learner() {
            OnlineLearner learner = Learners.averagedSecondOrder(new UniformSharing(2), new Gaussian(1));
            learner.announce(TASKS);
            return learner;
        }
    }

    @Nested
    class MatrixBudget extends OnlineLearnerContract {
        @Override
        protected OnlineLearner learner() {
            OnlineLearner learner = Learners.matrix(2, Optional.empty(), new Gaussian(1), 200);
            learner.announce(TASKS);
            return learner;
        }
    }

    @Nested
    class MatrixShared extends OnlineLearnerContract {
        @Override
        protected OnlineLearner learner() {
            OnlineLearner learner = new MatrixPerceptron(2, Optional.of(new SharedLoss(SharedLoss.Norm.L2, 0.5)));
            learner.announce(TASKS);
            return learner;
        }
    }
}
