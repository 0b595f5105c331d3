/** Penalties on the T x T structure matrix, as solvers and certificates need them: whoever adds a relation implements {@link dev.kith.structure.penalty.StructurePenalty}, or {@link dev.kith.structure.penalty.SpectralPenalty} where it is a function of the eigenvalues. */
@NullMarked
package dev.kith.structure.penalty;

import org.jspecify.annotations.NullMarked;
