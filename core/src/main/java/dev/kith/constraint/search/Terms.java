package dev.kith.constraint.search;

/** sum_t f_t(c_t), where each f_t is the difference of two functions that are convex between its corners. */
public interface Terms {
    /** f_t(c). */
    double value(int t, double c);

    /** Writes the first convex function of f_t at c, its slope, and the second: f_t = first - second. */
    void partsInto(double[] parts, int t, double c);

    /**
     * Ascending, at least one: between two neighbours, and outside of all, both functions are convex; outside of all f_t does
     * not fall with the distance from them. Corners in between are kinks.
     */
    double[] corners(int t);
}
