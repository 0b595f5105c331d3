package dev.kith.constraint;

import dev.kith.constraint.equation.EquationSystem;
import dev.kith.constraint.search.Slabs;
import java.util.Arrays;

/**
 * Solutions of gamma(y) = 0 in a box, held by slabs: with d = y - middle and H between bounds over the box,
 *
 * <pre>  gamma_j(middle) + gradient_j' d + 1/2 d' H_j d = 0,  H_j = diagonal of its centre + a rest of bounded size  </pre>
 *
 * Where there are no bounds of H the slab is all of space.
 */
final class EquationSlabs implements Slabs.Enclosure {
    /** Rounding of a residual, relative to the sizes of its gradient's terms. */
    private static final double ROUNDING = 1e-12;

    private final EquationSystem system;

    EquationSlabs(EquationSystem system) {
        this.system = system;
    }

    @Override
    public boolean encloseInto(Slabs slabs) {
        int n = slabs.lower.length;
        double[] middle = new double[n];
        double[] reach = new double[n];
        for (int t = 0; t < n; t++) {
            middle[t] = slabs.lower[t] / 2 + slabs.upper[t] / 2;
            reach[t] = slabs.upper[t] - middle[t];
        }
        boolean known = system.evaluate(middle) && system.differentiate();
        for (int j = 0; j < slabs.low.length; j++) {
            if (!known || !describeInto(slabs, j, middle, reach)) {
                Arrays.fill(slabs.normal[j], 0);
                Arrays.fill(slabs.bend[j], 0);
                slabs.low[j] = Double.NEGATIVE_INFINITY;
                slabs.high[j] = Double.POSITIVE_INFINITY;
            }
        }
        return true;
    }

    private boolean describeInto(Slabs slabs, int j, double[] middle, double[] reach) {
        int n = middle.length;
        double[] centre = new double[n * n];
        double[] radius = new double[n * n];
        double[] one = new double[slabs.low.length];
        one[j] = 1;
        if (!system.addHessianBounds(centre, radius, one, middle, reach)) {
            return false;
        }
        double constant = -system.residual[j];
        double rest = ROUNDING * Math.abs(constant);
        for (int s = 0; s < n; s++) {
            double bend = centre[s * n + s] / 2;
            double gradient = system.jacobian[j][s];
            slabs.bend[j][s] = bend;
            slabs.normal[j][s] = gradient - 2 * bend * middle[s];
            constant += gradient * middle[s] - bend * middle[s] * middle[s];
            rest += ROUNDING * Math.abs(middle[s]) * (Math.abs(gradient) + Math.abs(bend * middle[s]));
            for (int t = 0; t < n; t++) {
                double off = radius[s * n + t] + (s == t ? 0 : Math.abs(centre[s * n + t]));
                rest += off * reach[s] * reach[t] / 2;
            }
        }
        slabs.low[j] = constant - rest;
        slabs.high[j] = constant + rest;
        return true;
    }
}
