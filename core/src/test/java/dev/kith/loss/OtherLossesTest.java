package dev.kith.loss;

import dev.kith.loss.OtherLosses.Bare;
import org.junit.jupiter.api.Nested;

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

    @Nested
    class BareHuber extends HuberTest {
        @Override
        protected Loss loss() {
            return new Bare(super.loss());
        }
    }

    @Nested
    class BareInsensitive extends InsensitiveTest {
        @Override
        protected Loss loss() {
            return new Bare(super.loss());
        }
    }

    @Nested
    class BareQuantile extends QuantileTest {
        @Override
        protected Loss loss() {
            return new Bare(super.loss());
        }
    }

    @Nested
    class BareSquaredHinge extends SquaredHingeTest {
        @Override
        protected Loss loss() {
            return new Bare(super.loss());
        }
    }
}
