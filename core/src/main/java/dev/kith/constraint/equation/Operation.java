package dev.kith.constraint.equation;

/**
 * What a node of an expression does with its arguments a and b: value and first and second derivatives. Functions of one
 * argument leave b alone. Outside its domain a function is NaN, and so is everything built on it.
 */
enum Operation {
    CONSTANT,
    VARIABLE,
    ADD {
        @Override
        double value(double a, double b) {
            return a + b;
        }

        @Override
        void derivativesInto(double[] d, double a, double b, double v) {
            set(d, 1, 1, 0, 0, 0);
        }
    },
    MULTIPLY {
        @Override
        double value(double a, double b) {
            return a * b;
        }

        @Override
        void derivativesInto(double[] d, double a, double b, double v) {
            set(d, b, a, 0, 1, 0);
        }
    },
    DIVIDE {
        @Override
        double value(double a, double b) {
            return a / b;
        }

        @Override
        void derivativesInto(double[] d, double a, double b, double v) {
            set(d, 1 / b, -v / b, 0, -1 / (b * b), 2 * v / (b * b));
        }
    },
    /** a^b for a constant b: the derivative in b is never needed, so a may be negative. */
    POWER_CONSTANT {
        @Override
        double value(double a, double b) {
            return power(a, b);
        }

        @Override
        void derivativesInto(double[] d, double a, double b, double v) {
            set(d, b == 0 ? 0 : b * power(a, b - 1), 0, b == 0 || b == 1 ? 0 : b * (b - 1) * power(a, b - 2), 0, 0);
        }
    },
    POWER {
        @Override
        double value(double a, double b) {
            return Math.pow(a, b);
        }

        @Override
        void derivativesInto(double[] d, double a, double b, double v) {
            double log = Math.log(a);
            double low = Math.pow(a, b - 1);
            set(d, b * low, v * log, b * (b - 1) * Math.pow(a, b - 2), low * (1 + b * log), v * log * log);
        }
    },
    MIN {
        @Override
        double value(double a, double b) {
            return Math.min(a, b);
        }

        @Override
        void derivativesInto(double[] d, double a, double b, double v) {
            set(d, a <= b ? 1 : 0, a <= b ? 0 : 1, 0, 0, 0);
        }
    },
    MAX {
        @Override
        double value(double a, double b) {
            return Math.max(a, b);
        }

        @Override
        void derivativesInto(double[] d, double a, double b, double v) {
            set(d, a >= b ? 1 : 0, a >= b ? 0 : 1, 0, 0, 0);
        }
    },
    ATAN2 {
        @Override
        double value(double a, double b) {
            return Math.atan2(a, b);
        }

        @Override
        void derivativesInto(double[] d, double a, double b, double v) {
            double r = a * a + b * b;
            set(d, b / r, -a / r, -2 * a * b / (r * r), (a * a - b * b) / (r * r), 2 * a * b / (r * r));
        }
    },
    NEGATE {
        @Override
        double value(double a, double b) {
            return -a;
        }

        @Override
        void derivativesInto(double[] d, double a, double b, double v) {
            set(d, -1, 0, 0, 0, 0);
        }
    },
    SIN {
        @Override
        double value(double a, double b) {
            return Math.sin(a);
        }

        @Override
        void derivativesInto(double[] d, double a, double b, double v) {
            set(d, Math.cos(a), 0, -v, 0, 0);
        }
    },
    COS {
        @Override
        double value(double a, double b) {
            return Math.cos(a);
        }

        @Override
        void derivativesInto(double[] d, double a, double b, double v) {
            set(d, -Math.sin(a), 0, -v, 0, 0);
        }
    },
    TAN {
        @Override
        double value(double a, double b) {
            return Math.tan(a);
        }

        @Override
        void derivativesInto(double[] d, double a, double b, double v) {
            set(d, 1 + v * v, 0, 2 * v * (1 + v * v), 0, 0);
        }
    },
    ASIN {
        @Override
        double value(double a, double b) {
            return Math.asin(a);
        }

        @Override
        void derivativesInto(double[] d, double a, double b, double v) {
            double first = 1 / Math.sqrt(1 - a * a);
            set(d, first, 0, a * first * first * first, 0, 0);
        }
    },
    ACOS {
        @Override
        double value(double a, double b) {
            return Math.acos(a);
        }

        @Override
        void derivativesInto(double[] d, double a, double b, double v) {
            double first = -1 / Math.sqrt(1 - a * a);
            set(d, first, 0, a * first * first * first, 0, 0);
        }
    },
    ATAN {
        @Override
        double value(double a, double b) {
            return Math.atan(a);
        }

        @Override
        void derivativesInto(double[] d, double a, double b, double v) {
            double first = 1 / (1 + a * a);
            set(d, first, 0, -2 * a * first * first, 0, 0);
        }
    },
    SINH {
        @Override
        double value(double a, double b) {
            return Math.sinh(a);
        }

        @Override
        void derivativesInto(double[] d, double a, double b, double v) {
            set(d, Math.cosh(a), 0, v, 0, 0);
        }
    },
    COSH {
        @Override
        double value(double a, double b) {
            return Math.cosh(a);
        }

        @Override
        void derivativesInto(double[] d, double a, double b, double v) {
            set(d, Math.sinh(a), 0, v, 0, 0);
        }
    },
    TANH {
        @Override
        double value(double a, double b) {
            return Math.tanh(a);
        }

        @Override
        void derivativesInto(double[] d, double a, double b, double v) {
            set(d, 1 - v * v, 0, -2 * v * (1 - v * v), 0, 0);
        }
    },
    EXP {
        @Override
        double value(double a, double b) {
            return Math.exp(a);
        }

        @Override
        void derivativesInto(double[] d, double a, double b, double v) {
            set(d, v, 0, v, 0, 0);
        }
    },
    LOG {
        @Override
        double value(double a, double b) {
            return Math.log(a);
        }

        @Override
        void derivativesInto(double[] d, double a, double b, double v) {
            set(d, 1 / a, 0, -1 / (a * a), 0, 0);
        }
    },
    SQRT {
        @Override
        double value(double a, double b) {
            return Math.sqrt(a);
        }

        @Override
        void derivativesInto(double[] d, double a, double b, double v) {
            set(d, 0.5 / v, 0, -0.25 / (a * v), 0, 0);
        }
    },
    ABS {
        @Override
        double value(double a, double b) {
            return Math.abs(a);
        }

        @Override
        void derivativesInto(double[] d, double a, double b, double v) {
            set(d, a < 0 ? -1 : 1, 0, 0, 0, 0);
        }
    };

    double value(double a, double b) {
        throw new IllegalStateException(this + " has no arguments");
    }

    /** Writes df/da, df/db, d2f/da2, d2f/dadb, d2f/db2 at (a, b), where v = f(a, b). */
    void derivativesInto(double[] d, double a, double b, double v) {
        throw new IllegalStateException(this + " has no arguments");
    }

    /** a^b, small whole powers by products: Math.pow takes ten times as long. */
    private static double power(double a, double b) {
        if (b == 0 || b == 1) {
            return b == 0 ? 1 : a;
        }
        if (b == 2 || b == 3) {
            return b == 2 ? a * a : a * a * a;
        }
        return b == 4 ? (a * a) * (a * a) : Math.pow(a, b);
    }

    private static void set(double[] d, double a, double b, double aa, double ab, double bb) {
        d[0] = a;
        d[1] = b;
        d[2] = aa;
        d[3] = ab;
        d[4] = bb;
    }
}
