package dev.kith.constraint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.linalg.Matrix;
import org.junit.jupiter.api.Test;

class BoxTest extends ConstraintSetContract {
    @Override
    protected ConstraintSet[] sets() {
        return new ConstraintSet[] {Box.of(1, 0, 1), Box.of(4, -0.5, 2), Box.of(3, 0, Double.POSITIVE_INFINITY)};
    }

    @Override
    protected boolean symmetric() {
        return true;
    }

    @Test
    void boundsMayDifferByTask() {
        Box box = new Box(Matrix.of(new double[] {0, 10}), Matrix.of(new double[] {1, 20}));
        assertThat(box.project(5, 5).point()).containsExactly(1, 10);
    }

    @Test
    void crossedBoundsAreRefused() {
        assertThatThrownBy(() -> Box.of(2, 1, 0))
                .hasMessage("box must have lower <= upper, got 1.0 and 0.0 at coordinate 0");
        assertThatThrownBy(() -> Box.of(2, Double.NaN, 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
