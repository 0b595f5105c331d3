package dev.kith.data.simulated;

/**
 * Torques that move a chain of rigid links with revolute joints, tau = M(q) qdd + c(q, qd) + g(q), by the recursive
 * Newton-Euler algorithm [1]: velocities and accelerations outwards from the base, forces and moments back inwards.
 *
 * <p>Link i turns about the z axis of its own frame. Frames follow the modified Denavit-Hartenberg convention: frame i
 * is frame i-1 turned by {@code twist} about x, moved by {@code length} along x, turned by q_i about z and moved by
 * {@code offset} along z. Lengths in m, masses in kg, torques in Nm. Serves one caller at a time.
 *
 * <p>[1] Craig: Introduction to Robotics, sections 6.5 to 6.7.
 */
final class ArmDynamics {
    static final double GRAVITY = 9.81;

    /** A link: its frame, mass, centre of mass and moments of inertia about that centre (frame's axes). */
    record Link(
            double twist,
            double length,
            double offset,
            double mass,
            double centreX,
            double centreY,
            double centreZ,
            double inertiaX,
            double inertiaY,
            double inertiaZ) {}

    private final Link[] links;
    private final double gravity;
    private final Body[] bodies;

    ArmDynamics(double gravity, Link... links) {
        this.links = links.clone();
        this.gravity = gravity;
        bodies = new Body[links.length];
        for (int i = 0; i < links.length; i++) {
            bodies[i] = new Body(links[i]);
        }
    }

    int joints() {
        return links.length;
    }

    Link link(int i) {
        return links[i];
    }

    /** Writes the torques for positions q, velocities qd and accelerations qdd into {@code tau}. */
    void torquesInto(double[] tau, double[] q, double[] qd, double[] qdd) {
        for (int i = 0; i < bodies.length; i++) {
            bodies[i].turn(q[i]);
            if (i == 0) {
                bodies[i].moveOnBase(gravity, qd[i], qdd[i]);
            } else {
                bodies[i].moveOn(bodies[i - 1], qd[i], qdd[i]);
            }
        }
        for (int i = bodies.length - 1; i >= 0; i--) {
            bodies[i].balance(i + 1 < bodies.length ? bodies[i + 1] : null);
            tau[i] = bodies[i].moment[2];
        }
    }
}
