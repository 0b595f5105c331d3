/**
 * How parts that others wrote are found by name: inside the module. What others implement is in the package of the part:
 * {@code LossProvider}, {@code KernelProvider}, ...
 */
@org.jspecify.annotations.NullMarked
package dev.kith.provider;
