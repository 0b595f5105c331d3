package dev.kith.loss;

import dev.kith.loss.OtherLosses.Bare;
import dev.kith.loss.OtherLosses.Insensitive;
import dev.kith.loss.OtherLosses.Quantile;
import dev.kith.loss.OtherLosses.SquaredHinge;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What a loss need not say is right for every loss. */
class OtherLossesTest {
    @Nested
    class BareSquared extends SquaredTest {
        @Override
        protected Loss loss() {
            return new Bare(super.loss());
        }
    }

    @Nested
    class BareLogistic extends LogisticTest {
        @Override
        protected Loss loss() {
            return new Bare(super.loss());
        }
    }

    @Nested
    class BareHinge extends HingeTest {
        @Override
        protected Loss loss() {
            return new Bare(super.loss());
        }
    }

    @Nested
    class BareAbsolute extends AbsoluteTest {
        @Override
        protected Loss loss() {
            return new Bare(super.loss());
        }
    }

    /** A name that nobody registered. */
    private abstract static class Unnamed extends LossContract {
        @Override
        @Test
        void theNameIsTheOneUsersWrite() {}
    }

    @Nested
    class Quantiles extends Unnamed {
        @Override
        protected Loss loss() {
            return new Quantile(0.3);
        }

        @Override
        protected double[] domain(double y) {
            return new double[] {-0.3, 0.7};
        }
    }

    @Nested
    class Insensitives extends Unnamed {
        @Override
        protected Loss loss() {
            return new Insensitive(0.4);
        }

        @Override
        protected double[] domain(double y) {
            return new double[] {-1, 1};
        }
    }

    @Nested
    class SquaredHinges extends Unnamed {
        @Override
        protected Loss loss() {
            return new SquaredHinge();
        }

        @Override
        protected double[] domain(double y) {
            return y > 0 ? new double[] {Double.NEGATIVE_INFINITY, 0} : new double[] {0, Double.POSITIVE_INFINITY};
        }
    }
}
