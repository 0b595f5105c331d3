"""Student's t distribution, for intervals from few observations."""

from __future__ import annotations

from math import exp, lgamma, log, log1p


def two_sided(level: float, freedom: float) -> float:
    """The x with P(|t| <= x) = level."""
    low, high = 0.0, 1.0
    while inside(high, freedom) < level:
        high *= 2
    middle = high / 2
    # The middle of two neighbours is one of them: then there is nothing left to halve.
    while low < middle < high:
        if inside(middle, freedom) < level:
            low = middle
        else:
            high = middle
        middle = (low + high) / 2
    return high


def inside(x: float, freedom: float) -> float:
    """P(|t| <= x)."""
    return 1 - _beta(freedom / (freedom + x * x), freedom / 2, 0.5)


def _beta(x: float, a: float, b: float) -> float:
    """The regularised incomplete beta function, by the continued fraction on the side where it converges fast."""
    if x <= 0 or x >= 1:
        return 0.0 if x <= 0 else 1.0
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x))
    if x < (a + 1) / (a + b + 2):
        return front * _fraction(x, a, b) / a
    return 1 - front * _fraction(1 - x, b, a) / b


def _fraction(x: float, a: float, b: float) -> float:
    """By the modified Lentz method."""
    c = 1.0
    d = 1 / _away(1 - (a + b) * x / (a + 1))
    value = d
    for m in range(1, 10_000):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        d = 1 / _away(1 + even * d)
        c = _away(1 + even / c)
        value *= d * c
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        d = 1 / _away(1 + odd * d)
        c = _away(1 + odd / c)
        value *= d * c
        if abs(d * c - 1) <= 1e-15:
            break
    return value


def _away(value: float) -> float:
    return 1e-300 if abs(value) < 1e-300 else value
