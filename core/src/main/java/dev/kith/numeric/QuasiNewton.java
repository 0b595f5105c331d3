package dev.kith.numeric;

import dev.kith.numeric.WolfeSearch.Point;
import dev.kith.numeric.WolfeSearch.Smooth;
import java.util.Arrays;

/**
 * Minimises a smooth function by BFGS: x - step H g with H the inverse of the Hessian as the gradients seen so far suggest it, and a step that
 * meets Wolfe's conditions [1].
 *
 * <p>[1] Nocedal and Wright, Numerical Optimization, 2006, algorithm 6.1.
 */
public final class QuasiNewton {
    private static final double ROUNDING = 1e-13;

    /** Looks at each point reached. */
    public interface Watch {
        /** Whether the point after so many steps, which was evaluated last, will do. */
        boolean done(int steps);
    }

    private final Smooth function;
    private final double[] scale;
    private final double[][] inverse;
    private Point point;
    /** Whether the inverse is still that of the scale. */
    private boolean fresh;

    /** @param scale about the inverse of the Hessian's diagonal */
    public QuasiNewton(Smooth function, double[] start, double[] scale) {
        this.function = function;
        this.scale = scale.clone();
        this.inverse = new double[start.length][start.length];
        this.point = Point.of(function, start.clone());
    }

    /** Goes on until a point will do, or no better one is found. */
    public void run(Watch watch) {
        forget();
        for (int steps = 0; !watch.done(steps); steps++) {
            if (!step() && (fresh || !again())) {
                return;
            }
        }
    }

    /** Where it stands. */
    public Point point() {
        return point;
    }

    private boolean again() {
        forget();
        return step();
    }

    /** Moves to a better point; false where none is found. */
    private boolean step() {
        double[] direction = direction();
        Point before = point;
        if (!(dot(direction, before.gradient()) < 0)) {
            return false;
        }
        Point found = WolfeSearch.along(function, before, direction, ROUNDING * Math.abs(before.value()));
        if (found == null) {
            return false;
        }
        point = found;
        learn(difference(found.x(), before.x()), difference(found.gradient(), before.gradient()));
        fresh = false;
        return true;
    }

    private void forget() {
        for (int i = 0; i < inverse.length; i++) {
            Arrays.fill(inverse[i], 0);
            inverse[i][i] = scale[i];
        }
        fresh = true;
    }

    private double[] direction() {
        double[] d = new double[inverse.length];
        for (int i = 0; i < d.length; i++) {
            d[i] = -dot(inverse[i], point.gradient());
        }
        return d;
    }

    /** The BFGS update, unless the curvature seen is not positive. */
    private void learn(double[] s, double[] y) {
        double sy = dot(s, y);
        if (!(sy > Math.ulp(1.0) * Math.sqrt(dot(s, s) * dot(y, y)))) {
            return;
        }
        int n = s.length;
        double[] hy = new double[n];
        for (int i = 0; i < n; i++) {
            hy[i] = dot(inverse[i], y);
        }
        double factor = (1 + dot(y, hy) / sy) / sy;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                inverse[i][j] += factor * s[i] * s[j] - (hy[i] * s[j] + s[i] * hy[j]) / sy;
            }
        }
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    private static double[] difference(double[] a, double[] b) {
        double[] d = new double[a.length];
        Arrays.setAll(d, i -> a[i] - b[i]);
        return d;
    }
}
