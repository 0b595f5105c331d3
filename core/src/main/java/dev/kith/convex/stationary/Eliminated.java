package dev.kith.convex.stationary;

import dev.kith.numeric.WolfeSearch.Smooth;

/** A smooth function that is left when further variables are minimised out; those of the last point asked for are kept. */
interface Eliminated extends Smooth {
    /** What values are added up from: they are right to rounding of this. */
    double magnitude();

    /** How far the last point asked for is from satisfying all optimality conditions, without units: 0 is exact. */
    double violation();
}
