/**
 * Dense matrices, sparse rows and the factorisations everything else stands on.
 *
 * <p>{@link dev.kith.linalg.LinearAlgebra} checks and delegates to {@link dev.kith.linalg.Routines}: pure Java here,
 * OpenBLAS for large sizes when that module is on the class path. Nothing in this package knows about tasks, data or learning.
 */
@NullMarked
package dev.kith.linalg;

import org.jspecify.annotations.NullMarked;
