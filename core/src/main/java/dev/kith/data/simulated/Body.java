package dev.kith.data.simulated;

import org.jspecify.annotations.Nullable;

/** The moving state of one link of an {@link ArmDynamics}, in the link's own frame. */
final class Body {
    private final ArmDynamics.Link link;
    private final double[] inertia;
    private final double[] centre;
    /** Origin of this frame in the frame before. */
    private final double[] origin;
    /** Rotation from this frame to the frame before, row by row. */
    private final double[] rotation = new double[9];

    private final double[] spin = new double[3];
    private final double[] spinRate = new double[3];
    private final double[] acceleration = new double[3];
    private final double[] force = new double[3];
    final double[] moment = new double[3];
    private final double[] a = new double[3];
    private final double[] b = new double[3];

    Body(ArmDynamics.Link link) {
        this.link = link;
        inertia = new double[] {link.inertiaX(), link.inertiaY(), link.inertiaZ()};
        centre = new double[] {link.centreX(), link.centreY(), link.centreZ()};
        origin = new double[] {
            link.length(), -StrictMath.sin(link.twist()) * link.offset(), StrictMath.cos(link.twist()) * link.offset()
        };
    }

    /** Sets the joint's angle. */
    void turn(double q) {
        double c = StrictMath.cos(q);
        double s = StrictMath.sin(q);
        double ct = StrictMath.cos(link.twist());
        double st = StrictMath.sin(link.twist());
        rotation[0] = c;
        rotation[1] = -s;
        rotation[2] = 0;
        rotation[3] = s * ct;
        rotation[4] = c * ct;
        rotation[5] = -st;
        rotation[6] = s * st;
        rotation[7] = c * st;
        rotation[8] = ct;
    }

    /** Outward step of the first link: a resting base that accelerates upwards feels like gravity. */
    void moveOnBase(double gravity, double qd, double qdd) {
        spin[0] = 0;
        spin[1] = 0;
        spin[2] = qd;
        spinRate[0] = 0;
        spinRate[1] = 0;
        spinRate[2] = qdd;
        a[0] = 0;
        a[1] = 0;
        a[2] = gravity;
        intoThisFrame(acceleration, a);
    }

    /** Outward step: spin, its rate and the origin's acceleration from those of the link before. */
    void moveOn(Body before, double qd, double qdd) {
        intoThisFrame(spin, before.spin);
        intoThisFrame(spinRate, before.spinRate);
        spinRate[0] += spin[1] * qd;
        spinRate[1] -= spin[0] * qd;
        spinRate[2] += qdd;
        spin[2] += qd;
        before.accelerationAt(a, origin);
        intoThisFrame(acceleration, a);
    }

    /** Writes the acceleration of a point fixed to this link: a + spin' x p + spin x (spin x p). */
    private void accelerationAt(double[] to, double[] p) {
        crossInto(b, spin, p);
        crossInto(to, spin, b);
        crossInto(b, spinRate, p);
        for (int k = 0; k < 3; k++) {
            to[k] += b[k] + acceleration[k];
        }
    }

    /** Inward step: the force and moment this link needs from the one before, given the link after. */
    void balance(@Nullable Body after) {
        accelerationAt(force, centre);
        for (int k = 0; k < 3; k++) {
            force[k] *= link.mass();
            a[k] = inertia[k] * spin[k];
        }
        crossInto(moment, spin, a);
        crossInto(b, centre, force);
        for (int k = 0; k < 3; k++) {
            moment[k] += inertia[k] * spinRate[k] + b[k];
        }
        if (after != null) {
            after.outOfThisFrame(a, after.moment);
            add(moment, a);
            after.outOfThisFrame(a, after.force);
            add(force, a);
            crossInto(b, after.origin, a);
            add(moment, b);
        }
    }

    private void intoThisFrame(double[] to, double[] v) {
        for (int k = 0; k < 3; k++) {
            to[k] = rotation[k] * v[0] + rotation[3 + k] * v[1] + rotation[6 + k] * v[2];
        }
    }

    private void outOfThisFrame(double[] to, double[] v) {
        for (int k = 0; k < 3; k++) {
            to[k] = rotation[3 * k] * v[0] + rotation[3 * k + 1] * v[1] + rotation[3 * k + 2] * v[2];
        }
    }

    private static void add(double[] to, double[] v) {
        for (int k = 0; k < 3; k++) {
            to[k] += v[k];
        }
    }

    private static void crossInto(double[] to, double[] u, double[] v) {
        to[0] = u[1] * v[2] - u[2] * v[1];
        to[1] = u[2] * v[0] - u[0] * v[2];
        to[2] = u[0] * v[1] - u[1] * v[0];
    }
}
