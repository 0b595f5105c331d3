package dev.kith.data.simulated;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.NamedMatrix;
import dev.kith.data.Names;
import dev.kith.data.table.DatasetCsv;
import dev.kith.linalg.Matrix;
import java.util.List;

/**
 * Two tasks whose joint outputs lie on a curve [1]: y = f(x) + noise with x uniform on [-pi, pi], wide.
 *
 * <p>On the circle f(x) = (cos x, sin x) and y1^2 + y2^2 = 1; on the lemniscate f(x) = (sin x, sin x cos x) and y1^4 =
 * y1^2 - y2^2. The truth is {@value #CLOUD} points of the curve, one per row, columns y1 and y2: a point cloud that a
 * constraint can be read from.
 *
 * @param noise standard deviation of the noise on each output
 */
record Curve(Shape shape, int train, int test, double noise, long seed) implements Simulation {
    private static final Parameter TRAIN = Parameter.whole("train", 100, 1, 10_000_000, "training rows");
    private static final Parameter TEST = Parameter.whole("test", 1000, 0, 10_000_000, "test rows");
    private static final Parameter NOISE =
            Parameter.number("noise", 0.05, 0, 1e6, "standard deviation of the noise on each output");
    private static final int CLOUD = 400;

    static final Scenario CIRCLE =
            scenario(Shape.CIRCLE, "two outputs on the circle y1^2 + y2^2 = 1 (wide; truth: points of the curve)");
    static final Scenario LEMNISCATE = scenario(
            Shape.LEMNISCATE, "two outputs on the lemniscate y1^4 = y1^2 - y2^2 (wide; truth: points of the curve)");

    /*
     * The paper prints (sin x, sin 2x) for the lemniscate, which lies on 4 y1^4 - 4 y1^2 + y2^2 = 0 and not on the
     * equation printed beside it; half the second output lies on both.
     *
     * [1] Ciliberto, Rudi, Rosasco, Pontil: Consistent multitask learning with nonlinear output relations. NIPS 2017, 6.
     */

    /** The curve the outputs lie on. */
    public enum Shape {
        CIRCLE,
        LEMNISCATE;

        private String label() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }

        /** Writes f(x). */
        private void writeInto(Matrix y, int row, double x) {
            y.set(row, 0, this == CIRCLE ? StrictMath.cos(x) : StrictMath.sin(x));
            y.set(row, 1, this == CIRCLE ? StrictMath.sin(x) : StrictMath.sin(x) * StrictMath.cos(x));
        }
    }

    public Curve {
        TRAIN.require(train);
        TEST.require(test);
        NOISE.require(noise);
    }

    private static Scenario scenario(Shape shape, String description) {
        return new Scenario(
                shape.label(),
                description,
                List.of(TRAIN, TEST, NOISE, Parameter.SEED),
                s -> new Curve(shape, s.whole(TRAIN), s.whole(TEST), s.number(NOISE), s.seed(Parameter.SEED)));
    }

    @Override
    public Simulated draw() {
        Dice dice = new Dice(seed);
        List<String> tasks = Names.numbered("y", 2);
        Matrix cloud = Matrix.zeros(CLOUD, 2);
        for (int i = 0; i < CLOUD; i++) {
            shape.writeInto(cloud, i, -StrictMath.PI + 2 * StrictMath.PI * i / CLOUD);
        }
        return Simulated.of(
                        shape.label(),
                        seed,
                        DatasetCsv.Shape.WIDE,
                        rows(dice.split(), train, tasks),
                        rows(dice.split(), test, tasks))
                .withTruth(NamedMatrix.ofColumns(tasks, cloud));
    }

    private Dataset rows(Dice dice, int count, List<String> tasks) {
        Matrix x = Matrix.zeros(count, 1);
        Matrix y = Matrix.zeros(count, 2);
        for (int i = 0; i < count; i++) {
            x.set(i, 0, dice.uniform(-StrictMath.PI, StrictMath.PI));
            shape.writeInto(y, i, x.get(i, 0));
            y.add(i, 0, noise * dice.gaussian());
            y.add(i, 1, noise * dice.gaussian());
        }
        return Dataset.ofWide(new DenseInputs(x, List.of("x")), tasks, y);
    }
}
