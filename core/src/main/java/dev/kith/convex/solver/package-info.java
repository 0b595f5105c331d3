/** Solvers of the convex problem and their parts: data terms, regularizers, certificates, steps. */
@NullMarked
package dev.kith.convex.solver;

import org.jspecify.annotations.NullMarked;
