/**
 * Native linear algebra: {@link dev.kith.linalg.Routines} by OpenBLAS, found by the core when this module is on the
 * class path. Only calls into the library live here; checks and the choice by size are the core's.
 */
@NullMarked
package dev.kith.openblas;

import org.jspecify.annotations.NullMarked;
