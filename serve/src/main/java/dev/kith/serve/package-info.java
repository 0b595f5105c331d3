/**
 * A server of models: predictions, explanations and online learning over HTTP, for programs. It reads requests and writes answers; what they mean is
 * in {@code kith-core}.
 */
@NullMarked
package dev.kith.serve;

import org.jspecify.annotations.NullMarked;
