/** What held-out rows and fits of a comparison say beyond its verdicts: which columns matter, coefficients, who is predicted badly and why. */
@org.jspecify.annotations.NullMarked
package dev.kith.select.detail;
