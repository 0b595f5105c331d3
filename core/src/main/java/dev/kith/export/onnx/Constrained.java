package dev.kith.export.onnx;

import dev.kith.constraint.ConstraintSet;
import dev.kith.data.DataException;
import dev.kith.linalg.Matrix;
import dev.kith.model.decoder.Decoder;
import dev.kith.model.decoder.PredictionDecoder;
import dev.kith.model.decoder.Relaxation;
import java.util.Optional;

/** Predictions put onto a set: between bounds by cutting, onto linear equations by one product of matrices. */
final class Constrained implements Functions {
    private final Maths maths;
    private final Functions base;
    private final Decoder decoder;

    /** @throws DataException if the way onto the set is no formula */
    Constrained(Maths maths, Functions base, Decoder decoder) {
        this.maths = maths;
        this.base = base;
        this.decoder = decoder;
        ConstraintSet set = decoder.set();
        boolean formula = decoder instanceof PredictionDecoder
                && decoder.relaxation().kind() == Relaxation.Kind.NONE
                && (set.bounds().isPresent() || set.linearEquations().isPresent());
        if (!formula) {
            throw new DataException(
                    "outputs on '" + set.spec()
                            + "' are found by a search, which ONNX cannot run: only predictions kept"
                            + " within bounds (box) or on linear equations, without relaxation, can be exported; predict with kith instead");
        }
    }

    @Override
    public Value all(Value x) {
        Graph graph = maths.graph();
        Value p = base.all(x);
        Optional<Matrix> bounds = decoder.set().bounds();
        if (bounds.isPresent()) {
            Value low = graph.row(bounds.get().row(0));
            Value high = graph.row(bounds.get().row(1));
            return maths.max(low, maths.min(high, p));
        }
        Matrix origin = onto(new double[decoder.set().dimension()]);
        return maths.plus(maths.product(p, graph.matrix(linearPart(origin))), graph.matrix(origin));
    }

    /** M of p -> p'M + onto(0), the weighted projection, which is affine. */
    private Matrix linearPart(Matrix origin) {
        int tasks = origin.cols();
        Matrix m = Matrix.zeros(tasks, tasks);
        for (int t = 0; t < tasks; t++) {
            double[] unit = new double[tasks];
            unit[t] = 1;
            Matrix image = onto(unit);
            for (int s = 0; s < tasks; s++) {
                m.set(t, s, image.get(0, s) - origin.get(0, s));
            }
        }
        return m;
    }

    private Matrix onto(double[] point) {
        double[] c = new double[point.length];
        Decoder.Output output = decoder.decode(point);
        for (int t = 0; t < c.length; t++) {
            c[t] = output.at(t);
        }
        return Matrix.wrap(1, c.length, c);
    }

    @Override
    public Value own(Value x, Value task) {
        return Functions.chosen(maths, this, x, task);
    }
}
