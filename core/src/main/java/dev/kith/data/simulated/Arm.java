package dev.kith.data.simulated;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.NamedMatrix;
import dev.kith.data.Names;
import dev.kith.data.table.DatasetCsv;
import dev.kith.linalg.Matrix;
import java.util.List;
import java.util.stream.Stream;

/**
 * Inverse dynamics of a seven-joint robot arm: which torque does each joint need, given positions, velocities and
 * accelerations of all joints? 21 inputs ({@code q1..q7, qd1..qd7, qdd1..qdd7}), 7 tasks ({@code torque1..torque7}),
 * wide.
 *
 * <p>Built like a human arm: three joints in the shoulder, one in the elbow, three in the wrist; rigid links, torques by
 * {@link ArmDynamics}. The joints follow smooth random motions around a bent posture: sums of sinusoids with Gaussian
 * coefficients, drawn at random times. Measured torques carry Gaussian noise. Close to the posture the torques are
 * almost linear in the inputs, farther out they are not, which {@code reach} controls. The truth is the inertia matrix
 * M(q) at the posture (7 x 7): how strongly accelerating one joint asks for torque in another.
 */
record Arm(int train, int test, double observed, double reach, double noise, long seed) implements Simulation {
    private static final Parameter TRAIN = Parameter.whole("train", 200, 1, 10_000_000, "training rows");
    private static final Parameter TEST = Parameter.whole("test", 1000, 0, 10_000_000, "test rows");
    private static final Parameter OBSERVED =
            Parameter.number("observed", 1, 0, 1, "share of the training torques that were measured; others are blank");
    private static final Parameter REACH =
            Parameter.number("reach", 1, 0, 10, "size of the motions; larger is less linear");
    private static final Parameter NOISE = Parameter.number(
            "noise", 0.05, 0, 100, "deviation of the measurement noise as a share of each torque's own deviation");

    static final Scenario SCENARIO = new Scenario(
            "arm",
            "inverse dynamics of a seven-joint robot arm: 21 inputs, 7 torques (wide; truth: inertia matrix)",
            List.of(TRAIN, TEST, OBSERVED, REACH, NOISE, Parameter.SEED),
            s -> new Arm(
                    s.whole(TRAIN),
                    s.whole(TEST),
                    s.number(OBSERVED),
                    s.number(REACH),
                    s.number(NOISE),
                    s.seed(Parameter.SEED)));

    private static final double QUARTER = StrictMath.PI / 2;
    private static final double[] POSTURE = {-0.2, -0.4, 0.1, 1.6, 0.3, 0, 0.2};
    private static final int PILOT_ROWS = 500;

    public Arm {
        TRAIN.require(train);
        TEST.require(test);
        OBSERVED.require(observed);
        REACH.require(reach);
        NOISE.require(noise);
    }

    /** The arm: shoulder (three crossing axes), upper arm 0.30 m, elbow, forearm 0.27 m, wrist, hand. */
    static ArmDynamics arm(double gravity) {
        return new ArmDynamics(
                gravity,
                new ArmDynamics.Link(QUARTER, 0, 0, 2.0, 0, 0, 0.03, 0.008, 0.008, 0.006),
                new ArmDynamics.Link(-QUARTER, 0, 0, 1.5, 0, -0.05, 0, 0.006, 0.004, 0.006),
                new ArmDynamics.Link(QUARTER, 0, 0.30, 2.6, 0.01, 0, -0.12, 0.025, 0.025, 0.005),
                new ArmDynamics.Link(-QUARTER, 0, 0, 0.9, 0, -0.04, 0.01, 0.003, 0.002, 0.003),
                new ArmDynamics.Link(QUARTER, 0, 0.27, 1.5, 0, 0.01, -0.10, 0.012, 0.012, 0.002),
                new ArmDynamics.Link(-QUARTER, 0, 0, 0.4, 0.01, 0, 0, 0.0006, 0.0005, 0.0006),
                new ArmDynamics.Link(QUARTER, 0.02, 0, 0.7, 0.08, 0, 0.02, 0.0008, 0.002, 0.002));
    }

    @Override
    public Simulated draw() {
        Dice dice = new Dice(seed);
        ArmDynamics dynamics = arm(ArmDynamics.GRAVITY);
        Motion motion = new Motion(dice.split(), POSTURE, reach);
        double[] deviation = deviations(torques(dynamics, motion.rows(dice.split(), PILOT_ROWS)));
        Dice trainDice = dice.split();
        Dice testDice = dice.split();
        List<String> tasks = Names.numbered("torque", dynamics.joints());
        return Simulated.of(
                        SCENARIO.name(),
                        seed,
                        DatasetCsv.Shape.WIDE,
                        rows(dynamics, motion, trainDice, train, deviation, observed, tasks),
                        rows(dynamics, motion, testDice, test, deviation, 1, tasks))
                .withTruth(NamedMatrix.ofTasks(tasks, inertia(POSTURE)));
    }

    private Dataset rows(
            ArmDynamics dynamics,
            Motion motion,
            Dice dice,
            int count,
            double[] deviation,
            double share,
            List<String> tasks) {
        Matrix x = motion.rows(dice.split(), count);
        Matrix y = torques(dynamics, x);
        Dice measuring = dice.split();
        Dice missing = dice.split();
        for (int i = 0; i < count; i++) {
            for (int t = 0; t < tasks.size(); t++) {
                y.add(i, t, noise * deviation[t] * measuring.gaussian());
                if (!(missing.uniform() < share)) {
                    y.set(i, t, Double.NaN);
                }
            }
        }
        return Dataset.ofWide(new DenseInputs(x, features(tasks.size())), tasks, y);
    }

    private static List<String> features(int joints) {
        return Stream.of("q", "qd", "qdd")
                .flatMap(prefix -> Names.numbered(prefix, joints).stream())
                .toList();
    }

    /** The torques without noise, one row per row of positions, velocities and accelerations. */
    private static Matrix torques(ArmDynamics dynamics, Matrix x) {
        int n = dynamics.joints();
        Matrix y = Matrix.zeros(x.rows(), n);
        double[] q = new double[n];
        double[] qd = new double[n];
        double[] qdd = new double[n];
        double[] tau = new double[n];
        for (int i = 0; i < x.rows(); i++) {
            int from = i * x.cols();
            System.arraycopy(x.data(), from, q, 0, n);
            System.arraycopy(x.data(), from + n, qd, 0, n);
            System.arraycopy(x.data(), from + 2 * n, qdd, 0, n);
            dynamics.torquesInto(tau, q, qd, qdd);
            System.arraycopy(tau, 0, y.data(), i * n, n);
        }
        return y;
    }

    private static double[] deviations(Matrix y) {
        double[] deviations = new double[y.cols()];
        for (int t = 0; t < y.cols(); t++) {
            double mean = 0;
            double squares = 0;
            for (int i = 0; i < y.rows(); i++) {
                double delta = y.get(i, t) - mean;
                mean += delta / (i + 1);
                squares += delta * (y.get(i, t) - mean);
            }
            deviations[t] = StrictMath.sqrt(squares / y.rows());
        }
        return deviations;
    }

    /** M(q): column j is the torque of unit acceleration of joint j, at rest and without gravity. */
    static Matrix inertia(double... q) {
        ArmDynamics weightless = arm(0);
        int n = q.length;
        Matrix m = Matrix.zeros(n, n);
        double[] rest = new double[n];
        double[] tau = new double[n];
        for (int j = 0; j < n; j++) {
            double[] qdd = new double[n];
            qdd[j] = 1;
            weightless.torquesInto(tau, q, rest, qdd);
            for (int i = 0; i < n; i++) {
                m.set(i, j, tau[i]);
            }
        }
        return m.symmetrized();
    }
}
