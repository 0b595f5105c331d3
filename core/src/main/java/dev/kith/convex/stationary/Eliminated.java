package dev.kith.convex.stationary;

/** A smooth function that is left when further variables are minimised out; those of the last point asked for are kept. */
interface Eliminated {
    /** Its value; writes its gradient. */
    double at(double[] x, double[] gradient);

    /** What values are added up from: they are right to rounding of this. */
    double magnitude();

    /** How far the last point asked for is from satisfying all optimality conditions, without units: 0 is exact. */
    double violation();
}
