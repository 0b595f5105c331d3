package dev.kith.convex;

import dev.kith.linalg.Matrix;

/** Where a solver ended: weights (T x dim, in the solver's coordinates) with their certificate. */
record Minimum(Matrix wt, Certificate certificate, int iterations) {}
