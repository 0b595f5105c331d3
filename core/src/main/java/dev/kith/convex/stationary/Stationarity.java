package dev.kith.convex.stationary;

/** How far variables are from optimal. */
final class Stationarity {
    private Stationarity() {}

    /** The distance of 0 from the subgradients of f(x) + cost |x|, f having this slope. */
    static double away(double slope, double x, double cost) {
        return x == 0 ? Math.max(0, Math.abs(slope) - cost) : Math.abs(slope + Math.copySign(cost, x));
    }

    /** The same where x >= 0, and f's slope has the cost in it. */
    static double awayAbove(double slope, double x) {
        return x == 0 ? Math.max(0, -slope) : Math.abs(slope);
    }

    /** A share of what it is a difference of; 0 of nothing. */
    static double share(double part, double whole) {
        return part == 0 ? 0 : part / whole;
    }
}
