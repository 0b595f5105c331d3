package dev.kith.data.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import org.junit.jupiter.api.Test;

/** Physics the recursion must obey, with energies from plain forward kinematics that shares no code with it. */
class ArmDynamicsTest {
    private static final int N = 7;
    private static final double STEP = 1e-4;
    private static final double TOLERANCE = 1e-5; // central differences with STEP

    private final ArmDynamics arm = Arm.arm(ArmDynamics.GRAVITY);
    private final Dice dice = new Dice(11);

    @Test
    void torqueIsAffineInAcceleration() {
        for (int trial = 0; trial < 20; trial++) {
            double[] q = dice.gaussians(N);
            double[] qd = dice.gaussians(N);
            double[] u = dice.gaussians(N);
            double[] v = dice.gaussians(N);
            double[] sum = new double[N];
            for (int j = 0; j < N; j++) {
                sum[j] = 2 * u[j] - 3 * v[j];
            }
            double[] rest = torques(q, qd, new double[N]);
            double[] tu = torques(q, qd, u);
            double[] tv = torques(q, qd, v);
            double[] ts = torques(q, qd, sum);
            for (int j = 0; j < N; j++) {
                double expected = rest[j] + 2 * (tu[j] - rest[j]) - 3 * (tv[j] - rest[j]);
                assertThat(ts[j]).isCloseTo(expected, within(1e-11));
            }
        }
    }

    @Test
    void inertiaMatrixIsSymmetricPositiveDefinite() {
        for (int trial = 0; trial < 20; trial++) {
            double[] q = dice.gaussians(N);
            Matrix m = Matrix.zeros(N, N);
            ArmDynamics weightless = Arm.arm(0);
            for (int j = 0; j < N; j++) {
                double[] unit = new double[N];
                unit[j] = 1;
                double[] tau = new double[N];
                weightless.torquesInto(tau, q, new double[N], unit);
                for (int i = 0; i < N; i++) {
                    m.set(i, j, tau[i]);
                }
            }
            assertThat(m.plus(-1, m.transpose()).maxAbs()).isLessThan(1e-14);
            assertThat(m.plus(-1, Arm.inertia(q)).maxAbs()).isLessThan(1e-14);
            assertThat(LinearAlgebra.best().eigen(m).value(0)).isPositive();
        }
    }

    @Test
    void torqueAtRestIsTheGradientOfPotentialEnergy() {
        for (int trial = 0; trial < 20; trial++) {
            double[] q = dice.gaussians(N);
            double[] tau = torques(q, new double[N], new double[N]);
            for (int j = 0; j < N; j++) {
                double[] up = q.clone();
                double[] down = q.clone();
                up[j] += STEP;
                down[j] -= STEP;
                double slope = (potential(up) - potential(down)) / (2 * STEP);
                assertThat(tau[j]).isCloseTo(slope, within(TOLERANCE));
            }
        }
    }

    @Test
    void powerIsTheRateOfEnergyAlongAMotion() {
        Motion motion = new Motion(dice, new double[N], 2);
        for (int trial = 0; trial < 50; trial++) {
            double time = dice.uniform(0, 100);
            double[][] now = motion.at(time);
            double power = Products.dot(torques(now[0], now[1], now[2]), now[1]);
            double rate = (energy(motion, time + STEP) - energy(motion, time - STEP)) / (2 * STEP);
            assertThat(power).isCloseTo(rate, within(TOLERANCE * (1 + Math.abs(rate))));
        }
    }

    private double[] torques(double[] q, double[] qd, double[] qdd) {
        double[] tau = new double[N];
        arm.torquesInto(tau, q, qd, qdd);
        return tau;
    }

    private double energy(Motion motion, double time) {
        double[][] state = motion.at(time);
        return kinetic(state[0], state[1]) + potential(state[0]);
    }

    private double potential(double[] q) {
        double energy = 0;
        Matrix[] frames = frames(q);
        for (int i = 0; i < N; i++) {
            energy += arm.link(i).mass() * ArmDynamics.GRAVITY * centre(frames[i], i)[2];
        }
        return energy;
    }

    /** Centre velocities and spins by differencing the frames themselves. */
    private double kinetic(double[] q, double[] qd) {
        double h = 1e-5;
        double[] ahead = q.clone();
        double[] behind = q.clone();
        Products.add(ahead, h, qd);
        Products.add(behind, -h, qd);
        Matrix[] here = frames(q);
        Matrix[] later = frames(ahead);
        Matrix[] earlier = frames(behind);
        double energy = 0;
        for (int i = 0; i < N; i++) {
            double[] v = centre(later[i], i);
            Products.add(v, -1, centre(earlier[i], i));
            energy += 0.5 * arm.link(i).mass() * Products.dot(v, v) / (4 * h * h);
            // R' dR/dt is the cross product matrix of the spin in the link's frame
            Matrix rate = Products.multiply(
                    here[i].transpose(), later[i].plus(-1, earlier[i]).scale(1 / (2 * h)));
            double wx = rate.get(2, 1);
            double wy = rate.get(0, 2);
            double wz = rate.get(1, 0);
            energy += 0.5
                    * (arm.link(i).inertiaX() * wx * wx
                            + arm.link(i).inertiaY() * wy * wy
                            + arm.link(i).inertiaZ() * wz * wz);
        }
        return energy;
    }

    /** Homogeneous transforms of every link in the base frame. */
    private Matrix[] frames(double[] q) {
        Matrix[] frames = new Matrix[N];
        Matrix frame = Matrix.identity(4);
        for (int i = 0; i < N; i++) {
            ArmDynamics.Link link = arm.link(i);
            double ca = Math.cos(link.twist());
            double sa = Math.sin(link.twist());
            Matrix twist = Matrix.of(
                    new double[] {1, 0, 0, link.length()},
                    new double[] {0, ca, -sa, 0},
                    new double[] {0, sa, ca, 0},
                    new double[] {0, 0, 0, 1});
            Matrix turn = Matrix.of(
                    new double[] {Math.cos(q[i]), -Math.sin(q[i]), 0, 0},
                    new double[] {Math.sin(q[i]), Math.cos(q[i]), 0, 0},
                    new double[] {0, 0, 1, link.offset()},
                    new double[] {0, 0, 0, 1});
            frame = Products.multiply(Products.multiply(frame, twist), turn);
            frames[i] = frame;
        }
        return frames;
    }

    private double[] centre(Matrix frame, int i) {
        ArmDynamics.Link link = arm.link(i);
        Matrix c = Matrix.wrap(4, 1, new double[] {link.centreX(), link.centreY(), link.centreZ(), 1});
        return java.util.Arrays.copyOf(Products.multiply(frame, c).data(), 3);
    }
}
