/**
 * The one catalogue of methods: what each is called and does, its parameters with default, range, search grid and help, what
 * it is capable of, and how to make its trainer. Front ends turn this into options; nothing else lists methods. Choosing
 * values is done in {@code dev.kith.select}.
 */
@NullMarked
package dev.kith.method;

import org.jspecify.annotations.NullMarked;
